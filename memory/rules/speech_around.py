"""What stands around an order and makes it none: who else says it, to whom, that it is not meant, what goes on behind its comma.

The one fact a reader would get wrong: behind the comma only what is known to leave an order standing may follow (a reason, a
wish for another subject, an oath). All else takes the order away: in five languages one speaks in too many ways of others.
"""

import re

from memory.rules.sentences import pattern
from memory.rules.speech_forms import Tongue

_MOST_SPEAKER_WORDS = 8
# Verbs that tell of speech wherever they stand behind an order.
_SAYS = r"""(?:said|says|saying|told|tells|telling|asked|asks|asking|begged|begs|begging|pleaded|pleads|pleading|scream(?:ed|s|ing)|yell(?:ed|s|ing)
    |shout(?:ed|s|ing)|whisper(?:ed|s|ing)|mutter(?:ed|s|ing)|mumbled|murmured|hissed|snapped|snarled|groaned|moaned
    |bellowed|thundered|roared|shrieked|exclaimed|insist(?:ed|s|ing)|warn(?:ed|s|ing)|urg(?:ed|es)|order(?:ed|s)|commanded|requested|implored
    |repl(?:ied|ies)|respond(?:ed|s)|wrote|writes|texted|quipped|lectured|whined|interrupted|objected|countered|repeating|demanding|advis(?:ed|es)|suggest(?:ed|s)|scolded|instructed
    |(?:ge)?sagt(?:e|en)?|(?:ge)?mein(?:te|t)|rief|ruft|gerufen|schrie|schreit|geschrien|geschrie|(?:ge)?brüllte?|(?:ge)?flüsterte?|bat|gebeten
    |befahl|befiehlt|befohlen|verlangte?|(?:ge)?forder(?:te|t)|(?:ge)?knurrte?|(?:ge)?zischte?|(?:ge)?seufzte?|(?:ge)?antwortete?|erwiderte?|(?:ge)?murmelte?
    |(?:ge)?schimpfte?|(?:ge)?warnte?|(?:er)?mahnte?|(?:an)?(?:ge)?flehte?|(?:ge)?schluchzte?|(?:ge)?fragte?|schrieb|schreibt|geschrieben|drohte?|schnauzte?|hieß\ es
    |(?:dit|disait|disent|cri(?:a|ait|é|e)|hurl(?:a|ait|é|e)|demand(?:a|ait|é|e)|ordonn(?:a|ait|é|e)|suppli(?:a|ait|é|e)|murmur(?:a|ait|é)
        |chuchot(?:a|ait|é|e)|répond(?:it|ait|u)?|répliqu(?:a|ait|é|e)|lanç?a|(?:en)?gueul(?:a|ait|é|e)|exig(?:ea|eait|é|e)|répét(?:a|ait|é)|répète-t-\w+
        |affirm(?:a|ait|é)|écri(?:t|vit|vait)|soupir(?:a|ait|é)|sanglot(?:a|ait|é)|souffla)(?:-t)?(?:-(?:il|elle|on|ils|elles))?
    |dij(?:o|eron)|dice|decía|dicho|grit(?:ó|aba|ado|a)|pid(?:ió|e|ía)|pedido|orden(?:ó|aba|a)|suplic(?:ó|aba|a)|rogó|rogaba|susurr(?:ó|aba|a)
    |murmuró|contest(?:ó|aba)|respond(?:ió|ía)|exclamó|exig(?:ió|ía|e)|repitió|repetía|escribió|preguntó
    |zei|zegt|gezegd|riep|roept|geroepen|schreeuwde?|schreeuwt|geschreeuwd|gilde|gilt|vroeg|vraagt|gevraagd|smeekte?|gesmeekt|fluisterde|fluistert
    |beval|bevolen|antwoordde|snauwde|snauwt|brulde|schreef|mompelde|zuchtte|herhaalde)"""
# What also means other things ("she cried all night"): it tells of speech only as the whole of a clause with its speaker.
_MAY_SAY = r"(?:bark(?:ed|s)|growl(?:ed|s)|cried|cries|sigh(?:ed|s)|laugh(?:ed|s)|smiled|sob(?:bed|s)|wept|grumbl(?:ed|es)|complain(?:ed|s)|went|goes|repeat(?:ed|s)|added|demand(?:ed|s)|promis(?:ed|es)|answer(?:ed|s)|continued|remind(?:ed|s)|keeps?\ on|kept\ on|thought|wondered|wanted\ to\ know|cut\ in|posted|reads?)"
_OWN = rf"\bi(?:'ve|\ have)?(?:\ already)?\ (?:(?:told|asked|begged|warned)\ you\b|said\b(?!\ to\b)(?!.*\b{_MAY_SAY}))|\bi'?m\ (?:begging|asking|telling|warning)\ you\b"
_WHO = r"""(?:he|she|they|we|i|everyone|everybody|someone|(?:my|the|his|her|their|our|an?|this|that)\s+(?:[\w'-]+\s+){0,2}?[\w'-]+
    |(?-i:[A-ZÀ-Þ])[\w'-]+(?:\s+(?-i:[A-ZÀ-Þ])[\w'-]+)?)"""
_HOW = r"(?:\s+(?:me|us|her|him|them|again|out|\w+ly|(?:at|to|with|in|from|through|for\ the)\s+.*))*"
_SPEAKER = rf"(?i)(?:{_WHO}\s+(?:(?:\w+ly|always|often|sometimes|then|just|only|kept|had|has|also)\s+){{0,2}}(?:{_SAYS}|{_MAY_SAY}){_HOW}|{_WHO}(?:'d|\s+would|\s+will|\s+used\s+to)\s+(?:\w+\s+)?(?:say|tell|yell|scream|shout|beg|plead|ask|cry|repeat|insist|whisper|warn|go)\b.*|(?!(?:i|we)\b){_WHO}(?:'d|\s+would|\s+used\s+to)\s+(?:\w+\s+)?\w+|(?-i:(?=[a-zà-ÿ]))(?:{_SAYS}|{_MAY_SAY})(?!-)\b.*)"
# A person and one verb in the past, no more: in English that is a speaker, unless it says what became of somebody.
_DOES = r"(?i)(?:he|she|they|(?:my|the|his|her|our)\s+[\w'-]+|(?!(?:i|this|that|it|much|not|never|always|so|well|just|really|all|you|we|got|nothing|something|everything|what|who)\b)(?-i:[A-ZÀ-Þ])[\w-]+)\s+(?:\w+ly\s+)?(?!(?:died|cheated|lied|moved|failed|divorced|passed|betrayed|disappeared|retired|changed|returned|used|need|red|bed)\b)(?:\w{2,}ed|spat|sang|wrote|spoke|swore)(?:\s+(?:out|in|up|back|on|away|at\ (?:me|us|him|her)))?"
# A verb and a person, no more, in small letters behind a closed sentence: "fauchte sie", "s'écria Paul", "cria-t-elle".
_INVERTED = r"""(?:\S+-(?:t-)?(?:il|elle|ils|elles|on)
    |(?!(?:thanks|please|merci|danke|gracias|bitte|bedankt)\b)[a-zà-ÿ][\w'-]*(?:ed|te|de|a|ó|it|ait|ut|ía|ba|rief|bat|schrie|riep)\s+(?:er|sie|ze|zij|hij|ella|él|he|she|they|man
        |(?:my|meine?|mon|ma|mi|mijn|de|der|die|le|la|el|the)\s+\w+|[A-ZÀ-Þ][\w-]+))"""
_ME = r"(?i)me\s+(?!dol|cans|hart|hizo)\w+(?:ó|aba|ía)(?:\s+(?:ella|él|mi\s+\w+|(?-i:[A-ZÀ-Þ])\w+))?"
_SPEAKS = rf"(?i)(?<![\w'])(?:\w')?{_SAYS}(?![\w'])"
_OWN_SPEECH = rf"(?i){_OWN}"

# Not meant: wherever it stands in the message from the order on.
_EARNEST = r"(?i)\b(?:no|not|n't|isn't|ain't|kein|keine|nicht|pas|sans|sin|geen|niet)\s+(?:\w+\s+){0,2}(?:kidding|joking|jokes?|scherz|spa(?:ß|ss)|blague|broma|grapje|geintje)\b"
_JOKE = r"""(?i)\b(?:kidding|joking|(?:just|only)\ (?:teasing|messing|fooling|testing|a\ test)|i'm\ (?:just|only)\ playing|april\ fools?|gotcha|i\ (?:kid|jest|lied)|(?:tricked|fooled|pranked|pranking|got)\ (?:you|ya)|je\ t'ai\ eue?|te\ lo\ creíste|reingelegt|hell\ no|(?:on|quite|to)\ the\ (?:contrary|opposite|reverse)
    |(?:i'm|i\ am|i\ was)\ not\ (?:being\ )?serious(?!ly)|(?:don't|didn't|do\ not|did\ not)\ (?:really\ |actually\ )?mean\ (?:it|that|this)
    |(?:just|only|was|all|bad)\s+(?:a\s+)?(?:joke|jest|prank)|sarcasm|sarcastic|in\ jest|pulling\ your\ leg
    |(?:nur|war|kleiner|ein)\s+(?:ein\s+)?(?:scherz|spa(?:ß|ss)|witz)|scherz|quatsch|nicht\ (?:im\ ernst|ernst)|im\ gegenteil|(?:mache?|war)\ (?:nur\ )?(?:witze|spa(?:ß|ss))
    |(?:je\ )?(?:plaisante|rigole|déconne)|plaisantais|(?:c'est|c'était|une?)\s+(?:une\s+)?(?:blague|plaisanterie)|blague\ à\ part|pour\ rire|pas\ (?:sérieux|sérieuse)|au\ contraire
    |(?:es|era|de|en)\s+(?:una\s+)?broma|bromeo|bromeaba|bromita|no\ (?:va|hablo|lo\ digo)\ en\ serio|al\ contrario
    |grap(?:je|je\s+hoor|jes?)|geintje|(?:maak|was)\s+(?:maar\s+)?(?:een\s+)?(?:grap|geintje)|niet\ (?:serieus|gemeend)|meen\ (?:het|dat)\ niet|integendeel)\b"""
_LAUGH = r"(?i)(?<![\w/])(?:lo+l|lmao|rofl|jk|j/k|(?:ha){2,}h?|(?:he){2,}h?|(?:ja){2,}j?|(?:je){2,}|(?:hi){2,}|mdr|ptdr|xd|/s|/j|/jk|psych|(?-i:NOT)!*$)(?![\w/])|[\U0001F609\U0001F61C\U0001F92A\U0001F61D\U0001F643]"
_LAUGHS_ONLY = rf"(?i)\W*(?:(?:no|nah|oh|ok|well)\W+)*(?:{_LAUGH[4:]})(?:\W.*)?"
_OPPOSITE = r"""(?:not\ on\ your|(?:never|not)\ in\ (?:my|your|a)\b|as\ if\b|yeah,?\ right|scratch\ that|never\ ?mind\ (?:that|me|what)|(?:on\ )?second\ thoughts?
    |(?:i\ )?(?:don't|didn't|do\ not|did\ not|never)\ (?:really\ |actually\ )?(?:mean|meant)\ any|(?:i'd|i\ would)\ hate|(?:i|we)\ (?:take|took)\ (?:it|that)\ back
    |actually,?\ (?:no|don't|keep|never)|(?:i\ )?(?:wouldn't|would\ never|'d\ never)|you\ wish|you\ (?:don't|needn't|do\ not)\ (?:have|need)\ to|wors[et]\ (?:idea|advice|thing)
    |(?:a\ )?(?:bad|terrible|stupid|silly|ridiculous|awful|dumb)\ (?:idea|advice)|(?:you'd\ like\ (?:that|it)|(?:or\ )?maybe\ (?:not|don't)|ignore\ me)\b|(?:that|it|this)(?:'d|\ would)\ (?:break|kill|hurt|never|not|be\ (?:an?\ )?(?:shame|pity|mistake|sad|boring|terrible|awful|horrible|too\ bad|silly|stupid|wrong|cruel|nonsense))
    |keep\ (?:talking|going|it)|(?:no,?\ )?please\ (?:don't|ignore)|don't\ you\ dare|(?:ignore|disregard|undo|cancel|strike)\ (?:that|this|it|my|what)|forget\ (?:that\ )?(?:what\ )?i\ (?:just\ )?said
    |(?:i\ )?changed\ my\ mind|wrong\ (?:chat|window|person|button)|oops|(?:it's|it\ is|that's|was)\ a\ lie|(?:you\ must\ be|are\ you)\ (?:mad|crazy|nuts|kidding)
    |vergiss\ (?:es|das)|ignorier\w*|gelogen|laisse\ tomber|oublie\ (?:ça|cela)|olvídalo|laat\ maar|vergeet\ (?:het|dat)|tu\ parles|ni\ hablar|doch\ nicht|von\ wegen
    |(?:that|this)(?:'s|\ is|\ was)\ (?:what\s+(?:he|she|they|everyone|everybody|people|my|his|her|our|(?-i:[A-ZÀ-Þ])\w+)\b|how\s+(?:\w+\s+){1,2}(?:talks?|speaks?|puts?|says?|said)\b)|(?:her|his|their|\w+'s)\ (?:(?:exact|own|very|last)\ )?words)\b"""
# Behind a comma: whose words they are, and to whom they are said.
_OTHERS = r"""(?i)\b(?:(?:put|puts)\ it|(?:her|his|their|\w+'s)\ (?:opinion|advice|idea)|the\ (?:song|saying|lyrics?)|you\ (?:two|three|guys|all|lot|people|kids|both|boys|girls|folks|lads)|you\s+(?:\w+\s+){0,3}(?-i:[A-ZÀ-Þ])\w+$|y'all|i\ hear\ (?:all|every|that|it|this))\b"""
_OPPOSITE_NEXT = r"""(?i)(?:(?:wait|oh|well|haha|actually|but)\W+)*(?:not?\W*$|or\ not\b|never\ ?mind\W*$|nvm\b|psych\b|spa(?:ß|ss)\W*$|(?:no|nah),?\ wait|wait,?\ no|(?:nope|nah)\b|not\ really|(?!i\b)(?:.*\s)?(?!i\b)\w+\ (?:said|says)\ (?:it|that|so|this)\b|just\ (?:a\ )?test
    |(?:end\ )?(?:of\ )?(?:un)?quote\b|(?:und|et|y|en)?\s*(?:nein|non|nee)\b\W*$)"""
# "That was a test.", "Those were his last words.": the sentence behind speaks of the order as of words.
_OF_WORDS = r"""(?i)(?:(?:that|this|it|those|these|here)(?:'s|\ is|\ was|\ were|\ are)|das\ (?:war(?:en)?|ist|sind)|war|so|c'est|c'était|ce\ (?:sont|furent)|es|son|era|eran|eso\ (?:es|era)|dat\ (?:was|waren|is|zijn)|dit\ (?:is|was))\b
    .*\b(?:lines?|words?|sentence|phrase|lie|quote|saying|lyrics?|title|motto|(?:thing|all|everything)\ (?:he|she|they|my|anna)\b.*|worte|satz|zitat|mots|phrase|citation|palabras|frase|cita|woorden|zin|citaat|(?:a|ein|un|una|een)\ (?:test|prueba))\W*"""
# The sentence before ends in that somebody speaks: "My sister wrote.", "She texted me this."
_SPOKE = rf"(?i)(?!thank|appreciate|glad|.*\b(?:i|you|we)\s+(?:\w+\s+)?{_SAYS}\W*$)(?!(?:\w+\s)?(?:i|you|ich|du|je|tu|yo|tú|ik|jij)\b)(?:.*\s)?(?:{_SAYS}|posted)(?:\s+(?:me|us|him|her|this|that|it|so|mir|uns|das|dies|ça|ceci|esto|eso|dit|dat))*\W*|.*\bto\ (?:translate|repeat|correct|proofread|rephrase)\W*"
_DENIED = r"(?i)(?:no|nah|nope|naw|not|never(?!\s+(?:mention|talk|speak|bring|say|ask)\b)|nothing|nobody|none|nein|nee|nicht|nie|niemals|non|pas|jamais|ni|nunca|jamás|niet|nooit|don't|do\ not)\b(?!\s+(?:more|one|need\ to\ hear)\b)"

# A sentence that hands the next one over: to be repeated, translated, sung, or as somebody's words.
_INTRODUCES = r"""(?i)\W*(?:(?:please|pls|now|let's|everybody|everyone|all|and|ok|okay|so|then|bitte|por\ favor|alsjeblieft|(?:can|could|would|will)\s+you)\b\W*)*
    (?:(?:repeat|sing|recite|chant|echo|quote|translate|rephrase|paraphrase|correct|proofread|rewrite|pretend|imagine|spell|pronounce|autocorrect|fix\ (?:my|this))\b
    |(?:say|read|shout|scream|write|type|copy|complete|finish|explain|continue)\s+(?:it|this|that|these|after|with|along|aloud|out|the\ following|the\ sentence|down)\b
    |(?:how\ (?:do|would)\ (?:you|i|we)\ (?:say|write|spell)|is\ (?:this|that|it)\ (?:correct|right|good|proper|grammatical)|everyone\ now|overheard|i\ (?:wrote|texted|shouted|yelled|screamed|replied|answered)|what\ (?:does|do)\ (?:this|that|these)\ mean|who\ (?:said|sang|wrote)|(?:and\ )?i\ quote)\b
    |(?:sprich|sprecht|sagt?)\s+(?:\w+\s+)?nach\b|wiederhole?\b|sing[et]?\b|lies\s+(?:das|dies|vor|laut|mit)\b|übersetze?\w*|korrigiere?\b|zitiere?\b|ich\s+zitiere|was\ (?:heißt|bedeutet)|wie\ sagt\ man
    |répète[zs]?\b|chante[zs]?\b|chantons\b|li(?:s|sez)\b|tradui\w+|corrige[zs]?\b|je\ cite|comment\ (?:dit|dire)|que\ veut\ dire|dis\ avec
    |repit\w+|repetid\b|canta\w*|lee\b|traduc\w+|corrige\b|cito\b|¿?cómo\ se\ dice|¿?qué\ significa|di\ conmigo
    |zeg\w*\s+(?:\w+\s+)?na\b|herhaal\w*|zing\w*|lees\b|vertaal\w*|verbeter\b|ik\ citeer|hoe\ zeg\ je|wat\ betekent
    |(?:\S+\s+){0,6}(?:words|lyrics|quote|quotation|slogan|mantra|motto|chorus|refrain|tagline|caption|headline|transcript|worte|zitat|liedtext|paroles|citation|devise|palabras|cita|lema|woorden|citaat)\W*$)"""
_SIGNATURE = r"""(?i)[–—-]{1,3}\s*\w[\w'.\ ]{0,30}\W*|(?:mom|mum|mama|maman|mamá|dad|papa|papá|grandma|grandpa)\W*
    |(?:(?:love|yours|hugs|kisses|best|cheers|sincerely)\s*,|(?:xo+x?o?|(?:kind\ )?regards|lg|liebe\ grüße|bisous|besos|groetjes|liefs)\b).{0,20}"""

# What leaves an order standing behind its comma or dash.
_WISH = r"(?:talk|speak|ask|tell|focus|concentrate|stick|switch|let's|let|instead|rather|try|give|think|help|show|leave\ (?:it|him|her|that|them))\b"
_OATH = r"""(?:for\ (?:god|goodness|heaven|christ|pete|fuck)'?s?\ sake|for\ the\ love\ of\b.*|for\ real|damn\ it|dammit|goddam\w*|ffs|no\ (?:joke|kidding)|not\ (?:kidding|joking)|seriously|honestly
    |period|full\ stop|enough|end\ of\ (?:story|discussion)|okay|ok|please|pls|thanks?|thank\ you|will\ you|would\ you|already|again|any\ ?more|ever|reverie)\b"""
_STANDS = {
    Tongue.ENGLISH: rf"""(?i)(?:{_WISH}|{_OATH}|(?:(?:because|since|'?cause|cuz|as|and)\s+)?(?:it|its|that|thats|this|i|im|he|she|we|they|you|there)(?:'\w+)?(?!\w)
        |(?:(?:my|the|our|his|her|even|and|because|since)\s+){{0,2}}[\w'-]+(?:\s+[\w'-]+)?\s+(?:is|are|was|has|have|had|can't|cannot|won't|doesn't|hates?|hurts?|died|left|needs?)\b)""",
    Tongue.GERMAN: r"(?i)(?:weil|denn|da|sonst|das|dies|es|ich|er|sie|wir|du|mir|mich|bitte|verdammt|um\ (?:gottes|himmels)\ willen)\b",
    Tongue.FRENCH: r"(?i)(?:parce|car|ça|cela|c'|je\b|j'|il|elle|on|tu|ils|elles|nous|vous|sinon|puisque|bon\ sang|s'il\ (?:te|vous)|merde)",
    Tongue.SPANISH: r"(?i)(?:porque|que|pues|me|eso|esto|es|ya|no\s+(?:quiero|puedo|aguanto|soporto|me)|estoy|yo|si\ no|por\ (?:favor|dios)|joder)\b",
    Tongue.DUTCH: r"(?i)(?:want|omdat|het|dat|dit|ik|hij|zij|ze|we|wij|anders|je|jij|u|alsjeblieft|verdomme|in\ godsnaam)\b",
}
# What comes before ", please stop ..." and is no address: it says something.
_GREETING = r"(?i)(?:(?:hey|hi|hello|oh|so|ok|okay|please|pls|and|but|no|yes|right|alright|well|ugh|sorry|thanks|thank\ you|listen|look|fine|sure|great|cool|now|anyway|also|actually)\b[\s,]*)*"
_SAYS_SOMETHING = r"""(?i)\b(?:i|it|it's|this|that|that's|these|those|there|he|she|they|we|i'm|is|are|was|were|am|has|have|had|do|does|did|can|can't|cannot|could|will|would
    |should|day|week|night|morning|time|news|thing|enough|seriously|honestly|again|come\ on|god|gosh|jesus|sake|damn|dammit|reverie|hurts?|left|gone|dead)\b
    |\w+n't\b|\b(?-i:(?!darling)[a-z]{2,}(?:ed|ing))\b"""


def is_not_meant(sentence: str) -> bool:
    """Tell whether a sentence says that it, or what was said before, is a joke: "..., just kidding", "lol jk"."""
    return pattern(_JOKE).search(pattern(_EARNEST).sub(" ", sentence)) is not None


def takes_back(sentence: str, before: str) -> bool:
    """Tell whether the sentence right behind an order takes it away: "Not!", "she asked.", "Her words.", "— Mom".

    Args:
        sentence: It.
        before: The order's, with its end: what trails off ("...") or asks may be denied by a mere "no, ...".
    """
    return (
        is_not_meant(sentence)
        or pattern(_LAUGHS_ONLY).fullmatch(sentence) is not None
        or pattern(rf"(?i)(?:(?:but|and|oh|or|well|no|sorry|nein|nee|non|wait|on)\b\W*)*{_OPPOSITE}").match(sentence)
        is not None
        or pattern(_OPPOSITE_NEXT).match(sentence) is not None
        or pattern(_SIGNATURE).fullmatch(sentence) is not None
        or pattern(_OF_WORDS).fullmatch(sentence) is not None
        or names_speaker(sentence.rstrip(".!?… "))
        or (before.endswith(("...", "…", "?")) and pattern(_DENIED).match(sentence) is not None)
    )


def names_speaker(clause: str) -> bool:
    """Tell whether a clause is all about who speaks: "she asked", "begged Anna", "cria-t-elle"."""
    if len(re.split(r"\s+", clause)) > _MOST_SPEAKER_WORDS:
        return False
    return any(pattern(form).fullmatch(clause) is not None for form in (_SPEAKER, _DOES, _INVERTED, _ME))


def is_denied(part: str) -> bool:
    """Tell whether what stands behind an order's comma names another speaker or means the opposite."""
    said = pattern(_OWN_SPEECH).sub(" ", part)
    return (
        pattern(_SPEAKS).search(said) is not None
        or names_speaker(said.strip())
        or pattern(rf"(?i)\b{_OPPOSITE}").search(part) is not None
        or pattern(_OTHERS).search(part) is not None
    )


def laughs(sentence: str) -> bool:
    """Tell whether a sentence ends in laughter or a wink, or in "/s"."""
    return pattern(_LAUGH).search(sentence) is not None


def may_follow(tail: str, tongue: Tongue) -> bool:
    """Tell whether an order stands with this behind its comma: "it hurts", "talk about Max", "for god's sake"."""
    return pattern(_STANDS[tongue]).match(tail) is not None


def is_oath(part: str) -> bool:
    """Tell whether what stands between commas only lends weight: "seriously", "for god's sake", "please"."""
    return pattern(rf"(?i){_OATH}\W*").fullmatch(part) is not None


def introduces(sentence: str) -> bool:
    """Tell whether the next sentence is somebody's words, or to be worked on: "Repeat after me.", "Her exact words."."""
    return pattern(_INTRODUCES).match(sentence) is not None or pattern(_SPOKE).fullmatch(sentence) is not None


def is_address(head: str) -> bool:
    """Tell whether what stands before ", please stop ..." is whom it is said to: "Dad", "Hey Anna", not "I had a bad day"."""
    named = pattern(_GREETING).sub("", head, count=1).strip()
    return named.strip(" ,").casefold() not in ("", "you") and pattern(_SAYS_SOMETHING).search(named) is None
