"""How clauses start that ask, order or tell the assistant to keep in mind, in the languages of `kind_phrases`.

The one fact that a reader would get wrong: these stand beside each language's `question` phrases, which also tell what is a
question by kind; here only matters whether what the clause holds is stated. All are tried on every clause, in plain text.
"""

_ENGLISH_LEAD = r"""
    (?:(?:and|so|but|or|well|hey|hi|hello|ok|okay|please|also|then|now|again|btw|reverie|um|hmm|sorry|thanks|oh|wait|no|yes|just
        |first|next|finally|kindly|pls|remind\ me)\ ){0,3}
"""
_WANTED = r"(?:(?:i\ (?:want|need|would\ like)|i'd\ like)\ you\ to\ |(?:can|could|would|will)\ you\ (?:please\ )?)?"
_WH = r"(?:what|when|where|who|whom|whose|why|how|which|if|whether)"

ASKS = rf"""
    (?:{_ENGLISH_LEAD}(?:
        (?:in|at|on|for|since|to|with|by|until|till|of|about|under|near|into|from)\ (?:what(?!\ (?:i|we|you|it's)\b)|which|whom|whose|when)\b
        |(?:don't|didn't|haven't|hadn't|won't)\ (?:i|my|our)\b|(?:what|when|where|who|whose|why|how)(?:'s|'re|\ (?:is|are|was|were|do|does|did))\b
        |(?:anything|anyone|anybody)\ (?:that\ |who\ )?(?:i|my|we)\b|remind\ me\ (?:what|who|where|why|how|which|whether|if)\b
        |remind\ me\ when\ (?:(?:is|are)\b|(?:my|our|the|her|his)\ .*\ (?:is|are|was|were|starts?|begins?)$)))
    |(?:(?:und|aber|also|oder|bitte)\ )?(?:
        (?:weisst|wusstest|wisst)\ (?:du|ihr)\b|ich\ (?:frage\ mich|weiss\ nicht|wusste\ gern)|keine\ ahnung
        |(?:in|an|auf|seit|gegen|mit|fur|von|bei|zu|um)\ (?:welche\w*|wann|was|wem|wen|wieviel)\b|(?:wogegen|wofur|womit|wovon)\b
        |(?:ist|sind|war|waren|hat|habe|haben|bin|wohnt|wohne|lebt|heisst|heiratet|arbeitet|isst|trinkt|mag|darf|kann|soll|muss|wird|gibt)
            \ (?:ich|du|er|sie|es|wir|mein\w*|unser\w*|das|der|die|man|jemand|etwas)\b)
    |(?:(?:y|pero|o)\ )?(?:me\ pregunto|no\ (?:se|recuerdo)\ (?:si|donde|cuando|que|como|cual|quien)|qui(?:ero|siera)\ saber
        |(?:en|a|de|con|desde|para|por)\ (?:que|quien|cual|cuando|donde)\b(?!\ sepas)|hay\ (?!fever)|acaso\b|(?:te\ acuerdas|recuerdas|sabes)\ )
    |(?:(?:et|mais)\ )?(?:je\ me\ demande|je\ ne\ (?:sais|me\ souviens)\ (?:pas|plus)|tu\ (?:sais|te\ souviens)\ |y\ a-t-il|est-ce
        |(?:a|de|dans|depuis|avec|chez|pour)\ (?:quoi|quel\w*|quand|qui|combien)\b|(?:.{{0,40}}\ )?[a-z']+-(?:t-)?(?:il|elle|je|tu|ils|elles)\b|(?:.{{0,40}}\ )?(?:[a-z']+-t|peut|est|doit|fait|dit)-on\b)
    |(?:(?:en|maar|of)\ )?(?:ik\ vraag\ me\ af|ik\ weet\ niet|weet\ (?:je|jij|u)\b|geen\ idee
        |(?:in|op|sinds|met|voor|van|bij)\ (?:welke?|wanneer|wie|wat)\b|waar(?:voor|van|tegen|mee)\b
        |(?:is|zijn|was|waren|heeft|heb|hebben|ben|woont|woon|heet|werkt|houdt|hou|eet|drinkt|mag|kan|moet|wil|gaat|wordt)
            \ (?:ik|jij|je|hij|ze|zij|het|wij|we|mijn|onze?|er|iemand|iets)\b)
    |(?:интересно\ |я\ не\ (?:знаю|помню)\ |(?:.{{0,60}}\ )?ли\b)
    |[^，。]{{0,20}}(?:什么|谁|哪|几岁|几号|多少|怎么|吗)
"""

ORDERS = rf"""
    {_ENGLISH_LEAD}{_WANTED}(?:
        forget|delete|erase|remove|clear|wipe|drop|ignore|disregard|stop|quit|say|tell|ask|text|e-?mail|message|write|send|draft
        |compose|reply|answer|respond|invite|thank|congratulate|explain|describe|list|show|give|suggest|recommend|help|find|search|check|make
        |create|generate|prepare|schedule|organi[sz]e|add|put|insert|include|translate|summari[sz]e|rewrite|rephrase|fix|improve|edit|change
        |update|replace|rename|sort|compare|convert|calculate|guess|choose|pick|invent|quote|cite|repeat|elaborate|analy[sz]e|evaluate|review
        |brainstorm|define|act|outline|convince|persuade|warn|inform|mention|name\ (?:the|me|all|some|an?|two|three|five|ten|\d+)|come\ up|think\ of
        |(?:don't|do\ not|dont|never)\ (?:tell|mention|say|write|talk|bring|remind|ask|send|think|remember|believe|assume|call)
    )\b(?!')
    |(?:(?:bitte|und|also)\ )?(?:vergiss(?!\ nicht)|losch|schreib|schick|sag|erklar|frag|erzahl|zeig|gib|nenn(?!e?\ mich)|ubersetz|hilf|mach
        |such|ignorier|tu\ so|hor\ auf|ruf|empfiehl|fass)e?\b
    |(?:(?:por\ favor|y)\ )?(?:olvida|borra|elimina|ignora|escribe|escribele|manda|envia|dile|dime|pregunta|pregunta(?:me|le)|explica|cuenta|cuentame|dame
        |muestra|muestrame|traduce|ayuda|ayudame|recomienda|recomiendame|busca|haz|imagina|deja\ de|no\ menciones|resume)\b
    |(?:(?:et|alors)\ )?(?:oublie|efface|supprime|ignore|ecris|envoie|dis|demande|explique|raconte|donne|montre|traduis|aide|recommande|cherche|trouve
        |fais|arrete\ de|resume|redige|propose)\b
    |(?:(?:en|dus)\ )?(?:vergeet(?!\ niet)|wis|verwijder|negeer|schrijf|stuur|zeg|vraag|leg|vertel|geef|toon|vertaal|zoek|maak|doe\ alsof|stop\ met
        |hou\ op|bel|mail|app)\b
    |(?:забудь|удали|напиши|скажи|спроси|объясни|расскажи|переведи|помоги|придумаи|представь|не\ (?:говори|напоминаи))\b
    |(?:请|请你)?(?:忘记|忘掉|删除|写|告诉|假装|别提|不要提|不要再提)
    |.{{0,60}}(?:忘れて|消して)(?:ください)?$
"""

# The order that asks to keep what follows: it states it.
TELLS = rf"""
    (?:{_ENGLISH_LEAD}(?:{_WANTED}|you\ (?:should|must)\ |always\ )(?:
        (?:always\ )?(?:remember|don't\ forget|dont\ forget|do\ not\ forget|never\ forget|don't\ let\ me\ forget|keep\ in\ mind|bear\ in\ mind|note(?!\ que\b)|take\ note
            |make\ a\ note|know|write\ down|jot\ down|consider|take\ into\ account)
        |(?:save|store|add)(?:\ to\ (?:your|the)\ \w+)?(?=\ that\b)
        )\b(?!\ (?:of\ |about\ )?{_WH}\b)(?:\ (?:of\ the\ fact\ |the\ fact\ )?that\b)?
    |(?:(?:and|so|but|hey|oh|well)\ )?(?:did|do)\ you\ know\ (?:that\ )?(?=(?:my|our|i|i'm|we)\b)
    |(?:(?:bitte|und|aber)\ )?(?:vergiss\ nicht|merke?\ dir|denke?\ (?:daran|dran)|beachte|notiere?|erinnere?\ dich|wusstest\ du)\b(?:\ dass\b)?
    |(?:(?:por\ favor|y|pero)\ )?(?:recuerda|no\ (?:te\ )?olvides|ten\ en\ cuenta|anota|apunta|toma\ nota|que\ sepas|sabias)\b
        (?!\ (?:si|donde|cuando|como|cual|quien)\b)(?:\ (?:de\ )?que\b)?
    |(?:(?:et|mais)\ )?(?:n'oublie\ pas|souviens[- ]toi|rappelle[- ]toi|note|retiens|garde\ en\ tete|sache|tu\ savais|savais-tu)\b
        (?!\ (?:si|ou|quand|comment|qui)\b)(?:\ (?:que\b|qu'))?
    |(?:(?:en|maar)\ )?(?:vergeet\ niet|onthoud|denk\ eraan|houd?\ er\ rekening\ mee|houd?\ in\ gedachten|noteer|weet\ dat|wist\ je)\b(?:\ dat\b)?
    |(?:запомни|не\ забудь|помни|учти|имеи\ в\ виду|знаи)\b(?:\ что\b)?
    |(?:请|你要|一定要)?(?:记住|别忘了?|不要忘记|记得)
    )\ ?
"""

TOLD_FURTHER = r"(?:that|dass|dat|que|что)\ |qu'"

# Orders whose colon is followed by what is to be said or written, not by what the user says.
DICTATES = r"""
    (?:please\ |can\ you\ |could\ you\ |bitte\ |por\ favor\ )?(?:write|say|tell|text|e-?mail|message|send|reply|answer|respond|draft|compose|repeat|continue|complete
        |schreib|schick|sag|antworte|escribe|escribele|dile|manda|ecris|dis|envoie|reponds|schrijf|zeg|stuur|antwoord|напиши|скажи)e?\b
"""

# What goes on with the clause before: "tell me, if you can, where my sister lives".
GOES_ON = rf"""
    (?:(?:and|or|but)\ )?(?:that|{_WH})\b
    |(?:(?:und|oder|aber)\ )?(?:dass|ob|wo|wann|wie|was|wer|wen|wem|warum|welche\w*)\b
    |(?:(?:y|o|pero)\ )?(?:que|si|donde|cuando|como|cual|quien)\b|(?:(?:et|ou|mais)\ )?(?:que|qu'|si|quand|comment|qui|quel\w*)
    |(?:(?:en|of|maar)\ )?(?:dat|of|waar|wanneer|hoe|wat|wie|waarom|welke?)\b|(?:(?:и|или|но)\ )?(?:что|где|когда|как|кто|почему)\b
"""

# Inside a clause: what comes after it is not stated.
WONDERS = rf"""
    \b(?:knows?|knew|remember|recall|tell|told|says?|said|wonder|wondering|ask|asked|asking|forg(?:et|ot|otten|etting)|guess|sure|unsure|idea|see|find\ out
        |check|figure\ out|clue|certain|matter|matters|depends|understand|unclear|curious|interested|question|learn|look\ up)
    \ (?:(?:of|about|on|me|you|us|him|her|them|again|exactly)\ ){{0,2}}{_WH}\b
"""
FORGOT = rf"\b(?:forgot|forget|wondered)\ (?:again\ )?{_WH}\b"
ASKED_LAST = r"\b(?:where|what|who|whom|when|which(?:\ one)?|how\ (?:old|many|much|far|tall|long))$"

# Ends of sentences that ask only whether the other has heard.
TAG = r"""
    (?:^|[,\ ])(?:right|you\ know|ya\ know|y'know|yeah|yes|no|ok|okay|correct|remember|huh|eh|innit|you\ see|got\ it|understood|true
        |(?:isn't|aren't|wasn't|weren't|doesn't|don't|didn't|hasn't|haven't|can't|won't|is|are|does|do|has|have)\ (?:i|he|she|it|they|we)
        |oder|ne|nicht\ wahr|gell|weisst\ du|stimmt's|richtig|verstanden
        |verdad|sabes|vale|cierto|entiendes|no\ es\ (?:asi|cierto)|n'est-ce\ pas|non|hein|tu\ sais|d'accord|tu\ vois
        |toch|he|weet\ je|niet\ ?waar|of\ niet|да|правда|так|верно|знаешь|не\ так\ ли)$
    |(?:对吧|是吧|对吗|好吗|对不对|你知道吗|ね|でしょう?)$
    |,\ (?:any|ideas|tips|thoughts|suggestions)\b[^,]{0,40}$
    |,\ (?:and|but|und|et|y|en)\ (?:you|my|our|what|how|du|toi|tu|jij|mein\w*|ma|mon|mi|mijn)(?:\ [\w']+){0,3}$
"""
# What a clause that asks or orders holds and yet takes for granted: "what can I cook for my sister who is vegetarian?".
TAKEN_FOR_GRANTED = r"\b(?:my|our)\ [\w'-]+(?:\ [\w'-]+)?,?\ who\b"
YES_OR_NO = r"(?:(?:and|so|but|or)\ )?(?:is|isn't|are|was|were|am|do|does|did|has|have|had|who|which|why|how\ (?:long|many|much))\b"
TAKES_NOTHING_FOR_GRANTED = rf"{YES_OR_NO}|(?:please\ |can\ you\ |could\ you\ )?(?:forget|erase|delete|remove|ignore|disregard|clear|wipe|drop|stop|don't|do\ not|never)\b"
GIVEN = r"""
    \ (?:as|since|because|given\ that|considering(?:\ that)?|seeing\ as|now\ that)\ (?=(?:i'm|im|i\ am|i\ have|i've\ got|i\ don't|i\ can't|i\ cannot|we're|we\ are
        |we\ have|my\ [\w'-]+\ (?:is|has|can't|doesn't))\b)
"""
# Orders that a user gives for good, or about what is to be done: they are preferences and commitments by themselves.
FOR_GOOD = r"""
    (?:(?:please|can\ you|could\ you|would\ you|will\ you|you\ can|and|so|also|only|just|bitte|por\ favor|from\ now\ on)\ )*
    (?:always|never|keep|make|be|answer|reply|respond|speak|talk|write|don't|do\ not|dont|stop|no|quit|avoid|use|call\ me|remind|let's|text\ me|wake\ me
        |can't|love|hate|prefer|dislike|from\ now
        |antworte|schreib|sprich|nenn|duz|siez|immer|nur|kurz|erinner|responde|contesta|escribe|habla|siempre|recuerdame|reponds|ecris|parle|tutoie|rappelle
        |antwoord|schrijf|praat|noem|herinner|отвечаи|пиши|говори|всегда|никогда|напомни)\w*
    |请|以后|不要|别|提醒
"""
BEFORE_FOR_GOOD = r"""
    (?:(?:please|can\ you|could\ you|would\ you|will\ you|you\ can|and|so|also|but|just|hi|hey|hello|bitte|por\ favor|ok|okay|kannst\ du)\ )*
"""
# No question, though it starts like one: "can't stand coriander".
NO_QUESTION = r"""
    (?:can't|won't|couldn't|don't|doesn't|isn't|haven't|hasn't|wouldn't)\ (?!i\b|you\b|u\b|we\b|they\b|he\b|she\b|it\b|there\b|this\b|that\b|these\b|those\b|my\b
        |our\b|your\b|the\b|an?\b|some|any|people|everyone)
    |which\ (?:is\ why|means|reminds)\b
"""
# At the head of a sentence it asks ("in which city do I live"), behind a comma it tells more ("a town, in which ...").
RELATIVE = r"""
    (?:[a-z]+\ ){0,2}?(?:in|at|on|for|since|to|with|by|until|of|about|under|near|into|from|an|auf|seit|gegen|mit|fur|von|bei|zu|um|en|a|de|con|desde|para|por
        |dans|depuis|avec|chez|pour|op|sinds|met|voor|van)
    \ (?:what|which|whom|whose|when|welche\w*|wann|was|wem|wen|que|quien|cual|cuando|donde|quoi|quel\w*|quand|qui|combien|welke?|wanneer|wie|wat)\b
"""
