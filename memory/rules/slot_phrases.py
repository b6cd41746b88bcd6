"""The forms of statements that fill a slot, in English and six other languages.

The one fact that a reader would get wrong: a form must match its clause whole, on plain text (folded, no accents). What
stands around it ("he thinks my name is") makes it another statement.
"""

from memory.rules.slot_people import RELATION


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# A name stands behind a relation only where it was written with a capital: `slots` looks.
_PERSON = r"(?:\ (?P<person>(?!(?:is|are|was|who|and|or|now|just|also|has|have|lives?|works?|moved|turned|became|went|gone|currently|actually|recently|got)\b)[a-z][a-z-]{1,20}))?"
_OF = rf"(?:(?:my|our)\ (?P<who>{RELATION})'s|the\ (?P<the>{RELATION})'s|(?P<owner>her|his|their|its)|(?:my|our))"
_WHO = rf"(?:(?:my|our)\ (?P<who>{RELATION}){_PERSON}|the\ (?P<the>{RELATION})|(?P<owner>she|he|they)|i)"
_WHO_OR_WE = rf"(?:{_WHO}|we)"
_NOUN = r"""
    (?:full\ |first\ |given\ |real\ )?name|last\ name|surname|family\ name|middle\ name|maiden\ name|nickname|pronouns
    |age|birthday|date\ of\ birth|birth\ date|anniversary|height|weight|shoe\ size|blood\ type|star\ sign|nationality
    |address|home\ address|home\ town|hometown|phone\ number|mobile\ number|cell\ number|e-?mail(?:\ address)?
    |time\ ?zone|native\ language|mother\ tongue|first\ language|language|religion|employer|license\ plate
"""
# Things of which there is a favourite in each talk, not one in a life.
_NO_FAVOURITE = r"(?!(?:part|thing|one|way|time|moment|bit|example|option|kind|sort)\b)"
# The same slot by other names.
ADDED = {
    "full name": "name",
    "first name": "name",
    "given name": "name",
    "real name": "name",
    "surname": "last name",
    "family name": "last name",
    "date of birth": "birthday",
    "birth date": "birthday",
    "home address": "address",
    "home town": "hometown",
    "mobile number": "phone",
    "cell number": "phone",
    "phone number": "phone",
    "e-mail": "email",
    "e-mail address": "email",
    "email address": "email",
    "timezone": "time zone",
    "mother tongue": "native language",
    "first language": "native language",
    "called": "name",
    "named": "name",
    "one named": "name",
}
# Forms that name one of several, or another name of the same: they take no other's place unless they correct it.
BESIDE = frozenset({"called", "one named", "car"})
_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
# A home, job or employer at times, or of another time, beside the usual one.
AT_TIMES = rf"""
    \b(?:on\ (?:\w+days?|the\ side|weekends?)|during|every|(?:at|on)\ (?:the\ )?weekends?|part[\ -]time|in\ (?:my|our)\ (?:free|spare)\ time|at\ night|as\ well|half
        |in\ (?:the\ )?(?:mornings?|evenings?|summers?|winters?|holidays?|spring|autumn|{_MONTH}|(?:19|20)\d\d)|sometimes|temporarily|mostly|alone|together
        |(?:for|in)\ (?:a|an|one|two|three|a\ few|ten|\d+|the|about)\ (?:days?|weeks?|months?|summer|years?)|until|till|next|from|as\ of\ (?!today|now)|when|while
        |years?\ ago|months?\ ago|last\ year|too|also|again)\b
"""
_DATE = r"(?:\d|january|february|march|april|may|june|july|august|september|october|november|december)"
# What a value must hold, so that "my birthday is coming up" and "my email is full" fill nothing.
VALUE_FORMS = {
    "car": r"(?!(?:bit|mess|wreck|bad|good|nice|lot|rental|used|new)\b)",
    "age": r"\d{1,3}\b",
    "email": r"\S+@\S+",
    "phone": r"(?:.*\d){5}",
    "birthday": rf".*{_DATE}",
    "anniversary": rf".*{_DATE}",
    "height": r".*\d",
    "weight": r".*\d",
    "shoe size": r".*\d",
    "employer": r"(?!(?:home|night|nights|weekends|myself|free|them|him|her|a|an)\b|\d)",
    "partner": r"(?!(?:a|an|the)\b)",
}
# Slots whose value was written with a capital: "call me Dana", not "call me later".
CAPITALISED = frozenset({"called", "partner", "language", "religion", "car", "named", "one named"})
_IS = r"(?:\ is|'s|\ are|\ will\ be)\ (?:now\ |actually\ |really\ )?"
_BE = r"(?:\ am|\ is|\ are|'m|'s|'re)\ (?:now\ |currently\ |actually\ |already\ )?"
_ADV = r"(?:\ now|\ currently|\ actually|\ just|\ recently)?"
_DIETS = r"vegan|vegetarian|pescatarian|flexitarian|omnivore|carnivore|a\ vegan|a\ vegetarian|a\ pescatarian|a\ flexitarian|an\ omnivore|a\ meat[\ -]eater"
_JOBS = r"""
    (?:(?:primary|high|secondary|school|software|web|data|civil|mechanical|electrical|graphic|interior|veterinary|head|senior|junior
        |freelance|retired|registered|pastry|truck|bus|taxi)\ ){0,2}
    (?:nurse|teacher|doctor|surgeon|dentist|pharmacist|vet|midwife|paramedic|engineer|developer|programmer|designer|architect
        |lawyer|judge|accountant|baker|chef|cook|waiter|waitress|barista|journalist|writer|editor|translator|librarian|carpenter
        |plumber|electrician|mechanic|driver|pilot|firefighter|policeman|policewoman|police\ officer|soldier|farmer|gardener
        |florist|hairdresser|photographer|musician|actor|actress|painter|scientist|physicist|chemist|biologist|historian
        |professor|researcher|psychologist|therapist|physiotherapist|consultant|analyst|scientist|secretary|cashier|cleaner)
"""
_NUMBER = r"\d{1,3}"

# Slot, verbose form. "noun" and "favourite" take their name from the group `thing`. The first that fits counts.
_ENGLISH = (
    ("favourite", rf"{_OF}\ favou?rite\ {_NO_FAVOURITE}(?P<thing>[a-z][a-z\ -]{{1,30}}?){_IS}(?P<value>.+)"),
    ("noun", rf"{_OF}\ (?:new\ |current\ )?(?P<thing>{_NOUN}){_IS}(?:on\ )?(?P<value>.+)"),
    ("job", rf"{_OF}\ (?:new\ |current\ )?(?:job|profession|occupation){_IS}(?:an?\ )?(?P<value>{_JOBS})"),
    ("diet", rf"{_OF}\ diet{_IS}(?P<value>{_DIETS}|keto|paleo|kosher|halal|gluten[\ -]free|dairy[\ -]free|low[\ -]carb)"),
    ("name", r"i(?:\ am|'m)\ (?:called|named)\ (?P<value>.+)"),
    ("called", r"(?:please\ |just\ )?call\ me\ (?P<value>\S+)"),
    ("name", rf"(?:(?:my|our)\ (?P<who>{RELATION})|the\ (?P<the>{RELATION})|(?P<owner>she|he|it|they)){_BE}(?:called|named)\ (?P<value>.+)"),
    ("one named", rf"(?:i|we)\ (?:have|'ve\ got|have\ got|got)\ an?\ (?:new\ )?(?P<who>{RELATION})\ (?:called|named)\ (?P<value>.+)"),
    ("one named", rf"(?:i|we)\ (?:have|'ve\ got|have\ got)\ an?\ (?P<who>{RELATION})\ (?P<value>[a-z'-]+)"),
    ("named", rf"(?:(?:this|that|it)(?:\ is|'s)\ )?(?:my|our)\ (?P<who>{RELATION})\ (?P<value>[a-z'-]+)"),
    ("named", rf"(?:my|our)\ (?P<who>{RELATION})(?:\ is|'s)\ (?P<value>[a-z'-]+)"),
    ("named", rf"(?P<value>[a-z'-]+)(?:\ is|'s)\ (?:my|our)\ (?P<who>{RELATION})"),
    ("home", rf"{_WHO_OR_WE}{_ADV}\ lives?{_ADV}\ in\ (?P<value>.+)"),
    ("home", rf"{_WHO}(?:'ve|\ have|\ has)?{_ADV}\ moved\ (?:house\ )?to\ (?P<value>.+)"),
    ("home", rf"{_OF}\ home{_IS}in\ (?P<value>.+)"),
    ("home", rf"{_WHO_OR_WE}{_BE}(?:based|living)\ in\ (?P<value>.+)"),
    ("age", rf"{_WHO}{_BE}(?P<value>{_NUMBER})(?:\ years?\ old|\ years?\ of\ age)?(?:\ now)?"),
    ("age", rf"{_WHO}(?:\ just|\ have\ just|\ has\ just)?\ turned\ (?P<value>{_NUMBER})(?:\ today|\ yesterday)?"),
    ("diet", rf"{_WHO}{_BE}(?P<value>{_DIETS})(?:\ now)?"),
    ("diet", rf"{_WHO}(?:'ve|\ have|\ has)?{_ADV}\ (?:became|become|gone|turned|went)\ (?P<value>{_DIETS})"),
    ("job", rf"{_WHO}{_ADV}\ works?{_ADV}\ as\ (?:an?|the)\ (?P<value>.+)"),
    ("job", rf"{_WHO}{_BE}(?:working\ as\ )?an?\ (?P<value>{_JOBS})(?:\ now)?"),
    ("employer", rf"{_WHO}{_ADV}\ works?{_ADV}\ (?:for|at)\ (?P<value>.+)"),
    ("partner", rf"{_WHO}{_BE}(?:married|engaged)\ to\ (?P<value>.+)"),
    ("partner", rf"{_WHO}{_BE}dating\ (?P<value>.+)"),
    ("car", rf"{_WHO}{_ADV}\ drives?{_ADV}\ an?\ (?P<value>.+)"),
    ("car", rf"{_OF}\ (?:new\ |current\ )?car{_IS}an?\ (?P<value>.+)"),
    ("time zone", r"i(?:\ am|'m)\ (?:in|on)\ (?:the\ )?(?P<value>[a-z]{2,4}|[a-z\ ]{3,20})\ time(?:\ ?zone)?"),
)  # fmt: skip
_GERMAN = (
    ("name", r"(?:ich\ heisse|mein\ name\ ist|nenn\ mich)\ (?P<value>.+)"),
    ("name", r"(?:(?:meine?|unsere?)\ (?P<who>[a-zu]{3,20})|(?P<owner>sie|er|es))\ heisst\ (?P<value>.+)"),
    ("home", r"ich\ (?:wohne|lebe)(?:\ jetzt|\ nun)?\ in\ (?P<value>.+)"),
    ("home", r"ich\ bin\ (?:jetzt\ )?nach\ (?P<value>.+)\ (?:um)?gezogen"),
    ("age", rf"ich\ bin\ (?:jetzt\ )?(?P<value>{_NUMBER})(?:\ jahre\ alt)?"),
    ("job", r"ich\ arbeite(?:\ jetzt)?\ als\ (?P<value>.+)"),
    ("employer", r"ich\ arbeite(?:\ jetzt)?\ (?:bei|fur)\ (?P<value>.+)"),
    ("favourite", r"meine?\ lieblings-?(?P<thing>[a-z]{3,20})\ ist\ (?P<value>.+)"),
    ("diet", r"ich\ (?:bin|lebe)\ (?:jetzt\ )?(?P<value>vegan|vegan(?:er|erin)|vegetarisch|vegetarier(?:in)?)"),
)
_FRENCH = (
    ("name", r"(?:je\ m'appelle|mon\ nom\ est)\ (?P<value>.+)"),
    ("name", r"(?:(?:m(?:a|on)|notre)\ (?P<who>[a-zœ]{3,20})|(?P<owner>elle|il))\ s'appelle\ (?P<value>.+)"),
    ("home", r"(?:j'habite|je\ vis)(?:\ maintenant)?\ (?:a|en|au|aux)\ (?P<value>.+)"),
    ("age", rf"j'ai\ (?:maintenant\ )?(?P<value>{_NUMBER})\ ans"),
    ("job", r"je\ travaille(?:\ maintenant)?\ comme\ (?P<value>.+)"),
    ("employer", r"je\ travaille(?:\ maintenant)?\ chez\ (?P<value>.+)"),
    ("favourite", r"m(?:a|on)\ (?P<thing>[a-z]{3,20})\ (?:prefere?e?|favorite?)\ est\ (?P<value>.+)"),
)
_SPANISH = (
    ("name", r"(?:me\ llamo|mi\ nombre\ es)\ (?P<value>.+)"),
    ("name", r"(?:(?:mi|nuestr[oa])\ (?P<who>[a-z]{3,20})\ se|(?:ella\ |el\ )?(?P<owner>se))\ llama\ (?P<value>.+)"),
    ("home", r"(?:ahora\ )?vivo(?:\ ahora)?\ en\ (?P<value>.+)"),
    ("age", rf"(?:ahora\ )?tengo\ (?P<value>{_NUMBER})\ anos"),
    ("job", r"(?:ahora\ )?trabajo\ (?:ahora\ )?(?:como|de)\ (?P<value>.+)"),
    ("favourite", r"mi\ (?P<thing>[a-z]{3,20})\ favorit[oa]\ es\ (?P<value>.+)"),
)
_ITALIAN = (
    ("name", r"(?:mi\ chiamo|il\ mio\ nome\ e)\ (?P<value>.+)"),
    ("name", r"(?:mi[ao]|il\ mio|la\ mia)\ (?P<who>[a-z]{3,20})\ si\ chiama\ (?P<value>.+)"),
    ("home", r"(?:ora\ |adesso\ )?(?:vivo|abito)(?:\ ora|\ adesso)?\ (?:a|in)\ (?P<value>.+)"),
    ("age", rf"(?:ora\ )?ho\ (?P<value>{_NUMBER})\ anni"),
    ("job", r"(?:ora\ )?lavoro\ come\ (?P<value>.+)"),
    ("favourite", r"(?:il\ mio|la\ mia)\ (?P<thing>[a-z]{3,20})\ preferit[oa]\ e\ (?P<value>.+)"),
)
_DUTCH = (
    ("name", r"(?:ik\ heet|mijn\ naam\ is|noem\ me)\ (?P<value>.+)"),
    ("name", r"(?:(?:mijn|onze|ons)\ (?P<who>[a-z]{3,20})|(?P<owner>ze|zij|hij|het))\ heet\ (?P<value>.+)"),
    ("home", r"ik\ woon(?:\ nu)?\ in\ (?P<value>.+)"),
    ("age", rf"ik\ ben\ (?:nu\ )?(?P<value>{_NUMBER})(?:\ jaar(?:\ oud)?)?"),
    ("job", r"ik\ werk(?:\ nu)?\ als\ (?P<value>.+)"),
    ("employer", r"ik\ werk(?:\ nu)?\ (?:bij|voor)\ (?P<value>.+)"),
    ("favourite", r"mijn\ (?:favoriete\ |lievelings-?)(?P<thing>[a-z]{3,20})\ is\ (?P<value>.+)"),
)
_PORTUGUESE = (
    ("name", r"(?:o\ )?meu\ nome\ e\ (?P<value>.+)"),
    ("name", r"(?:eu\ )?(?:chamo-me|me\ chamo)\ (?P<value>.+)"),
    ("name", r"(?:a\ )?(?:minha|meu)\ (?P<who>[a-z]{3,20})\ (?:se\ chama|chama-se)\ (?P<value>.+)"),
    ("home", r"(?:eu\ )?(?:agora\ )?moro(?:\ agora)?\ (?:em|no|na)\ (?P<value>.+)"),
    ("job", r"(?:eu\ )?trabalho\ como\ (?P<value>.+)"),
    ("favourite", r"(?:a\ minha|o\ meu|minha|meu)\ (?P<thing>[a-z]{3,20})\ (?:favorit[oa]|preferid[oa])\ e\ (?P<value>.+)"),
)  # fmt: skip
FORMS = (*_ENGLISH, *_GERMAN, *_FRENCH, *_SPANISH, *_ITALIAN, *_DUTCH, *_PORTUGUESE)

CLAUSE_END = r"""
    [,;()—–、，；]|\ -\ |:\ (?=i\b|my\b|her\b|his\b)|\ (?:and|but|because|since|so)\ (?=(?:i|my|he|she|her|his|they|their|it|its|we|you|that)\b)
    |\ (?:und|aber)\ (?=(?:ich|meine?)\b)|\ (?:et|mais)\ (?=(?:je|j'|m[ao]n?)\b)|\ (?:e|y|ma|pero)\ (?=(?:mi|vivo|abito|ho|tengo|trabajo|lavoro)\b)
    |\ (?:en|maar)\ (?=(?:ik|mijn)\b)
"""
LEADS = r"""
    ^(?:(?:and|but|so|well|oh|ok|okay|hi|hello|hey|no|nope|yes|yeah|actually|also|anyway|sorry|wait|now|currently|nowadays|today
        |by\ the\ way|btw|fyi|i\ mean|i\ meant|remember(?:\ that)?|please\ remember(?:\ that)?|note(?:\ that)?|just\ so\ you\ know
        |for\ the\ record|correction|oops|in\ fact|as\ of\ (?:today|now)|it\ turns\ out(?:\ that)?|you\ should\ know(?:\ that)?
        |that's\ (?:wrong|not\ right|not\ true|incorrect)|wrong|my\ (?:bad|mistake)|apologies
        |nein|eigentlich|also|doch|und|aber|hallo|ubrigens|non|en\ fait|et|mais|bonjour|au\ fait|si|en\ realidad|hola|y|pero
        |in\ realta|ciao|e|nee|eigenlijk|hoi|hallo|maar|nao|na\ verdade|ola)(?:\ |$)){1,4}
"""
TRAILS = r"""
    (?:\ (?:now|right\ now|anymore|any\ more|these\ days|nowadays|currently|at\ the\ moment|for\ now|too|as\ well|already|again|today|yesterday|last\ \w+|this\ (?:week|month|year|summer|winter|spring|autumn|fall)|recently|(?:a|one|two|three|\d+|some|many|a\ few)\ (?:days?|weeks?|months?|years?)\ ago|in\ \d{4}|by\ the\ way
        |btw|actually|though|instead|not\ .*|since\ .*|because\ .*|with\ .*|jetzt|nun|maintenant|ahora|ora|adesso|nu|agora))+$
"""
ARTICLES = (
    r"^(?:the|an?|la|le|l'|el|il|lo|der|die|das|het|de|een|ein|eine|einen|einem|une?|uma?|o|my|our|his|her)\ (?=\S)"
)
NO_VALUE = r"^(?:he|she|they|you|i|we|there|here|not|no|never|none|nothing|unknown|what|who|where|how|that|this|it|one|so|very|too|really|more|also|nicht|kein|pas|niet|non|nao|on|in|at|under)\b"
# What makes the sentence no statement about now.
UNCERTAIN = r"""
    \b(?:if|wish|wished|would|wouldn't|could|might|maybe|perhaps|probably|imagine|suppose|pretend|let's\ say|unless|whether|used\ to|when\ i\ was
        |when\ i|no\ longer|once|says?|said|told|thinks?|thought|believes?|hopes?|dreamed|dreamt|in\ (?:the|my|this|a|an)\ (?:story|novel|game|book|dream|play|movie|film)|character|wenn|falls|vielleicht|wurde
        |si\ j|peut-etre|si\ yo|quizas|tal\ vez|forse|misschien|als\ ik|talvez|kidding|lyrics|translate)\b
"""
# How a sentence starts that puts right what was said: it may leave out of whom it speaks.
FIRM = r"""
    ^(?:(?:oh|ah|um|but|and)\ )?(?:no|nope|nah|actually|sorry|wait|oops|correction|wrong|not\ quite|that(?:'s|\ is|\ was)\ (?:wrong|not\ right|not\ true|not\ correct|incorrect
        |a\ mistake)|i\ meant|i\ mean|i\ misspoke|my\ (?:bad|mistake)|you\ (?:got|have)\ (?:it|that)\ wrong|you're\ wrong|nein|eigentlich|falsch|non|en\ fait
        |en\ realidad|in\ realta|nee|eigenlijk|nao|na\ verdade)\b
"""
# A sentence that says no more than that: the next one puts it right.
FIRM_ALONE = rf"(?:{FIRM}|\ |,|that|this|it|wrong|right|not|is|was|a|mistake|sorry|no|oh|oops){{1,12}}"
# What tells of a change: it names of whom.
CHANGED = r"\b(?:turned|moved\ to|became|now|actually|these\ days|nowadays|as\ of\ today|any\ ?more|jetzt|maintenant|ahora|adesso|nu|agora)\b"
MEANT = r"(?:(?:no|sorry|oops|wait)[,\ ]+)?i\ meant(?:\ to\ say)?\ (?P<value>[\w'-]+(?:\ [\w'-]+){0,2})"
# "I don't live in Ghent anymore", by what would state it: "I live in Ghent".
ENDED = (
    r"(?P<who>.+?)\ (?:don't|do\ not|doesn't|does\ not)\ (?P<rest>.+?)\ (?:anymore|any\ more|any\ longer)",
    r"(?P<who>.+?)(?P<be>'m|\ am|'s|\ is|'re|\ are)\ not\ (?P<rest>.+?)\ (?:anymore|any\ more|any\ longer)",
    r"(?P<who>.+?)(?P<be>\ is|\ are)n't\ (?P<rest>.+?)\ (?:anymore|any\ more|any\ longer)",
    r"(?P<who>.+?)(?P<be>'m|\ am|'s|\ is|'re|\ are)\ no\ longer\ (?P<rest>.+)",
    r"(?P<who>.+?)\ no\ longer\ (?P<rest>.+)",
)
BROAD_PLACES = _set(
    """afghanistan argentina australia austria bangladesh belgium bolivia brazil bulgaria canada chile china colombia croatia
    cuba cyprus czechia denmark ecuador egypt england estonia ethiopia europe finland france germany ghana greece hungary
    iceland india indonesia iran iraq ireland israel italy jamaica japan jordan kenya latvia lebanon lithuania luxembourg
    malaysia malta mexico morocco nepal netherlands nigeria norway pakistan peru philippines poland portugal romania russia
    scotland serbia singapore slovakia slovenia spain sweden switzerland syria taiwan thailand tunisia turkey uganda uk
    ukraine us usa vietnam wales asia africa california texas florida bavaria catalonia flanders scandinavia deutschland
    osterreich schweiz frankreich italien allemagne belgique espagne suisse italie alemania francia espana italia belgica
    svizzera germania nederland belgie duitsland frankrijk brasil"""
) | {"united states", "united kingdom", "south africa", "new zealand", "south korea", "czech republic", "costa rica", "sri lanka"}  # fmt: skip
