"""What statements of each kind sound like in English.

The one fact that a reader would get wrong: the lists are wide on purpose where a miss costs a name or an allergy, and
narrow where a hit would be read into small talk ("I like the idea", "I'll check it out").
"""

from memory.rules.kind_phrases import KindPhrases

_PEOPLE = r"""
    (?:(?:best|older|younger|elder|little|big|twin|only|eldest|oldest|youngest|two|three|four|late|dear|old|new
        |step|half|former|current|other)[\ -]){0,2}
    (?:mother|mom|mum|mommy|dad|father|sister|sis|brother|bro|wife|husband|hubby|spouse|partner|girlfriend
        |boyfriend|gf|bf|fiancee?|son|daughter|kid|kiddo|child|baby
    |toddler|twin|aunt|auntie|uncle|cousin|niece|nephew|grandma|granny|nana|grandpa|grandad|granddad|grandmother
        |grandfather|grandson|granddaughter|grandparent|grandkid
    |grandchild|parent|sibling|family|friend|bestie|buddy|boss|manager|colleague|co-?worker|roommate|flatmate
        |housemate|neighbou?r|teacher|doctor|gp|dentist|therapist
    |landlord|landlady|ex|in-law|stepdad|stepmom|stepmum|stepson|stepdaughter|mother-in-law|father-in-law
        |sister-in-law|brother-in-law|godson|goddaughter|children)s?
"""
_ANIMALS = r"""
    (?:dog|doggo|puppy|pup|cat|kitten|kitty|rabbit|bunny|horse|pony|parrot|budgie|canary|bird|hamster
        |guinea\ pig|fish|goldfish|tortoise|turtle|snake|lizard
    |gecko|chicken|hen|goat|ferret|pet|labrador|poodle|retriever)s?(?:ies)?
"""
_PLACES_AND_THINGS = r"""
    (?:car|bike|bicycle|motorbike|van|truck|boat|laptop|computer|pc|phone|tablet|camera|guitar|piano|violin
        |house|home|flat|apartment|condo|garden|yard
    |balcony|kitchen|bedroom|office|street|city|town|hometown|country|job|company|employer|school|university
        |college|profession|occupation|birthday|anniversary|address
    |phone\ number|mobile\ number|number|e-?mail(?:\ address)?|blood\ type|time\ ?zone|native\ language
        |mother\ tongue|first\ language|nationality|age|height|weight
    |shoe\ size|size|star\ sign|religion|diet|surname|last\ name|middle\ name|maiden\ name|nickname|username
        |pronouns|insurance|bank|locker|wifi|wi-fi)s?
"""
_HEALTH = r"""
    (?:allerg(?:y|ies)|asthma|diabetes|adhd|add|autism|dyslexia|epilepsy|migraines?|arthritis|eczema|anxiety
        |depression|ptsd|ibs|celiac|coeliac|insomnia|tinnitus
    |high\ blood\ pressure|hypertension|a\ pacemaker|a\ condition|a\ bad\ (?:back|knee|heart)|intolerance
        |a\ disability|cancer|crohn's|hay\ fever|type\ [12]\ diabetes)
"""
_NATIONS = r"""
    (?:dutch|belgian|flemish|german|french|spanish|italian|portuguese|english|british|irish|scottish|welsh
        |american|canadian|mexican|brazilian|argentinian|indian
    |pakistani|chinese|japanese|korean|vietnamese|thai|russian|ukrainian|polish|czech|greek|turkish|swedish
        |norwegian|danish|finnish|swiss|austrian|hungarian|romanian|nigerian
    |kenyan|egyptian|moroccan|australian|iranian|persian|israeli|arab|african|asian|latino|latina|european)
"""
_TRAITS = rf"""
    (?:vegan|vegetarian|veggie|pescatarian|allergic|intolerant|lactose|gluten|celiac|coeliac|diabetic|asthmatic
        |dyslexic|autistic|neurodivergent|epileptic|deaf|blind
    |colou?r-?\ ?blind|short-?sighted|left-?\ ?handed|right-?\ ?handed|pregnant|married|single|divorced|widowed
        |engaged|retired|unemployed|self-employed|jewish|muslim|christian
    |catholic|protestant|hindu|buddhist|sikh|atheist|religious|gay|lesbian|bi|bisexual|trans|transgender|queer
        |straight|non-?binary|bilingual|introverted|extroverted
    |kosher|halal|dairy-free|gluten-free|sober|{_NATIONS})\b
"""
_ADV = r"""
    (?:(?:really|absolutely|also|just|still|always|kinda|kind\ of|sort\ of|usually|totally|actually|personally
        |definitely|do|so|very|much|mostly|only|generally|truly
    |simply|honestly|secretly|often|sometimes|currently|now|both|all|strictly|originally|severely|highly|mildly
        |deathly|slightly|quite|pretty|lifelong|proudly|happily|recently|almost)\ )
"""
_NOT = r"(?:(?:don't|dont|do\ not|didn't|can't|cant|cannot|never|won't|doesn't|doesnt|does\ not|am\ not|isn't|not)\ )"
_I_AM = r"\b(?:i'm|im|i\ am|we're|we\ are|i've\ been|i\ have\ been|we've\ been|me\ and\ my\ \w+\ are)\ "
_NUMBER = r"(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|several|no|\d{1,3})"
_PROFESSIONAL = r"""
    (?:lives?|works?|teaches|teach|studies|study|speaks?|comes?\ from|owns?|plays?|runs?\ a|belongs?\ to
        |volunteers?|stays\ at\ home)
"""
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_MONTH = r"""
    (?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun
        |jul|aug|sept?|oct|nov|dec)
"""
_AHEAD = rf"""
    (?:tomorrow|tonight|later\ today|soon|next\ (?:week|month|year|weekend|spring|summer|autumn|fall|winter|term
        |semester|time|{_WEEKDAY}|{_MONTH})|on\ (?:the\ )?(?:{_WEEKDAY}|\d{{1,2}})
    |(?:on|in|by|before|until)\ (?:early\ |late\ |mid-?)?{_MONTH}|this\ (?:weekend|evening|afternoon|week|month
        |summer|winter|fall|autumn|spring|year|{_WEEKDAY})|by\ (?:{_WEEKDAY}|\d|noon|midnight|the\ end|end\ of)
    |in\ (?:a|an|one|two|three|four|five|six|\d{{1,3}}|a\ few|a\ couple\ of)\ (?:minute|hour|day|week|month
        |year)s?|at\ (?:\d{{1,2}}|noon|midnight)|before\ {_WEEKDAY}|{_WEEKDAY}|today)\b
"""
_APPOINTMENT = r"""
    (?:appointment|meeting|exam|test|dentist|deadline|flight|interview|wedding|party|trip|date|call|presentation
        |concert|surgery|operation|checkup|check-up|class|lesson
    |reservation|viewing|vacation|holiday|conference|marathon|race|recital|game|match|shift|train|graduation
        |due\ date|move|visit|session|scan|hearing|audition|delivery)s?
"""
_PAST = r"""
    (?:bought|went|got|had|saw|met|made|took|told|read|left|sold|spent|gave|found|ran|ate|began|did|came|said
        |lost|won|broke|built|caught|chose|drove|fell|felt\ sick|flew|forgot|grew|heard
    |held|hit|hurt|kept|knew|led|lent|paid|put|quit|rode|sang|sent|slept|stood|swam|taught|threw|woke|wore|wrote
        |drank|drew|became|brought|beat|cut|fixed|moved|been|gone|seen|done|eaten|taken|written
    |driven|broken|chosen|flown|given|ridden|spoken|swum|worn|gotten|won
    |(?!need|wonder|want|hop(?:ed)|lik|lov|hat|enjoy|prefer|interest|mention|ask|appreciat|suppos
        |bother)[a-z]{2,16}ed)\b
"""
_BY_PAST = r"""
    (?:(?:just|also|finally|never|once|already|recently|even|both|actually|then|only|all|first|last|once
        |accidentally|originally|officially|eventually|unfortunately|luckily|have|had|were|was)\ )
"""
_AGO = rf"""
    (?:yesterday|last\ (?:night|week|month|year|weekend|spring|summer|autumn|fall|winter|christmas|{_WEEKDAY}
        |{_MONTH})|ago|this\ morning|earlier\ today|the\ other\ day
    |(?:back\ )?in\ (?:the\ )?(?:19|20)\d\ds?|when\ i\ was\ (?:a|an|little|young|small|in|at|\d+)|as\ a\ (?:kid
        |child|teenager|student)|in\ my\ (?:teens|twenties|childhood))\b
"""
_FIGURE = rf"""
    (?:[$€£¥]\ ?\d|\b\d[\d.,]*\ ?(?:[€$£%]|euros?|dollars?|bucks|pounds|percent|km|kms|kilometers|kilometres|kg
        |kilos?|lbs?|miles?|mph|hours?|minutes?|mins?|days?|weeks?|months?|years?|cm
    |meters|metres|feet|ft|degrees|pages|people|am|pm|a\.m|p\.m)\b|\b(?:19|20)\d\d\b|\b\d{{1,2}}(?:st|nd|rd
        |th)\b|\b\d{{1,2}}:\d\d\b|\b\d{{3,}}\b|\b{_MONTH}\ \d{{1,2}}\b)
"""
# Said of a thing, this is how it is just now or at times, not what it is.
_PASSING = r"""
    (?:(?:only|just|about|around|almost|nearly|currently|always|often|sometimes|usually|never|already|still|again|too|at)\ )?
    (?:(?:minus\ |-)?\d[\d.,]*\ ?(?:degrees|celsius|fahrenheit|%|percent|minutes?|mins?|hours?|days?|weeks?|miles?|kilomet(?:er|re)s?|km|euros?|dollars?|pounds)\b
        |(?:only|currently|often|sometimes|usually|already|still|again)\b
        |[^,;]{1,40}\ (?:today|tonight|tomorrow|yesterday|right\ now|now|lately|at\ the\ moment|this\ (?:morning|week|month|year|evening|winter|summer)
            |in\ (?:the\ )?(?:winter|summer|spring|autumn|morning|evening|afternoon)|at\ night|again)\b)
"""
_HELLO = r"""
    (?:hi|hiya|hello|helo|hullo|hey|heya|heyy+|hii+|yo|howdy|greetings|good\ (?:morning|afternoon|evening|night
        |day)|(?:good)?morning|evening|sup|what's\ up|whats\ up|wassup
    |how\ are\ (?:you|u)(?:\ doing)?(?:\ today)?|how\ (?:have|'ve)\ you\ been|how're\ (?:you|ya)(?:\ doing
        |\ doin')?|how's\ it\ going|hows\ it\ going|how's\ (?:things|everything|life|your\ day)
            |nice\ to\ (?:meet
        |see)\ you
    |good\ to\ (?:see|meet)\ you|bye|bye-?\ ?bye|goodbye|good\ bye|see\ (?:you|ya)|see\ you\ (?:later|tomorrow
        |soon|around)|see\ you\ then|take\ care|sleep\ (?:well|tight)|sweet\ dreams|talk\ (?:to\ you\ )?(?:later
            |soon)|cya|ttyl|have\ a\ (?:good|nice
        |great)\ (?:day|one|night|evening|weekend)
    |long\ time\ no\ see|welcome\ back|i'm\ back|happy\ (?:new\ year|birthday|holidays)|merry\ christmas
        |you\ there|are\ you\ there|anyone\ there)
"""
_TALK = r"""
    (?:answer|reply|respond|write|speak|talk|explain|address|call|give|keep|use|be|say|tell|show|format|list
        |cite|start|end|include|ask|apologi[sz]e|add|repeat|sugarcoat|lecture|mention)
"""
_ASIDE = r"""
    (?:it\b(?!\ when)|this\b|that\b|those\b|these\b|them\b|your?\b|how\b|what\b|where\b|when\b|to\ (?:know|hear
        |see|say
        |ask|bother|think|admit|have\ (?:a|some|more))\b|the\ (?:idea|way|sound|look|variety|first|second|one
        |suggestion|concept|fact)|all\ (?:of\ )?(?:the|these|those|this)|some\ of|both\b|number\b|option\b
            |(?:the
        |her|his|their)\ .{0,60}\b(?:ideas?|suggestions?|aspects?|you|templates?|designs?|approach|format
        |use\ of)\b)
"""

ENGLISH = KindPhrases(
    identity=rf"""
        \bmy\ (?:full\ |first\ |real\ |last\ |middle\ |nick|user)?name(?:'s|\ is)\ \w | \bi\ go\ by\ \w
          | \b(?:people|friends|everyone|they)\ calls?\ me\ \w
        | (?<!don't\ )(?<!dont\ )(?<!never\ )(?<!not\ )(?<!stop\ )(?<!will\ )\bcall\ me\ (?!back|later|when|if
            |at|on|in|an?\b|tomorrow|tonight|today|crazy|before|after
          |by\b)\w+(?=$|[,.;!]|\ (?:please|from\ now|and|instead))
        | ^(?:(?:hi|hello|hey)[,!]?\ )(?:i'm|im|i\ am|this\ is|it's)\ (?!back|here|bored|tired|sad|sick|new|not
          |a\b|an\b|the\b|so\b|in\b|at\b|just|looking|trying|me\b|\w+ing\b)\w+$
        | {_I_AM}{_ADV}{{0,3}}(?:not\ )?(?:{_TRAITS}|from\ (?!the\ (?:start|beginning|look)|scratch|now
          |here\ on)\w|based\ in|born\ (?:in|on)|fluent\ in|\w+\ years\ old|\d{{1,3}}(?:\ years?(?:\ old)?
              |\ ?y/?o
          |\ ?cm|\ ?kg)?(?=$|[,;]|\ and\b)
          |in\ my\ (?:early\ |mid|late\ |mid-)?\ ?(?:twenties|thirties|forties|fifties|sixties|seventies|teens
          |\d0s)|the\ (?:oldest|youngest|eldest|mother|mom|mum|father|dad|owner|ceo|cto|founder|head|director
          |manager)\b|named\ \w|called\ \w
          |\w+\ (?:cm|feet|ft)\ tall|on\ (?:medication|insulin|antidepressants|the\ pill|disability
          |a\ (?:\w+\ )?diet))
        | \b(?:i'm|im|i\ am|we're)\ {_ADV}{{0,3}}(?:not\ )?an?\ (?!\w*\ ?(?:bit|little|tad|lot|touch|fool|idiot
          |mess|wreck|fan|loser|few|day|week|minute|step|while|couple|hundred|million|huge\ fan|failure
          |total)\b)(?:[\w'-]+\ ){{0,3}}[\w'-]*(?:er|or|ist|ian|an|ant|ent|ert|eer|ess|man|woman|person|nurse
          |chef|cook|guide|coach|clerk|judge|pilot|mom|mum|mother|dad|father|parent|student|vegan|vegetarian
          |artist|owner|boss|guy|girl|boy|twin|veteran|freelancer|nanny|nomad|native|cop|lead|head|dj|ceo|cto
          |phd|intern|expat|immigrant|refugee|citizen|widow|member|survivor|orphan|believer|muslim|christian|jew
          |hindu|buddhist|atheist|scout|monk|nun|priest|vet|gp|mechanic|architect|accountant|analyst|midwife
          |barista|athlete|musician|diabetic|leo|aries|virgo|libra|scorpio)\b(?!\ fan)
        | \bi\ {_ADV}{{0,2}}(?:live|reside|was\ born|grew\ up|come\ from|speak\ (?!to|with|up|about|of)|weigh
          |wear\ (?:glasses|contacts|size|a\ size|hearing)|suffer\ from|identify\ as|major(?:ed)?\ in|own\ (?!it
          |this|that)|study\ (?!for)\w+|teach|volunteer\ (?:at|for|with)(?=\ )
          |work\ (?:as|at|for|in|from|with|part|full|nights|shifts|remotely|night|freelance|on\ weekends|there)
          |run\ (?:a|an|my\ own)\ (?!mile|marathon|race|half|test|script|5k|10k|lap)\w+
          |play\ (?:the\ )?(?:guitar|piano|violin|drums|bass|cello|flute|chess|tennis|football|soccer|basketball
          |golf|hockey|rugby|volleyball|badminton|squash|cricket))\b
        | \bwe\ {_ADV}{{0,2}}(?:live(?=\ )(?!\ in\ (?:today|now)|\ our)|own\ (?!it|this|that))\b | \b(?:i
          |we)(?:'ve|\ have)\ (?:always\ )?(?:lived|worked\ (?:as|at|for)|been\ (?:married|together|a\ \w+)\b
          |been\ diagnosed)
        | \bi\ was\ diagnosed\ with\b | \bi\ (?:take|am\ on|use)\ (?:\w+\ )?(?:medication|insulin|meds|pills
          |antidepressants|an\ inhaler|a\ wheelchair|hearing\ aids?)\b
        | \bi\ (?:don't|dont|do\ not|never|can't|cant|cannot|can\ not|no\ longer|only)\ (?:eat|drink|smoke
          |consume|drive|digest|tolerate|swim)\b(?!\ (?:it|this|that|anything|here|now|today|tonight)\b)
        | \b(?:i|we)(?:'ve\ got|\ have|\ also\ have|\ both\ have)\ {_ADV}{{0,1}}(?:{_NUMBER}\ )?(?:(?!for|from
          |to|by|with|some\w*|through|been|had|and\b)[\w'-]+\ ){{0,3}}?(?:{_PEOPLE}|{_ANIMALS}|kids
          |children)\b(?!'s)(?!\ (?:over|coming|visiting|appointment|food|question|toy|bowl|bed|visit|stuff|show
          |video|photo|in\ need|who\ (?:was|needs)))
        | \b(?:i|we)(?:'ve\ got|\ have|\ got|\ suffer\ from|\ also\ have
          |\ struggle\ with)\ {_ADV}{{0,1}}(?:[\w'-]+\ ){{0,3}}?{_HEALTH}\b
        | \b(?:i|we)(?:'ve\ got|\ have|\ also\ have)\ {_NUMBER}\ (?:[\w'-]+\ ){{0,2}}?(?:car|bike|motorbike|boat
          |house|flat|apartment|garden|balcony|piano|guitar|laptop|degree|phd|master's|tattoo|job|business|shop
          |farm|allotment|license|licence|green\ thumb|bikes|cars|tattoos|guitars|aquarium)s?\b(?!\ (?:problem
          |question|issue|interview|offer|appointment|viewing|show))
        | \b(?:my|our)\ (?:{_PEOPLE}|{_ANIMALS})(?:,?\ (?:who|which))?(?:\ [a-z]+)?(?:'s|\ is|\ are|'re
          |\ am)\ {_ADV}{{0,2}}(?:not\ )?(?:{_TRAITS}|called\ \w|named\ \w|from\ \w|based\ in
          |\d{{1,3}}\b(?!\ ?(?:min|hour|days|pm|am|:))|(?:[a-z]+-?){{1,2}}\ years?\ old|born\ (?:in|on)
          |an?\ (?!bit|little|tad|lot|mess|pain|nightmare|few|saint|genius\b)(?:[\w'-]+\ ){{0,3}}[\w'-]+
          |the\ (?:oldest|youngest|head|owner|boss)|my\ (?:boss|best)|in\ (?:a\ wheelchair|college|high\ school
          |kindergarten|the\ army|the\ navy|(?:first|second|third|\w+th)\ grade))
        | \b(?:my|our)\ (?:{_PEOPLE}|{_ANIMALS})(?:,?\ who)?\ (?:[a-z]+\ )?(?:{_ADV}{{1,2}})?(?:{_PROFESSIONAL}
          |(?:loves?|hates?|likes?|adores?|prefers?)\ (?!it\b|this\b|that\b|you\b|me\b)|(?:doesn't|don't|doesnt
          |never|can't|cant|cannot|won't)\ (?:eats?|drinks?|likes?|have\ (?:nuts|dairy|gluten)|speak|drive|stand
          |smoke|tolerate)
          |(?:has|have|suffers?\ from)\ (?:[\w'-]+\ ){{0,2}}?(?:{_HEALTH}
          |{_NUMBER}\ (?:[\w'-]+\ ){{0,2}}?(?:{_PEOPLE}|{_ANIMALS}))|goes\ to\ (?:school|college|university
          |church|kindergarten|daycare|\w+\ (?:school|high|college|university))|was\ born|passed\ away|died)\b
        | \b(?:my|our)\ (?:{_ANIMALS}|{_PEOPLE})(?:'s)\ names?\ (?:is|are)\ \w | \b(?:i|we)\ {_ADV}?drives?\ an?\ (?!\w+\ (?:home|to)\b|lot\b|bit\b)\w
        | \b(?:my|our)\ (?:[\w']+\ )?{_PLACES_AND_THINGS}(?:'s(?=\ (?:an?|called|named|in|at|on|\d+)\b)|\ is
          |\ are)\ (?!been\b|it\b|this\b|that\b|not\ (?:working|starting)|broken|dead|dirty|down|killing|driving
          |making|so\b|too\b|messy|getting|acting|slow|ok|fine|great|good|bad|full|cold|stressful|boring|hard
          |on\ fire|coming|missing|gone|lost|the\ best|important|very\b|really\b|[a-z]+ing\b|what|why|where
              |how|{_PASSING})\w
        | \b(?!(?:it|that|this|who|what|you|they|there|i)\b)\w+(?:'s|\ is|\ are)\ (?:my|our)\ (?:{_PEOPLE}
          |{_ANIMALS}|hometown|employer|birthday)\b(?!\ (?:doing|coming|going|feeling|'s))
        | \b(?!it|that|this|who|what)\w+(?:'s|\ is|\ are)\ {_ADV}{{0,2}}allergic\ to\ \w
    """,
    preference=rf"""
        \b(?:i|we)(?:'d)?\ (?:{_ADV}|{_NOT}){{0,3}}(?:prefer|dislike|adore|detest|despise|loathe|can't\ stand
          |can't\ bear)\b(?!\ (?:it|this|that)$)
        | \b(?:i|we)\ (?:{_ADV}|{_NOT}){{0,3}}(?:like|love|hate|enjoy|stand|bear|mind|care\ for|fancy
          |avoid)\ (?!{_ASIDE})\w
        | \b(?:i'd|i\ would)\ rather\ (?:you|not|have|be|get|stay|keep|eat|drink)\b
        | {_I_AM}{_ADV}{{0,2}}(?:not\ )?(?:{_ADV})?(?:an?\ )?(?:[\w'-]+\ ){{0,3}}fan\b
          | {_I_AM}(?:not\ )?{_ADV}{{0,2}}(?:into\ \w|fond\ of|keen\ on|crazy\ about|mad\ about|obsessed\ with
          |addicted\ to|picky\ about|passionate\ about|sick\ of\ \w+ing|more\ of\ an?|partial\ to|scared\ of
          |afraid\ of|terrified\ of)
        | \bmy\ (?:all-time\ |absolute\ |least\ |personal\ |current\ |new\ )?(?:fav|fave|favou?rite|preferred
          |go-to|ideal|number\ one)\b(?:\ [\w'-]+){{0,5}}?(?:\ is|\ are|'s|\ was|\ would\ be|:)\ (?!it$|this$)\w
        | \b(?:is|are|'s|'re|was|were)\ (?:\w+\ )?(?:my|our)\ (?:all-time\ |absolute\ |least\ |personal\
          |new\ )?(?:fav|fave|favou?rites?|go-to)\b | \bmy\ preference\ is\b
        | ^(?:please\ |and\ |so\ |also\ |from\ now\ on,?\ (?:please\ )?){{0,2}}(?:always|never)\ {_TALK}\b
        | \b(?:from\ now\ on|in\ (?:the\ )?future|going\ forward|for\ all\ (?:future\ )?(?:replies
          |answers))\b.{{0,60}}\b{_TALK}\b
        | ^(?:please\ |can\ you\ |could\ you\ |and\ ){{0,2}}(?:keep|make)\ (?:it|your|the|all)\ ?(?:answers?
          |repl(?:y|ies)|responses?|messages?)?\ ?(?:to\ me\ )?(?:short|brief|concise|simple|to\ the\ point
              |formal
          |informal|casual|friendly|in\ \w+)\b
        | ^(?:please\ |just\ ){{0,2}}be\ (?:more\ |less\ |very\ )?(?:brief|concise|direct|formal|honest|blunt
          |casual|short|informal|polite|verbose|succinct)\b
        | ^(?:please\ |only\ |just\ ){{0,2}}(?:answer|reply|respond|speak|talk
            |write)\ (?:(?:to\ )?me\ )?(?:only\
          |briefly|shortly|concisely|formally|in\ (?:\w+\ )?(?:english|german|dutch|french|spanish|italian
              |russian
          |chinese|japanese|portuguese|short|one\ sentence|bullet|plain|lower\ ?case|a\ (?:formal|casual
          |friendly)))
        | ^(?:please\ |and\ ){{0,2}}(?:don't|do\ not|dont|stop|no\ more|quit|avoid)\ (?:ever\ )?(?:us(?:e|ing)
          |call(?:ing)?\ me|apologi[sz](?:e|ing)|lectur(?:e|ing)|say(?:ing)?|repeat(?:ing)?|add(?:ing)?
          |start(?:ing)?\ (?:every|your|with)|end(?:ing)?\ (?:every|your|with)|being\ so|be\ so|sugar-?coat
          |emojis?|ask(?:ing)?\ me)\b
        | ^(?:please\ )?(?:use|no)\ (?:metric|imperial|celsius|fahrenheit|emojis?|24-?\ ?hour|bullet\ points
          |british|american|uk|us|small\ talk|simple\ words)\b
        | \bi(?:'d\ like|\ want|\ need|\ would\ like|\ prefer)\ (?:you\ to\ (?:always|never|be|keep|answer|reply
          |respond|speak|talk|call|stop|use|address)|(?:\w+\ )?(?:short|brief|concise|honest|direct
          |detailed)\ (?:answers|replies|responses))\b
        | \b(?:i|we)\ (?:usually|always|never|mostly|only|rarely|tend\ to|normally|typically
          |hardly\ ever)\ (?:drink|eat|cook|order|buy|wear|use|listen|watch|read|sleep|wake|go|get\ up|take
          |have\ (?:tea|coffee|breakfast|lunch|dinner)|travel|fly|shop|run)\b
        | \bi\ (?:can't|cannot|couldn't)\ live\ without\b | \bany\ day$ | \bi\ find\ (?!it\b|that\b
            |this\b)\w.{{0,40}}\ (?:disgusting|delicious|boring|annoying|relaxing|gross|tasty|lovely|awful)$
            | ^(?:don't|dont|do\ not)\ (?:really\ )?(?:like|love|enjoy|eat|drink)\ (?!{_ASIDE})\w | \btoo\ (?:sweet
            |spicy|loud|salty|bitter|hot|cold
          |long|formal)\ for\ (?:me|my\ taste)\b | \bnot\ my\ (?:thing|cup\ of\ tea|style|taste)\b
        | ^(?:really\ |just\ |absolutely\ ){{0,2}}(?:love|hate|prefer|dislike|can't\ stand
          |not\ a\ fan\ of)\ (?!{_ASIDE}|you)(?!seeing|hearing|the\b)\w
    """,
    commitment=rf"""
        \b(?:i'll|i\ will|i\ shall|we'll|we\ will|i'm\ gonna|im\ gonna|i'm\ going\ to|im\ going\ to
          |i\ am\ going\ to|we're\ going\ to|we're\ gonna|gonna|ill)\ (?:{_ADV}|not\ |never\ |probably\
          |try\ to\ ){{0,2}}
        (?!keep\ (?:that|this|it|those|them|you|an\ (?:eye|open))|think|see\b|be\ (?:fine|ok|okay|honest|right
          |by\ your|there\ for)|bet|say\b|admit|check\ (?:it|them|those|that|out|this)|give\ (?:it|that|this
              |them
          |\w+\ a\ (?:try|shot))|look\ into|let\ you\ know|try\ (?:it|them|those|that|out)|have\ to\ (?:check
              |try
          |look)|probably|consider|be\ sure|make\ sure|take\ (?:it|that|a\ look)|ask\ you|provide|paste
              |give\ you
          |love\b|assume|go\ with|need\b|miss\b|always\b)[a-z]+
        | \b(?:remind|text|wake)\ (?:me|us)\ (?:again\ )?(?:to|about|at|on|in|tomorrow|when
          |before)\b(?!\ (?:the\ name|what|who))(?!(?<=when)\ (?:is\b|(?:my|our|the)\ [^,]{{1,60}}\ (?:is|are|was)$))
        | \b(?:remember|don't\ forget|dont\ forget|do\ not\ forget|don't\ let\ me\ forget)\ to\ \w
        | \bi\ (?:swear|promised?|vow|pledged?|committed|agreed\ to|signed\ up|have\ promised
          |'ve\ promised)\b(?!\ (?:it's|that\ it's))
        | \b(?:i|we)\ (?:have|'ve\ got|need|gotta|must|should|ought|got|had\ better|am\ supposed|are\ supposed
          |still\ have|still\ need|really\ need)\ ?(?:to\ )?[a-z]+\b(?:\ [^,;]{{1,60}})?\ {_AHEAD}
        | \b(?:i've|we've)\ got\ to\ [a-z]+\b.{{0,60}}\ {_AHEAD}
        | \b(?:i'm|im|i\ am|we're|we\ are)\ (?:also\ |actually\ |really\ |still\ |already\ ){{0,2}}(?:planning
          |supposed\ to|due\ (?:to|in|on|at|back|for)|scheduled|booked|determined\ to|committed|getting\ married
          |having\ a\ baby|preparing\ for\ (?:a|an|my|the)|training\ for|saving\ (?:up\ )?for)\b | \b(?:i
          |we)\ (?:plan|intend|aim)\ (?:to|on)\b
        | \b(?:i'm|im|i\ am|we're|we\ are|(?:my|our)\ (?:{_PEOPLE})(?:\ [a-z]+)?\ (?:is|are)|\w+\ and\ i\ are
          |he's|she's|they're)\ (?:{_ADV})?(?!looking|trying|thinking|wondering|feeling|considering|hoping
          |having\ (?:trouble|a\ hard)|struggling|doing|getting\ (?:better|tired)|wanting|needing|enjoying
          |loving)[a-z]+ing\b.{{0,80}}\b{_AHEAD}
        | \b(?:i|we)(?:'ve\ got|\ have|\ got)\ (?:a|an|my|our|another
          |the)\ (?:[\w'-]+\ ){{0,3}}?{_APPOINTMENT}\b | \b(?:my|our
          |the)\ (?:[\w'-]+\ ){{0,3}}?{_APPOINTMENT}(?:'s|\ is|\ are|\ starts|\ leaves)\ .{{0,30}}\b(?:{_AHEAD}
          |{_MONTH}\ \d|\d{{1,2}}(?:st|nd|rd|th)|moved)
        | ^(?:{_APPOINTMENT})\b.{{0,40}}\ (?:{_AHEAD}) | \b(?:is|are|'s)\ due\ (?:on|by|in|at|tomorrow|next
            |today|this|before|{_WEEKDAY})\b | \bdeadline\ (?:is
          |for)\b | \blet's\ (?:meet|talk|do|have|schedule|plan|go)\b.{{0,60}}\b{_AHEAD}
        | \b(?:my|our)\ (?:\w+\ )?(?:goal|plan|resolution|target)\ (?:\w+\ \w+\ )?is\b | ^(?:todo|to-do
          |to\ do):? | \bi\ need\ to\ remember\b | \bnote\ to\ self\b
    """,
    fact=rf"""
        \b(?:i|we|he|she|they|my\ (?:[\w'-]+\ ){{0,3}}?[\w'-]+|our\ [\w'-]+(?:\ [\w'-]+)?|\w+\ and\ i)(?:'ve|'d
          |'s)?\ {_BY_PAST}{{0,3}}{_PAST}(?<!used)
        | \b(?:i|we)\ used\ to\ [a-z]+ | \b(?:i|we)\ was(?:n't)?\ (?:in|at|on|there|born|sick|ill|fired|promoted
          |up|out)\b | \b(?:i|we)\ (?:was|were)\ (?!wondering|thinking|hoping|going\ to|looking|trying
              |considering
          |planning)[a-z]+ing\b
        | \b(?:i've|we've|i\ have|we\ have)\ been\ (?!thinking|wondering|meaning|looking|trying|considering
          |struggling|feeling|wanting|hoping|having\ trouble|told)[a-z]+ing\b
        | \b(?:i'm|im|i\ am|we're|we\ are)\ (?:currently|learning|reading|studying|taking|training|recovering
          |building|renovating|working\ on|writing|playing|watching)\b
        | \b(?:was|were|got|has\ been|have\ been|had\ been)\ (?!supposed|interested|used|bored|tired|confused
          |worried|excited|impressed|surprised)[a-z]+(?:ed|en|orn|old|ent)\b
        | \b{_AGO} | {_FIGURE}
        | \b(?:is|are|'s|starts?|ends?|leaves?|opens?|closes?|takes?\ place|happens?)\ (?:on|at
          |in)\ (?:{_WEEKDAY}|{_MONTH}|\d) | \bpassword\ is\b | \b(?:has|have|is|are|costs?|weighs?
              |takes?)\ (?:about\ |around\ |only\ )?\d | \bmy\ (?:keys?|passport|wallet|glasses|charger
          |ring|documents?|spare\ \w+)\ (?:is|are)\ (?:in|on|under|behind|at|inside|with)\b
        | \b(?:i|we)\ (?:parked|left|put|hid)\b
    """,
    apology=r"""
        \b(?:i'm|im|i\ am|we're)\ (?:so\ |really\ |very\ |truly\ |terribly\ ){0,3}sorry\b | ^(?:oh\ |ah\
          |oops,?\ |ok,?\ |okay,?\ |so\ |very\ |really\ |whoops,?\ |no\ ){0,3}sorry\b | ^(?:sry|soz)\b
              | \bmy\ (?:sincere\ )?(?:bad
          |apologies|mistake|fault)\b | ^(?:my\ )?apologies\b
        | \bi\ (?:do\ |sincerely\ )?apologi[sz]e\b | ^(?:pardon|excuse\ me|forgive\ me|whoops|oops|oopsie)
          | \bi\ (?:didn't|did\ not)\ mean\ to\b
    """,
    greeting=rf"""
        {_HELLO}(?:[,!]?\ (?:{_HELLO}|there|all|again|my\ friend|friend|buddy|mate|everyone|guys|you|assistant
            |bot|ai|reverie|today)){{0,3}}(?:[,!]?\ (?!i\b|i'm|im\b|my\b|what|how|is\b)[a-z]+)?
    """,
    question=r"""
        (?:(?:and|so|but|well|hey|hi|hello|ok|okay|please|also|then|now|btw|by\ the\ way|um|hmm|sorry|thanks
            |quick\ question|question|just\ curious|kindly|oh|wait|anyway|great|cool)[,:]?\ ){0,3}
        (?:what(?:'s|s|'re|\ )(?!a\ |an\ )|what$|who(?:'s|s|\ )|whom\ |whose\ |which\ |why\b|how(?!\ (?:nice
            |lovely|sweet|cool|sad|awful|kind)\b)(?:'s|\ |$)|(?:when|where)(?:'s|s|'d|\ (?:is|are|was|were|do|does
            |did|can|could|should|shall|will|would|has|have|had|to|am|might))\b
          |(?:is|isn't|are|aren't|am|was|were|does|doesn't|did|didn't|should|shouldn't|would|wouldn't|could
              |couldn't|can|can't|will|won't|has|hasn't|may|might|shall)\ (?:i|you|u|we|they|he|she|it|there|this
              |that|these|those|my|our|your|the|a|an|any|some|anyone|someone|people|[a-z]+)\b|do\ (?:i|you|u|we|they
              |the|these|those|people|any|my|our|your|[a-z]+s)\b|don't\ (?:you|we|they)\b|have\ (?:i|you|we|they)\b
              |had\ (?:i|we)\b
          |any\ (?:idea|tips|advice|suggestion|recommendation|thoughts|good|other|chance|ideas|luck)|(?:is
              |are)\b
          |(?:tell|show|give|teach|send|read|sing)\ (?:me|us)\b|explain\b|describe\b|list\b|suggest\b
              |recommend\b|help\b|summari[sz]e\b|translate\b|compare\b|define\b|calculate\b|convert\b|rewrite\b
              |rephrase\b|paraphrase\b|correct\ (?:this|my|the)|proofread\b|elaborate\b|discuss\b
          |generate\b|provide\b|draft\b|analy[sz]e\b|evaluate\b|continue\b|write\ (?!in\b|back)|create\b
              |make\ (?:a|an|me|it|this|the|up)\b|find\ (?:me|a|an|the|out|some)\b|search\b|look\ up\b
              |let\ me\ know\b|act\ as\b|i\ want\ you\ to\ act|i\ wonder\b|i(?:'m|\ am|\ was)\ wondering\b
              |i'd\ like\ to\ know\b|i'm\ curious\b|i\ need\ (?:help|advice|some\ (?:help|advice|tips))\b)
    """,
    filler=r"""
        (?:(?:oh|ah|ok|okay|yes|yeah|yep|yup|no|nope|sure|well|wow|haha+|lol|hm+|thanks?(?:\ you)?(?:\ so\ much
            |\ a\ lot)?|thx|ty|cheers|great|cool|nice|awesome|perfect|right|alright|got\ it|i\ see|indeed|exactly
            |absolutely|definitely|of\ course|amazing|good|fine|please)[,!]?\ ?){1,6}
        | (?:(?:wow|oh|ok|okay|yes|yeah|great|haha|thanks)[,!]?\ )?(?:that|this|it|those|these|they|which)(?:'s
            |\ is|\ are|'re|\ was|\ sounds?|\ looks?|\ makes?|\ helps?|\ would\ be|\ seems?)\ .{1,60}
        | (?:sounds|looks|makes|seems)\ .{1,40} | (?:thanks?|thank\ you|i\ appreciate)\b.{0,80} | (?:good|great
            |nice|no)\ (?:idea|point|one|job|work|worries|problem|question|to\ know).{0,30} | i\ (?:see|agree
            |understand|think\ so|guess\ so|know|get\ it|don't\ know|dont\ know).{0,10} | you're\ (?:right|welcome
            |the\ best).{0,20}
        | i'll\ (?:\w+\ )?(?:keep|check|give|look|try|think|consider|see)\b.{0,80}
    """,
    voids=r"""
        \b(?:if|whether|unless|imagine|suppose|supposing|pretend|what\ if|wish|as\ though|were\ i|even\ if
            |assume|assuming|hypothetically|in\ case|let's\ say|say\ that|lyrics|do\ you\ think|do\ you\ believe
            |would\ you\ say|it's\ not\ true\ that|not\ true\ that|role-?play|should\ i\ say|said\ that\ (?:he|she
            |they))\b
        | \b(?:do|does|did|can|could|should|would|will|may|might|shall|have|had|has|is|are|was|were|am|don't
            |doesn't|didn't|when|where|what|who|how|why|which|like|as\ soon\ as|until|once|before|after)\ (?:i|i'm
            |i've|i'd|im|we|my|our|me|he|she|they)$
    """,
)
