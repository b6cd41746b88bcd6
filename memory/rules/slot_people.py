"""Of whom slots speak: kin, close people and animals, the pronouns that stand for them, and whom one has several of.

The one fact that a reader would get wrong: a relation alone names nobody of whom one may have several. "My brother lives
in Oslo" after "my brother lives in Rome" may well be of another brother.
"""


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Of these one has several, and "my friend is called ..." names one of them.
PLURAL_RELATIONS = _set(
    """friend buddy mate pal colleague coworker co-worker neighbour neighbor cousin aunt auntie uncle niece nephew teacher
    roommate flatmate housemate son daughter kid child baby brother bro sister sis sibling twin grandson granddaughter
    grandchild stepson stepdaughter godson goddaughter grandma granny grandmother grandpa grandad granddad grandfather
    client customer student doctor therapist employee intern tenant brother-in-law sister-in-law
    freund freundin kollege kollegin bruder schwester sohn tochter nichte neffe tante onkel cousin cousine nachbar
    nachbarin oma opa ami amie frere soeur fils fille niece neveu oncle tante cousine voisin voisine amigo amiga hermano
    hermana hijo hija sobrino sobrina tio tia primo prima vecino vecina amico amica fratello sorella figlio figlia cugino
    cugina zio zia vriend vriendin broer zus zusje zoon dochter nicht neef oom buurman buurvrouw collega irmao irma filho
    filha"""
)
_FEMALE = _set(
    """mother mom mum mommy sister sis wife girlfriend daughter aunt auntie niece grandma granny grandmother nan nana gran
    granddaughter godmother goddaughter fiancee landlady stepmom stepmum stepdaughter mother-in-law sister-in-law
    mutter mama schwester frau freundin tochter nichte tante cousine nachbarin oma grossmutter chefin kollegin katze
    mere maman soeur femme copine fille niece grand-mere voisine cheffe amie chienne chatte
    madre hermana mujer esposa novia hija sobrina tia prima vecina abuela jefa amiga gata perra
    moeder zus zusje vrouw vriendin dochter nicht buurvrouw poes bazin"""
)
_MALE = _set(
    """father dad brother bro husband boyfriend son uncle nephew grandpa grandad granddad grandfather grandson fiance
    landlord godfather godson stepdad stepson father-in-law brother-in-law
    vater papa bruder mann freund sohn neffe onkel cousin nachbar opa grossvater chef kollege hund kater
    pere frere mari copain fils neveu oncle voisin grand-pere patron ami chien chat
    padre hermano marido esposo novio hijo sobrino tio primo vecino abuelo jefe amigo gato perro
    vader broer man vriend zoon oom neef buurman baas hond"""
)
_ANIMALS = _set(
    """dog puppy cat kitten rabbit bunny horse pony parrot budgie canary bird hamster pig goldfish fish tortoise turtle
    snake lizard gecko ferret pet chicken hen goat donkey company team boat car"""
)
_OF_EITHER = _ANIMALS | _set(
    """partner boss manager supervisor friend buddy mate pal colleague coworker co-worker neighbour neighbor cousin teacher
    doctor therapist baby kid child twin sibling roommate flatmate housemate spouse ex client customer student employee
    intern tenant dentist coach mentor"""
)
# Which pronouns stand for one another, and for whom; an empty set is anyone.
PRONOUNS = {
    **dict.fromkeys(("her", "she", "sie", "elle", "ella", "ze", "zij"), "f"),
    **dict.fromkeys(("his", "he", "er", "il", "hij"), "m"),
    **dict.fromkeys(("their", "they", "se"), "any"),
    **dict.fromkeys(("its", "it", "es", "het"), "thing"),
}
PEOPLE_BY_PRONOUN = {
    "f": _FEMALE | _OF_EITHER,
    "m": _MALE | _OF_EITHER,
    "any": frozenset[str](),
    "thing": _ANIMALS | {"baby", "hund", "katze", "chien", "chat", "hond", "kat", "konijn", "paard"},
}

RELATION = r"""
    (?:(?:best|older|younger|elder|little|big|twin|eldest|oldest|youngest|late|step|half|former|current|ex|new|old|first|second|other|great)[\ -]){0,2}
    (?:mother|mom|mum|mommy|father|dad|sister|sis|brother|bro|sibling|wife|husband|spouse|partner|girlfriend|boyfriend|fiancee?
        |son|daughter|kid|child|baby|twin|aunt|auntie|uncle|cousin|niece|nephew
        |grandma|granny|grandmother|grandpa|grandad|granddad|grandfather|grandson|granddaughter|grandchild|gran|nana?
        |godfather|godmother|godson|goddaughter
        |friend|buddy|mate|pal|boss|manager|supervisor|colleague|co-?worker|roommate|flatmate|housemate|neighbou?r|teacher|doctor|therapist
        |dentist|coach|mentor|intern|employee|tenant
        |client|customer|student|landlord|landlady|stepmom|stepmum|stepdad|stepson|stepdaughter
        |mother-in-law|father-in-law|sister-in-law|brother-in-law
        |dog|puppy|cat|kitten|rabbit|bunny|horse|pony|parrot|budgie|canary|bird|hamster|guinea\ pig|goldfish|fish|tortoise
        |turtle|snake|lizard|gecko|ferret|chicken|hen|goat|donkey|pet|company|team|boat|car)
"""
