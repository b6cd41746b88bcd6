import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory.rules.inflection import base, bases, beginnings
from memory.rules.stopwords import FUNCTION_WORDS

# Each line: words that are one word.
SAME = """
cat cats cat's
dog dogs dogs' dog's
movie movies movie's
party parties party's
cookie cookies
ban bans banned banning
bake bakes baked baking
hope hopes hoped hoping
hop hops hopped hopping
stop stops stopped stopping
plan plans planned planning
plane planes
rate rates rated rating
leave leaves leaving
leaf leaves
live lives lived living
move moves moved moving
love loves loved loving
dance dances danced dancing
house houses housed housing
horse horses
nurse nurses nursed nursing
box boxes boxed boxing
bus buses bus's
virus viruses
glass glasses
boss bosses
class classes
princess princesses
church churches
dish dishes
watch watches watched watching
cache caches cached caching
hero heroes
potato potatoes
shoe shoes
toe toes
tax taxes taxed taxing
taxi taxis
menu menus
study studies studied studying
try tries tried trying
cry cries cried crying
play plays played playing
enjoy enjoys enjoyed enjoying
die dies died dying
tie ties tied tying
lie lies lied lying
ski skis skied skiing
sky skies
call calls called calling
travel travels travelled travelling traveled traveling
control controls controlled controlling
cancel cancels cancelled canceled
refer refers referred referring
quit quits quitting
quiz quizzes
use uses used using
argue argues argued arguing
create creates created creating
heat heats heated heating
sleep sleeps sleeping
read reads reading
see sees seeing
free frees freed freeing
agree agrees agreed agreeing
add adds added adding
pass passes passed passing
staff staffs staffed staffing
handle handles handled handling
change changes changed changing
manage manages managed managing
judge judges judged judging
force forces forced forcing
price prices priced pricing
visit visits visited visiting
open opens opened opening
divorce divorces divorced divorcing
woman women woman's
child children child's
foot feet
tooth teeth
mouse mice
knife knives
wolf wolves
wife wives wife's
fireman firemen
wedding weddings
building buildings
sister sisters sister's
ex exes ex's
rex rex's rex'll rex'd
lens lenses
gas gases
analysis analyses
fix fixes fixed fixing
show shows showed showing
type types typed typing
obrien o'brien
école l'école d'école
ankara ankara'da
tv tvs tv's tvs'
pc pcs
cd cds
dj djs
id ids
ai ais
ui uis
""".strip().splitlines()

# Each pair: different words, however alike.
DIFFERENT = """
cat category
cat concatenate
news new
organ organization
organ organic
glass glas
bus bu
sing s
bed b
red r
ring r
rat rating
rat rated
star staring
hop hoping
car caring
pin pining
plan planing
tap taped
bar bared
hat hating
bit biting
mat mating
cop coping
us using
bee being
doe doing
doe does
so sower
ad adding
ad added
in inning
inn inning
ear earring
jen jennings
unit united
marie mary
julie july
carrie carry
louise louis
denise denis
simone simon
luca lucas
andrea andreas
carlo carlos
jean jeans
len lens
series serie
species specie
ski sky
cal calling
mel melling
bill billion
wed wedge
need neediness
see seed
fee feed
spee speed
hi his
thing th
king k
spring spr
wing w
her herring
pat patient
art artist
depress depression
drink drunk
wick wicked
crook crooked
rag ragged
out outing
mine mining
can cans
will wills
hell he'll
shell she'll
well we'll
don don't
mars mar
texas texa
chris chri
paris par
war ward
end endless
past pastor
test testament
angel angela
roman romance
alex alexander
ben benefit
max maximum
dan dance
mark market
port portion
sand sandwich
ham hamster
bat bath
cars carsick
ga gas
bu bus
wa was
io ios
gp gps
un uns
al als
mr mrs
ir irs
ten tennis
all allied
pea peace
""".strip().splitlines()

UNCHANGED = """
news glass bus sing bed red ring series species boss mass class christmas lens gas need feed seed speed nothing
us as is his has its yes s king thing spring string wing hundred wicked texas paris jesus thomas
"""


def meets(one: str, other: str) -> bool:
    return not set(bases(one)).isdisjoint(bases(other))


@pytest.mark.parametrize("line", SAME)
def test_forms_of_one_word_meet(line: str) -> None:
    first, *others = line.split()
    assert [other for other in others if not meets(first, other)] == []


@pytest.mark.parametrize("line", DIFFERENT)
def test_different_words_never_meet(line: str) -> None:
    one, other = line.split()
    assert not meets(one, other)


@pytest.mark.parametrize("word", UNCHANGED.split())
def test_words_that_only_look_inflected_keep_their_base(word: str) -> None:
    assert base(word) == word


@pytest.mark.parametrize("line", SAME)
def test_base_is_a_fixed_point_among_the_bases(line: str) -> None:
    for word in line.split():
        assert base(word) in bases(word)
        assert base(base(word)) == base(word)


def test_no_function_word_is_ever_a_base_of_another_word() -> None:
    inflected = [word + ending for word in FUNCTION_WORDS if word.isalpha() for ending in ("s", "ed", "ing", "'s")]
    assert [word for word in inflected if set(bases(word)[1:]) & FUNCTION_WORDS] == []


_LEFT_PARTS = ("", "l'", "d'", "o'", "qu'", "un'", "dall'", "l", "o")
_RIGHT_PARTS = ("", "s", "es", "ies", "ed", "ied", "ing", "ings", "'s", "s'", "men", "man", "ves", "'t", "++", "#")


@given(
    left=st.sampled_from(_LEFT_PARTS),
    stem=st.sampled_from(
        ["l", "m", "my", "ives", "leaves", "life", "or", "day", "hypothes", "reliabl", "wo", "run", "cach"]
    )
    | st.text("abcdelmnorsty", min_size=1, max_size=9),
    right=st.sampled_from(_RIGHT_PARTS),
)
@example(left="l'", stem="m", right="ies")
@example(left="l'", stem="ives", right="")
@example(left="o'", stem="", right="men")
def test_every_word_holds_a_beginning_of_each_of_its_bases(left: str, stem: str, right: str) -> None:
    word = left + stem + right
    for form in bases(word):
        begins = beginnings(form)
        assert not begins or any(begin in word for begin in begins), (word, form)
