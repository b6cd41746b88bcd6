"""What in the place of a topic is no topic: a limit in time, manner or company, and another clause.

The one fact a reader would get wrong: each language has its own words, and only those of the order's language count. "War",
"hat" and "die" are verbs and pronouns in one of them and topics in another.
"""

from memory.rules.sentences import pattern
from memory.rules.speech_forms import DETERMINERS, Tongue

_UNIT = r"(?:seconds?|secs?|minutes?|mins?|hours?|days?|nights?|weeks?|weekends?|months?|years?|while|moments?|bit|evenings?|afternoons?|mornings?|times?)"
_DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?)"
# Words ending in -ly that say no manner.
_NO_MANNER = r"(?:family|italy|sicily|emily|kelly|sally|molly|holly|lily|billy|willy|polly|milly|nelly|beverly|kimberly|carly|charly|july|ally|bully|belly|jelly|fly|butterfly|assembly|anomaly|monopoly|reply|supply|rally|doily|dolly|trolley|lolly|melancholy|homily)"
# Events and states, which happen somewhere, with someone and to someone: "my trip to Rome".
_EVENT = r"(?:trips?|visits?|journeys?|moves?|travels?|flights?|life|times?|works?|jobs?|weddings?|accidents?|part(?:y|ies)|holidays?|vacations?|school|marriage|divorce|funeral|war|death|fights?|arguments?|quarrels?|relationships?|affairs?|dates?|break-?ups?|meetings?|deals?|talks?|friendships?|problems?|troubles?|issues?|experiences?|interviews?|appointments?|history|stor(?:y|ies)|years?|childhood|addiction|return|way|people|things?|reaction|allergy|letters?|answers?)"
_LIMIT = {
    Tongue.ENGLISH: rf"""(?i)\S\s+(?:for\s+(?:[\w-]+\s+){{0,3}}{_UNIT}|for\s+(?:now|once|today|tonight|good\ measure)|(?:this|next|all|every|each|the\ (?:whole|entire|rest\ of\ the))\s+(?:\w+\s+){{0,2}}{_UNIT}
        |(?:this|that|next|on|every|until|till?)\s+(?:{_DAY}|summer|winter|spring|autumn|fall)|at\s+(?:dinner|lunch|breakfast|night|bedtime|the\ (?:dinner\ )?table|once|length|least|all|parties|christmas)
        |in\s+(?:the\s+)?(?:first|second|third)[\ -]person|in\s+(?:the\s+|my\s+)?(?:public|private|general|detail|jest|passing|class|english|german|french|spanish|dutch|italian|latin|rhymes?|riddles|verse|prose|caps|capitals|capital\ letters
            |bullet\ points|emojis?|slang|quotes|bed|mornings?|evenings?|afternoons?|car|meantime|past\ tense|present\ tense|(?:group\ )?chat)
        |in\s+(?:that|this|such|your|every|each|any|all|an?)\b.*|as\s.*|by\s+(?:name|mistake|accident|heart)|with\s+(?:such|so|your|that|this|an?|every|any|each)\b.*
        |over\s+(?:breakfast|lunch|dinner|coffee|tea|and\ over)|(?:behind|between|till?|until)\s.*|here|there|so|too|only|first|instead|these\ days|right\ (?:away|here)|straight\ away|on\ the\ (?:phone|bus|train|internet)|(?:via|using|around|among|amongst|past)\s.*|aloud|out\ loud|mid-\w+|per\ se|(?:once|twice|\w+\ times)(?:\s.*)?|non-?stop|24/7|(?!{_NO_MANNER}$)(?-i:[a-z])\w+ly)$
        |\S\s+(?:as|so|too)\s""",
    Tongue.GERMAN: rf"""(?i)\S\s+(?:heute|morgen|jetzt|gerade|gestern|vorerst|erstmal|vorläufig|derzeit|ständig|dauernd|immer|ewig|lange|hier|nur|so|als|wie|bis|während
        |(?:den|die|das)\s+ganze[nrs]?|negativ|schlecht|abfällig|laut|eine?[nm]?\s+(?:sekunde|minute|stunde|tag|weile|moment|augenblick|woche)|diese[nmrs]?\s+(?:woche|monat|jahr|abend|morgen|nachmittag|wochenende|sommer|winter)|nächste[nmrs]?|für\s+(?:\w+\s+){{0,3}}(?:sekunden?|minuten?|stunden?|tage?|wochen?|monate?|jahre?|moment|weile|zeit)
        |in\s+der\s+\w+\s+person|beim|im\s+(?:büro|bett|auto|moment|augenblick|chat|unterricht|detail)|vor\s+(?:meine|deine|den|dem|der|allen|anderen|leuten|kindern)\w*|am\s+(?:tisch|telefon|abend|morgen|{_DAY}|\w+tag|wochenende)
        |auf\s+(?:deutsch|englisch|französisch|spanisch|niederländisch)|in\s+(?:diesem|dem|einem|so\s+einem)\s+ton|in\s+reimen|mit\s+(?:so|solche[rmn]?|vollem|deine[rm]?))(?:\s|$)""",
    Tongue.FRENCH: r"""(?i)\S\s+(?:pendant|durant|une?\s+(?:moment|instant|heure|minute|seconde|peu|jour|semaine)|cette\s+(?:semaine|nuit|année)|ce\s+(?:soir|matin|mois|week-end)|aujourd'hui|demain|maintenant|hier|pour\s+(?:l'instant|le\s+moment|aujourd'hui|une?|deux|cinq|dix|quelques)
        |à\s+la\s+\w+\s+personne|comme|en\s+(?:public|privé|détail|anglais|allemand|français|espagnol|rimes?|vers|permanence|dormant|mangeant|classe)|devant|à\s+table|tout\s+le\s+temps|sans\s+cesse|tous\s+les|toute\s+la|chaque
        |ainsi|si|trop|tant|mal|ici|jusqu\S*|tout\s+de\s+suite|avec\s+(?:autant|tant|cette|ce|ton)|\w+(?:ive|euse|ale|elle|ique|able|ible|ère|ète|aine|aute|aible|orte|ouce)ment|\w+(?:amm|emm)ent)(?:\s|$)""",
    Tongue.SPANISH: r"""(?i)\S\s+(?:durante|una?\s+(?:rato|ratito|momento|poco|minuto|hora|día|semana)|esta\s+(?:semana|noche|tarde|mañana)|este\s+(?:mes|año|fin|verano)|hoy|mañana|ahora|ayer|por\s+(?:ahora|hoy|una?|cinco|diez|dos|unos|favor|el\s+momento)|en\s+(?:tercera|primera|segunda)\s+persona
        |en\s+(?:público|privado|inglés|español|alemán|francés|detalle|rimas?|verso|clase|la\s+mesa)|como|delante|todo\s+el|todos\s+los|cada|tanto|así|mal|aquí|hasta|sin\s+parar|con\s+(?:tanto|tanta|ese|esa|tu)|\w{4,}mente)(?:\s|$)""",
    Tongue.DUTCH: rf"""(?i)\S\s+(?:een\s+(?:uurtje|uur|momentje|tijdje|minuut|minuutje|poosje|dag|week|beetje)|deze\s+(?:week|maand|avond|ochtend|middag|zomer)|dit\s+(?:weekend|jaar)|vandaag|morgen|vanavond|gisteren|nu|even|voorlopig|volgende|in\s+de\s+\w+\s+persoon|als|zoals|tijdens|bij\s+het|aan\s+tafel|op\s+(?:het\s+werk|school|\w+dag)
        |voor\s+(?:\w+\s+){{0,3}}(?:seconden?|minuten|minuut|uur|dagen|dag|week|weken|maand|even|nu|vandaag)|de\s+hele|altijd|steeds|zo|tot|hier|in\s+het\s+(?:openbaar|engels|nederlands|duits|frans)|in\s+(?:rijm|{_DAY})|negatief|slecht|luid|met\s+(?:zoveel|zulke|je))(?:\s|$)""",
}
# Behind a name or a thing without article, of a place or a company: "Rex in rhymes", "Rex to Anna"; not "war in Ukraine".
_NEAR = r"(?:at|on|during|over|around|near|to|by|with|within|under|through|throughout|beyond|since|after|before|without|inside|outside)"
_COMPANY = rf"(?:(?-i:[A-Z])[\w'-]+\s+(?:{_NEAR}|in\s+\S+)\s|(?!{_EVENT}\s)[\w'-]+\s+(?:in|{_NEAR})\s+(?-i:[a-z]))"
_AUDIENCE = rf"(?i)(?!.*\b{_EVENT}\s+to\s).*\S\s+to\s+(?:my|your|his|her|our|their|the|anyone|everyone|everybody|people|others|strangers|me|kids)\b"
# The same in the other languages: "Rex mit meiner Mutter".
_COMPANY_ABROAD = {
    Tongue.GERMAN: r"\S+\s+(?:in|auf|an|mit|bei|zu|gegenüber|vor|ohne|unter)\s+(?!(?-i:[A-ZÄÖÜ])\S+$)|\S+\s+(?:mit|bei|zu|gegenüber|vor)\s",
    Tongue.FRENCH: r"(?-i:[A-ZÀ-Þ])\S+\s+(?:en|à|avec|devant|chez|dans|sur|sous|sans)\s|\S+\s+(?:en\s+(?:ma|ta|sa|notre|votre)|avec|devant|chez|à\s+(?:ma|mon|mes|ta|ton|tes))\s",
    Tongue.SPANISH: r"(?-i:[A-ZÀ-Þ])\S+\s+(?:en|con|ante|a|por|para|delante|sin)\s|\S+\s+(?:en\s+(?:mi|tu|su)|con|ante|delante|a)\s",
    Tongue.DUTCH: r"(?-i:[A-ZÀ-Þ])\S+\s+(?:in|op|met|bij|tegen|voor|aan|onder|zonder)\s|\S+\s+(?:in\s+(?:mijn|dit|elke?)|met|bij|tegen|voor)\s",
}
_KIN = r"(?i)(?:\S+\s+)*\S+(?<!'s)(?<!s')\s+(?:mom|mum|mommy|mummy|mama|dad|daddy|papa|guys|folks|kids|sis|bro|sir|madam|honey|sweetie|maman|mamá|papá|mam|mami|papi|leute|jungs)"
_PREPOSED = r"(?i)(?:for|as|at|in|on|by|with|to|from|under|no|not|never|nor|für|auf|im|mit|bei|wie|als|en|dans|avec|pour|comme|par|con|por|como|ni|op|met|voor|aan)\s"
# The words of a clause, for terms of several words and for what stands behind "and" and "or".
_CLAUSE = {
    Tongue.ENGLISH: r"(?:no|not|never|let|let's|there|(?:there|that|he|she|here|what|who)'s|\w+'ll|\w+n't|don't|dont)",
    Tongue.GERMAN: r"(?:ich|du|er|sie|es|wir|mich|dich|mir|dir|ihn|ihm|hat|hatte|habe|haben|ist|sind|war|waren|wird|wirst|wurde|werde|bin|bist|seid|nicht|nie|niemals|keine?[nmrs]?|tut|gibt|dass|weil|wenn|was|warum)",
    Tongue.FRENCH: r"(?:je|tu|il|elle|on|nous|vous|ils|elles|te|se|me|[jtmsc]'\S+|est|es|as|a|ont|sont|était|pas|jamais|ne|que|qui|verras|vas)",
    Tongue.SPANISH: r"(?:yo|tú|él|ella|te|se|me|lo|nos|es|eres|está|estás|ha|he|has|han|son|no|nunca|jamás|que|verás|vas|voy)",
    Tongue.DUTCH: r"(?:ik|jij|je|hij|ze|wij|we|jullie|hem|is|was|ben|bent|heeft|heb|hebben|niet|nooit|geen|dat|wat|doet|wordt|zal|zul|zult|krijgt|mag|kunt|moet|gaat|komt|weet|ziet)",
}
_COMMAND = {
    Tongue.ENGLISH: r"(?:(?:listen|die|live|goodbye|bye|farewell|go|see|suffer|relax|behave|leave|wait|begin|concentrate|regret|chill)(?:\s|$)|(?:just|then|instead|please|now|cook|wash|clean|check|feed|walk|fix|buy|pick|grab|pass|prepare|drive|drink|pour|hand|bake|pack|kiss|hug|marry)\s|(?:start|tell|help|focus|give|do|make|get|come|write|answer|be|keep|move|shut|ask|show|find|try|say|think|look|read|call|eat|take|turn|use|watch|talk|speak|put|send|open|bring|pay|lose|continue|sleep|act|face|stop|play)\s|(?-i:[a-z])[\w-]*\s+(?:the|an?|my|your|our|some|me|us|him|her|it|them)\s)",
    Tongue.GERMAN: r"(?:geh|hör|komm|mach|sag|sei|lass|rede?|sprich|erzähle?|hilf|gib|iss|schlafe?|lies|schreibe?|stirb|sieh|schau|fange?|halte?|konzentriere?|tschüss|ade)(?:\s|$)|(?-i:[a-zäöü])\w*\s+(?:das|den|die|ein\w*|meine?[nmr]?|was|etwas|mir|uns)(?:\s|$)",
    Tongue.FRENCH: r"(?:écoute|parle|dis|va|viens|fais|laisse|aide|donne|mange|dors|tais-toi|meurs|crève|concentre-toi|raconte|regarde|pars|sors|gare|adieu)z?(?:[\s-]|$)|(?-i:[a-zà-ÿ])\w*\s+(?:le|la|les|une?|mon|ma|mes|ta|ton|tes|sa|son|quelque)\s",
    Tongue.SPANISH: r"(?:escucha|habla|di|ve|ven|haz|deja|ayuda|ayúdame|dame|dime|cuéntame|duerme|concéntrate|cállate|calla|duermes|vete|sal|muere|mira|adiós)(?:\s|$)|(?-i:[a-zà-ÿ])\w*\s+(?:el|la|los|las|una?|mis?|tus?|sus?|algo)(?:\s|$)",
    Tongue.DUTCH: r"(?:luister|ga|kom|praat|zeg|help|vertel|geef|laat|hou|doe|sterf|slaap|kijk|schrijf|vaarwel|dag)(?:\s|$)|(?-i:[a-zà-ÿ])\w*\s+(?:de|het|een|mijn|je|jouw|iets|wat)(?:\s|$)",
}


def is_limited(part: str, bare: str, tongue: Tongue) -> bool:
    """Tell whether a topic holds when, how, where or to whom, or whom one speaks to: "Rex this week", "Rex as a cat", "Rex mom".

    Args:
        part: As said, with its article.
        bare: Without.
        tongue: Of the order.
    """
    if pattern(_LIMIT[tongue]).search(bare) is not None:
        return True
    has_article = DETERMINERS.match(part) is not None
    if not has_article and pattern(_KIN).fullmatch(part) is not None:
        return True
    if tongue is not Tongue.ENGLISH:
        return not has_article and pattern(_COMPANY_ABROAD[tongue]).match(part) is not None
    if pattern(_AUDIENCE).match(bare) is not None:
        return True
    return not has_article and pattern(_COMPANY).match(part) is not None


def is_clause(part: str, bare: str, tongue: Tongue, *, is_further: bool, is_written_large: bool) -> bool:
    """Tell whether what should be a topic says or orders something: "te tue", "Geburtstag nicht", "listen".

    Args:
        part: As said, with its article.
        bare: Without.
        tongue: Of the order.
        is_further: It stands behind a comma, "and" or "or"; one word is enough there to be a clause.
        is_written_large: The first topic has a capital: German writes all its nouns so, and only what is no noun small.
    """
    if is_further and (pattern(_PREPOSED).match(part) or pattern(rf"(?i)(?:{_COMMAND[tongue]})").match(bare)):
        return True
    if not is_further and " " not in bare:
        return False
    if is_further and tongue is Tongue.GERMAN and is_written_large and part == bare == bare.lower():
        return True
    # Of these languages French alone has pronouns that are articles in another one: "je te tue".
    read = part if is_further and tongue is Tongue.FRENCH else bare
    return pattern(rf"(?i)(?<!\S){_CLAUSE[tongue]}(?!\S)").search(read) is not None


def begins_command(part: str, tongue: Tongue) -> bool:
    """Tell whether what stands behind "and" orders something of its own: "and order the satay"."""
    return pattern(rf"(?i)(?:{_COMMAND[tongue]})").match(part) is not None
