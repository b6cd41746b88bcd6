"""What statements of each kind sound like in German, Spanish, French, Dutch, Russian, Chinese and Japanese.

The one fact that a reader would get wrong: these are small tables of the commonest turns of phrase, searched on plain
text: no accents ("où" is "ou"), "й" is "и", "ё" is "е", "ß" is "ss".
"""

from memory.rules.kind_phrases import KindPhrases

_DE_PEOPLE = r"""
    (?:mutter|mama|vater|papa|schwester|bruder|frau|mann|partner(?:in)?|freund(?:in)?|sohn|tochter|kind(?:er)?
        |tante|onkel|oma|opa|eltern|geschwister|chef(?:in)?|kolleg(?:e|in)|hund|katze|kater|hase|pferd|hamster
        |wellensittich|nichte|neffe|cousine?|nachbar(?:in)?|mitbewohner(?:in)?)
"""
_DE_TRAITS = r"""
    (?:vegan(?:er(?:in)?)?|vegetarier(?:in)?|vegetarisch|allergisch|laktoseintolerant|schwanger|verheiratet
        |ledig|geschieden|diabetiker(?:in)?|blind|taub|rentner(?:in)?|linkshander(?:in)?|\d+\ jahre\ alt)\b
"""

GERMAN = KindPhrases(
    identity=rf"""
        \bich\ (?:heisse|wohne|lebe)\ (?!nicht\ mehr)\w | \bmein\ name\ ist\ \w | \bich\ bin\ (?:auch\
            |seit\ \w+\ \w+\ )?(?:{_DE_TRAITS}|\d{{1,3}}(?=$|[,;]|\ und\b|\ jahre)|in\ \w+\ (?:geboren|aufgewachsen)
            |(?:gegen\ )?\w+\ allergisch|gegen\ .{{1,40}}allergisch
          |(?:ein(?:e)?\ )?(?:[\w-]+)?(?:lehrer|arzt|arztin|ingenieur|krankenpfleger|pfleger|krankenschwester
              |student|schuler|programmierer|entwickler|koch|kochin|anwalt|anwaltin|handwerker|mechaniker|musiker
              |architekt|informatiker|designer|verkaufer|polizist|journalist)(?:in)?\b)
        | \bich\ arbeite\ (?:als|bei|in|fur)\ \w | \b(?:ich|wir)\ (?:habe|haben)\ (?:eine?n?|zwei|drei|vier
            |keine)\ (?:\w+\ )?(?:{_DE_PEOPLE}|kinder|hunde|katzen|geschwister|schwestern|bruder|sohne|tochter
            |garten|auto|haus|wohnung|allergie|\w*intoleranz|\w*allergie|asthma|diabetes)\b | \bich\ habe\ (?:asthma
            |diabetes|migrane|adhs)\b
        | \b(?:meine?|unsere?)\ (?:\w+\ )?{_DE_PEOPLE}\ (?:ist|sind)\ (?:auch\ )?(?:{_DE_TRAITS}
            |gegen\ .{{1,40}}allergisch|eine?\ \w+|(?:lehrer|arzt|arztin|krankenschwester|ingenieur
            |student)(?:in)?) | \b(?:meine?|unsere?)\ (?:\w+\ )?{_DE_PEOPLE}\ (?:heisst|heissen|wohnt|wohnen|lebt
            |arbeitet|isst\ kein|mag|liebt|hasst)\b
        | \b(?:mein|meine|unsere?)\ (?:adresse|telefonnummer|handynummer|geburtstag|muttersprache|beruf
            |schuhgrosse|auto|fahrrad|heimatstadt)\ ist\b | \bich\ esse\ kein(?:e|en)?\b
            | \bich\ trinke\ keinen?\ alkohol\b | \bich\ vertrage\ kein
    """,
    preference=r"""
        \bich\ (?:mag|liebe|hasse|bevorzuge|verabscheue)\ (?!es$|das$|die\ idee)\w | \bich\ (?:trinke|esse|hore
            |lese|spiele|schlafe|reise|arbeite|mochte|wohne|schaue)\ (?:viel\ |sehr\ |am\ )?(?:lieber|gerne?
            |liebsten|ungern|nicht\ gern)\b | \bich\ .{1,30}\ (?:lieber|am\ liebsten)\b | \bmein(?:e
            |en)?\ lieblings\w+
        | \b(?:antworte|schreib|sprich)\ (?:mir\ )?(?:bitte\ )?(?:immer|nur|kurz|auf\ \w+|stets|knapp)\b
            | \bbitte\ (?:immer|nur|kurz)\b.{0,20}\bantworten\b | \b(?:nenn|duz|siez)\ mich\b
            | \bich\ kann\ .{1,40}\ nicht\ (?:leiden|ausstehen)\b | \bich\ bin\ (?:ein\ )?(?:grosser\ )?fan\b
    """,
    commitment=r"""
        \berinner(?:e)?\ mich\ (?:bitte\ )?(?:daran|morgen|am|um|an)\b | \bich\ (?:werde|muss|will|verspreche
            |plane|habe\ vor)\b.{0,60}\b(?:morgen|heute\ abend|nachste[nrs]?\ \w+|am\ \w+tag|um\ \d+|bis\ \w+
            |im\ (?:januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)|in\ (?:zwei
            |drei|einer|\d+)\ (?:tagen|wochen|woche|monaten))\b
        | \bich\ (?:werde|verspreche|plane)\b\ \w | \b(?:ich|wir)\ (?:habe|haben)\ (?:am|um|morgen
            |nachste)\b.{0,40}\b(?:termin|prufung|meeting|zahnarzt|vorstellungsgesprach|flug)\b | \b(?:ich
            |wir)\ (?:habe|haben)\ (?:einen?|morgen|am)\ .{0,30}\b(?:termin|prufung|besprechung|flug)\b | \b(?:ich
            |wir)\ (?:fliege|fahre|fahren|fliegen|treffe|treffen|besuche|ziehe|heirate|heiraten)\b.{0,50}\b(?:morgen
            |nachste[nrs]?|am|im|ubermorgen)\b | \bvergiss\ nicht
    """,
    fact=r"""
        \b(?:ich|wir|er|sie|mein\w*\ \w+)\ (?:habe|haben|hat|bin|sind|ist|war|waren|hatte
            |hatten)\b.{1,80}\b(?:ge\w{2,}(?:t|en)|\w+iert|be\w{3,}(?:t|en)|ver\w{3,}(?:t|en)|\w+ge\w{2,}(?:t|en))$
            | \b(?:gestern|vorgestern|letzte[nrs]?\ (?:woche|jahr|monat|sommer|winter|\w+tag)|vor\ (?:zwei|drei
            |einem|einer|\d+)\ \w+|heute\ morgen|als\ kind)\b | \b(?:ich|wir)\ (?:war|waren|ging|gingen|kaufte
            |hatte)\b
    """,
    apology=r"\b(?:entschuldigung|entschuldige|tut\ mir\ leid|verzeihung|sorry|mein\ fehler|tschuldigung)\b",
    greeting=r"""
        (?:(?:hallo|hi|hey|servus|moin|gruss\ gott|guten\ (?:morgen|tag|abend)|gute\ nacht|tschuss
            |auf\ wiedersehen|bis\ (?:morgen|bald|spater)|wie\ geht(?:'s|\ es\ (?:dir|ihnen)|s)?)(?:[,!]?\
            |$)){1,3}(?:\w+)?
    """,
    question=r"""
        (?:(?:und|aber|also|hallo|bitte|hey)[,:]?\ )?(?:was|wer|wen|wem|wann|wo|wohin|woher|warum|wieso|weshalb
            |wie|welche[rsnm]?|wieviel)\ |(?:kannst|konntest|weisst|hast|bist|willst|magst|gibt|soll|darf|kann|ist
            |sind|hat)\ (?:du|es|ich|man|das|mein|meine|er|sie)\b|(?:erklare?|sag|zeig|gib|nenn|schreib|ubersetze?
            |empfiehl|hilf)\ (?:mir|mal|uns|das|einen|eine|ein)\b
    """,
    filler=r"""
        (?:(?:danke|super|okay|ok|gut|genau|ja|nein|toll|prima|alles\ klar|vielen\ dank|bitte|klar
            |schon)[,!]?\ ?){1,5}|das\ (?:ist|klingt)\ .{1,30}
    """,
    voids=r"\b(?:wenn|falls|ob|stell\ dir\ vor|angenommen|als\ ob)\b|\b(?:was|wo|wann|wie|warum|wer)\ \w+$",
)

_ES_PEOPLE = r"""
    (?:madre|mama|padre|papa|hermana|hermano|esposa|esposo|mujer|marido|novia|novio|pareja|hijo|hija|hijos|hijas
        |tia|tio|abuela|abuelo|amigo|amiga|jefe|jefa|perro|perra|gato|gata|suegra|suegro|prima|primo|sobrin[oa]|vecin[oa])
"""
_ES_TRAITS = r"""
    (?:vegan[oa]|vegetarian[oa]|alergic[oa]|celiac[oa]|diabetic[oa]|embarazada|casad[oa]|solter[oa]
        |divorciad[oa]|jubilad[oa]|intolerante|zurd[oa]|ciega?|sord[oa]|autista)\b
"""

SPANISH = KindPhrases(
    identity=rf"""
        \bme\ llamo\ \w | \bmi\ nombre\ es\ \w | \b(?:yo\ )?vivo\ (?:en|con|cerca|sol[oa])\b
            | \b(?:vivimos)\ en\b | \bsoy\ (?:muy\ |un\ |una\ )?(?:{_ES_TRAITS}|de\ \w|[\w-]*(?:er[oa]|or|ora|ista
            |ante|ente|log[oa]|medic[oa]|abogad[oa]|estudiante|profesora?|espanol[a]?|mexican[oa]|chilen[oa]
            |argentin[oa])\b)
        | \btrabajo\ (?:como|de|en|para)\ \w | \btengo\ \w+\ anos\b | \btengo\ (?:un|una|dos|tres|cuatro
            |cinco)\ (?:\w+\ )?(?:{_ES_PEOPLE}|perros|gatos|hermanos|hermanas|ninos|coche|casa|alergia|jardin)s?\b
            | \btengo\ (?:asma|diabetes|alergia|migranas|tdah)\b
        | \b(?:mi|nuestr[oa])\ (?:\w+\ )?{_ES_PEOPLE}\ (?:\w+\ )?(?:es\ (?:muy\ )?(?:{_ES_TRAITS}|un[a]?\ \w+
            |\w+(?:er[oa]|ora?|ista|ante|ente)\b|medic[oa])|se\ llama|vive|trabaja|tiene\ \w+\ anos|no\ come|odia
            |ama)\b | \bmi\ (?:direccion|telefono|numero|correo|cumpleanos|talla|coche|trabajo
            |lengua\ materna)\ es\b | \bestoy\ (?:casad[oa]|embarazada|jubilad[oa]|divorciad[oa])\b | \bno\ (?:como
            |bebo|fumo)\ \w
    """,
    preference=r"""
        \b(?:no\ )?(?:me\ (?:gusta|gustan|encanta|encantan|fascina|disgusta))\b\ (?!la\ idea|eso$|esto$)\w
            | \bprefiero\ \w | \b(?:odio|detesto|adoro|amo)\ \w | \bmis?\ (?:\w+\ ){0,2}(?:favorit[oa]s?
            |preferid[oa]s?)\b | \b(?:responde|contesta|escribe|habla)(?:me)?\ (?:siempre|solo|en\ \w+|brevemente
            |por\ favor)\b | \bsiempre\ (?:responde|contesta|escribe)\b | \bno\ (?:soporto|aguanto)\b
    """,
    commitment=r"""
        \brecuerdame\ (?!que\ (?:te|me)\b|quien|cuando|donde|cual)\w | \b(?:voy\ a|vamos\ a)\ \w+r\b
            | \b(?:tengo|tenemos)\ (?:que|cita|una\ cita|una\ reunion|un\ examen|un\ vuelo|reunion
            |dentista)\b.{0,60}\b(?:manana|el\ \w+|proxim[oa]|la\ semana|a\ las|hoy|en)\b | \b(?:prometo|te\ prometo
            |planeo|pienso)\ \w | \bno\ (?:te\ )?olvides\b | \btengo\ (?:una\ )?(?:cita|reunion)\b
    """,
    fact=r"""
        \b(?:ayer|anteayer|anoche|la\ semana\ pasada|el\ (?:ano|mes|verano|lunes|martes|miercoles|jueves|viernes
            |sabado|domingo)\ pasado|hace\ \w+\ (?:anos?|dias?|meses|mes|semanas?)|esta\ manana|de\ nino
            |de\ nina)\b | \b(?:compre|fui|fuimos|comi|vi|conoci|naci|hice|estuve|perdi|gane|viaje|visite|termine
            |empece|compramos|aprendi)\b
    """,
    apology=r"\b(?:lo\ siento|perdon|perdona|disculpa|disculpe|mis\ disculpas|perdoname)\b",
    greeting=r"""
        (?:(?:hola|buenas|buenos\ dias|buenas\ (?:tardes|noches)|que\ tal|como\ estas|como\ esta\ usted|adios
            |hasta\ (?:luego|manana|pronto)|chao|saludos)(?:[,!]?\ ¿?|$)){1,3}(?:\w+)?
    """,
    question=r"""
        ¿?(?:(?:y|pero|oye|hola|por\ favor)[,:]?\ )?¿?(?:que|quien|quienes|cuando|donde|adonde|cual|cuales
            |cuant[oa]s?|por\ que|como)\ (?!si\b)|¿|(?:puedes|podrias|sabes|tienes|hay|dime|explica(?:me)?|dame
            |recomiendame|escribe(?:me)?|traduce|ayudame|cuentame)\b
    """,
    filler=r"""
        (?:(?:gracias|vale|ok|bien|muy\ bien|perfecto|genial|claro|si|no|de\ acuerdo
            |muchas\ gracias)[,!]?\ ?){1,5}
    """,
    voids=r"\b(?:si|imagina|supongamos|como\ si|ojala)\b|\b(?:que|donde|cuando|cual|por\ que)\ \w+$",
)

_FR_PEOPLE = r"""
    (?:mere|maman|pere|papa|soeur|sœur|frere|femme|mari|copine|copain|compagne|compagnon|conjoint|fils|fille
        |enfants?|tante|oncle|grand-mere|grand-pere|mamie|papi|ami|amie|chef|patron|patronne|collegue|chien|chienne
        |chat|chatte|cousin|cousine|voisin|voisine|niece|neveu|colocataire)
"""
_FR_TRAITS = r"""
    (?:vegan(?:e)?|vegetalien(?:ne)?|vegetarien(?:ne)?|allergique|intolerante?|coeliaque|diabetique|asthmatique
        |enceinte|mariee?|celibataire|divorcee?|retraitee?|gauchere?|gaucher|aveugle|sourde?|autiste)\b
"""

FRENCH = KindPhrases(
    identity=rf"""
        \bje\ m'appelle\ \w | \bmon\ (?:nom|prenom)\ (?:est|c'est)\ \w | \b(?:j'habite|je\ vis|nous\ habitons
            |on\ habite|nous\ vivons)\ (?:a|en|au|aux|dans|pres|avec|seule?|chez)\b | \bje\ suis\ (?:tres\ |un\
            |une\ )?(?:{_FR_TRAITS}|ne(?:e)?\ (?:a|en|le)|de\ [a-z]+$|originaire|[\w-]*(?:eur|euse|ien|ienne|iste
            |infirmiere?|infirmier|prof|professeur|medecin|avocate?|etudiante?|enseignante?|boulanger|boulangere
            |francaise?|belge|suisse|comptable|architecte)\b)
        | \bje\ travaille\ (?:comme|chez|a|en|dans|pour|au)\b | \bj'ai\ \w+\ ans\b | \b(?:j'ai|nous\ avons
            |on\ a)\ (?:une?|deux|trois|quatre|des)\ (?:\w+\ )?(?:{_FR_PEOPLE}s?|chiens|chats|freres|soeurs|voiture
            |maison|jardin|allergie)\b | \bj'ai\ (?:de\ l'asthme|du\ diabete|une\ allergie)\b
        | \b(?:mon|ma|mes|notre|nos)\ (?:\w+\ )?{_FR_PEOPLE}\ (?:\w+\ )?(?:est\ (?:{_FR_TRAITS}|une?\ \w+
            |\w*(?:eur|euse|ien|ienne|iste|infirmiere?|medecin|professeur|avocate?))|sont\ {_FR_TRAITS}|s'appelle
            |habite|vit|travaille|deteste|adore|ne\ mange\ pas|a\ \w+\ ans)\b | \b(?:mon|ma)\ (?:adresse|numero
            |telephone|anniversaire|voiture|metier|pointure|langue\ maternelle|ville\ natale)\ (?:est|c'est)\b
            | \bje\ ne?\ ?(?:mange|bois|fume)\ (?:pas|jamais)\b
    """,
    preference=r"""
        \b(?:j'aime|j'adore|je\ prefere|je\ deteste|je\ n'aime|j'aime\ pas|je\ hais)\ (?!l'idee|ca$|bien\ (?:ta
            |l'idee))\w | \b(?:mon|ma|mes)\ (?:\w+\ ){1,3}(?:preferee?s?|favorite?s?|favoris?)\b | \b(?:reponds
            |ecris|parle)(?:[- ]moi)?\ (?:toujours|seulement|en\ \w+|brievement|s'il\ te\ plait)\b
            | \bje\ ne\ (?:supporte|peux)\ pas\ (?:le|la|les|supporter|voir)\b | \btutoie[- ]moi\b
    """,
    commitment=r"""
        \brappelle[- ]moi\ (?:de|d'|demain|que\ je\ dois) | \bje\ (?:vais|dois|promets|compte|prevois
            |te\ promets)\b.{0,60}\b(?:demain|ce\ soir|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche
            |la\ semaine\ prochaine|prochaine?|avant|a\ \d+\ ?h|dans\ \w+\ (?:jours|semaines|mois|heures))\b
            | \bje\ (?:vais|te\ promets\ de|promets\ de)\ (?!bien|mal|voir|essayer)\w+(?:er|ir|re|oir)\b
            | \bj'ai\ (?:un\ )?(?:rendez-?vous|rdv|une\ reunion|un\ examen|un\ entretien|un\ vol)\b
            | \bn'oublie\ pas\b
    """,
    fact=r"""
        \b(?:hier|avant-hier|la\ semaine\ derniere|l'annee\ derniere|l'an\ dernier|le\ mois\ dernier
            |l'ete\ dernier|lundi\ dernier|il\ y\ a\ \w+\ (?:ans?|jours?|mois|semaines?)|ce\ matin
            |quand\ j'etais)\b | \b(?:j'ai|nous\ avons|on\ a|il\ a|elle\ a|m[ao]n?\ \w+\ a)\ (?:deja\ |beaucoup\
            |enfin\ )?(?!rendez|besoin|envie|faim|soif|peur)\w{2,}(?:e|i|u|is|it|ert|ts)\ (?:un|une|le|la|les|mon|ma
            |mes|des|du|a|au|en|dans|avec)\b | \bje\ suis\ (?:alle|allee|parti|partie|venu|venue|tombe|rentre
            |rentree)\b
    """,
    apology=r"\b(?:desolee?|pardon|excuse[- ]moi|excusez[- ]moi|mes\ excuses|toutes\ mes\ excuses|je\ m'excuse)\b",
    greeting=r"""
        (?:(?:bonjour|salut|coucou|bonsoir|bonne\ nuit|au\ revoir|a\ (?:bientot|demain|plus)|ca\ va
            |comment\ (?:ca\ va|vas-tu|allez-vous)|allo|hello)(?:[,!]?\ |$)){1,3}(?:\w+)?
    """,
    question=r"""
        (?:(?:et|mais|alors|salut|bonjour|dis|dis-moi)[,:]?\ )?(?:qu'est-ce|est-ce|que\ |qui\ |quand\ |quel
            |quelle|combien|comment|pourquoi|ou\ (?:est|sont|puis|peut|se|habite|vas?|trouver)|c'est\ quoi|peux-tu
            |tu\ peux|pouvez-vous|pourrais-tu|sais-tu|as-tu|connais-tu|explique|dis-moi|donne-moi
            |ecris(?:-moi)?\ (?:un|une)|raconte|traduis|aide-moi|recommande|conseille)\b
    """,
    filler=r"""
        (?:(?:merci|ok|d'accord|super|parfait|oui|non|bien|tres\ bien|genial|merci\ beaucoup
            |bien\ sur)[,!]?\ ?){1,5}
    """,
    voids=r"""
        \b(?:si|imagine|imaginons|supposons|comme\ si)\b|\b(?:est-ce\ que|qu'est-ce\ que|que|ou|quand
            |pourquoi)\ [\w']+$
    """,
)

_NL_PEOPLE = r"""
    (?:moeder|mama|mam|vader|papa|pap|zus|zusje|broer|broertje|vrouw|man|vriendin|vriend|partner|zoon|dochter
        |kind|kinderen|tante|oom|oma|opa|ouders|baas|collega|hond|kat|poes|kater|konijn|paard|hamster|neef|nicht
        |buurman|buurvrouw|huisgenoot|nichtje|neefje)
"""
_NL_TRAITS = r"""
    (?:vegan|veganist|vegetarier|vegetarisch|allergisch|lactose-?intolerant|diabeet|zwanger|getrouwd|vrijgezel
        |gescheiden|gepensioneerd|linkshandig|blind|doof|autistisch|kleurenblind)\b
"""

DUTCH = KindPhrases(
    identity=rf"""
        \bik\ heet\ \w | \bmijn\ naam\ is\ \w | \b(?:ik\ woon|wij\ wonen|we\ wonen)\ (?:in|bij|op|aan|met|alleen
            |samen)\b | \bik\ ben\ (?:een\ )?(?:{_NL_TRAITS}|\d{{1,3}}(?=$|[,;]|\ en\b|\ jaar)|geboren
            |(?:[\w-]*(?:leraar|lerares|arts|dokter|verpleegkundige|verpleegster|ingenieur|student|programmeur
            |ontwikkelaar|kok|advocaat|bakker|kapper|boekhouder|architect|journalist))\b)
            | \bik\ ben\ .{{0,40}}allergisch\b
        | \bik\ werk\ (?:als|bij|in|voor)\b | \b(?:ik\ heb|wij\ hebben|we\ hebben)\ (?:een|twee|drie
            |vier)\ (?:\w+\ )?(?:{_NL_PEOPLE}|honden|katten|zussen|broers|zonen|dochters|tuin|auto|huis|allergie)\b
            | \bik\ heb\ (?:astma|diabetes|migraine|adhd)\b
        | \b(?:mijn|m'n|onze?)\ (?:\w+\ )?{_NL_PEOPLE}\ (?:\w+\ )?(?:is\ (?:{_NL_TRAITS}|een\ \w+|\w*(?:leraar
            |lerares|arts|verpleegkundige|ingenieur))|zijn\ {_NL_TRAITS}|heet|heten|woont|wonen|werkt|eet\ geen
            |lust\ geen|haat|houdt\ van)\b | \bmijn\ (?:adres|telefoonnummer|nummer|verjaardag|beroep|moedertaal
            |auto|fiets|schoenmaat)\ is\b | \bik\ (?:eet|drink|rook)\ (?:geen|nooit|niet)\b
    """,
    preference=r"""
        \bik\ (?:hou|houd)\ (?:\w+\ )?(?:niet\ )?van\ \w | \bik\ (?:haat|verafschuw)\ \w | \bik\ (?:drink|eet
            |heb|lees|luister|ga|werk|kijk|speel|wil)\ .{0,30}\b(?:liever|graag|het\ liefst)\b
            | \bik\ vind\ .{1,40}\b(?:lekker|leuk|vies|vreselijk|heerlijk)\b | \bmijn\ (?:favoriete
            |lievelings\w*)\b | \b(?:antwoord|schrijf|praat)\ (?:altijd|alleen|kort|in\ het|alsjeblieft)\b
            | \bik\ lust\ (?:geen|graag)\b | \b(?:ik\ geef\ de\ )?voorkeur\ aan\b | \bnoem\ me\b
    """,
    commitment=r"""
        \bherinner\ (?:me|mij)\ (?:eraan|er\ aan|morgen|om|aan)\b | \bik\ (?:moet|ga|zal|wil|beloof
            |plan)\b.{0,60}\b(?:morgen|vanavond|volgende\ \w+|op\ \w+dag|maandag|dinsdag|woensdag|donderdag|vrijdag
            |zaterdag|zondag|om\ \d+|voor\ \w+dag|over\ \w+\ (?:dagen|weken|maanden))\b | \bik\ (?:zal|beloof)\ \w
            | \b(?:ik\ heb|we\ hebben)\ (?:\w+\ )?.{0,30}\b(?:afspraak|vergadering|examen|tandarts|vlucht
            |sollicitatiegesprek)\b | \bvergeet\ niet\b
    """,
    fact=r"""
        \b(?:gisteren|eergisteren|vorige?\ (?:week|maand|jaar|zomer|winter|\w+dag)|vorig\ jaar|\w+\ (?:dagen
            |weken|maanden|jaar)\ geleden|vanmorgen|vanochtend|toen\ ik)\b | \b(?:ik|wij|we|hij|zij)\ (?:heb|heeft
            |hebben|ben|is|zijn)\b.{1,80}\b(?:ge\w{2,}(?:t|d|en)|ver\w{2,}(?:t|d|en)|be\w{2,}(?:t|d|en))$
            | \bik\ (?:was|ging|kocht|zag|had)\b
    """,
    apology=r"\b(?:sorry|het\ spijt\ me|excuses|neem\ me\ niet\ kwalijk|mijn\ fout|pardon)\b",
    greeting=r"""
        (?:(?:hallo|hoi|hey|dag|goedemorgen|goedemiddag|goedenavond|welterusten|tot\ (?:ziens|morgen|straks
            |later)|doei|hoe\ gaat\ het(?:\ met\ je)?|alles\ goed)(?:[,!]?\ |$)){1,3}(?:\w+)?
    """,
    question=r"""
        (?:(?:en|maar|dus|hoi|hallo)[,:]?\ )?(?:wat|wie|wanneer|waar|waarom|welke?|hoeveel|hoe)\ |(?:kun|kan|wil
            |weet|heb|ben|zou)\ (?:je|jij|u)\b|(?:is|zijn|mag|moet|kan)\ (?:het|er|ik|mijn|de|dat)\b|(?:leg|vertel
            |geef|schrijf|toon|vertaal|help)\ (?:me|mij|uit|een|eens|dit)\b
    """,
    filler=r"(?:(?:bedankt|dank\ je|dankjewel|oke|ok|goed|prima|ja|nee|leuk|mooi|top)[,!]?\ ?){1,5}",
    voids=r"\b(?:als|stel\ dat|alsof|of\ ik)\b|\b(?:wat|waar|wanneer|waarom|hoe)\ \w+$",
)

_RU_PEOPLE = r"""
    (?:мама|мать|папа|отец|сестра|брат|жена|муж|девушка|парень|сын|дочь|дочка|дети|тетя|дядя|бабушка|дедушка
        |друг|подруга|начальник|коллега|собака|кошка|кот|пес|ребенок)
"""
_RU_TRAITS = r"""
    (?:веган(?:ка)?|вегетариан(?:ец|ка)|беременна|женат|замужем|холост|разведен[а]?|диабетик|левша
        |пенсионер(?:ка)?|глух(?:ои|ая)|слеп(?:ои|ая))\b
"""

RUSSIAN = KindPhrases(
    identity=rf"""
        \bменя\ зовут\ \w | \bмое\ имя\b | \b(?:я\ )?(?:живу|живем)\ (?:в|на|с|один|одна|под)\b
            | \b(?:я\ )?работаю\ (?!над)\w | \bя\ (?:-\ |—\ )?(?:{_RU_TRAITS}|\w*(?:врач|учитель(?:ница)?|инженер
            |программист(?:ка)?|студент(?:ка)?|медсестра|юрист|повар|бухгалтер|дизаинер|журналист(?:ка)?|архитектор
            |музыкант)\b|родил(?:ся|ась)|из\ \w) | \bмне\ \w+\ (?:год|года|лет)\b
            | \bу\ меня\ (?:есть\ )?(?:.{{0,20}})?(?:аллергия|астма|диабет|двое\ детеи|трое\ детеи|{_RU_PEOPLE}
            |машина|дача|сестры|дочери|детеи)\b
        | \bмо(?:и|я|е)\ (?:\w+\ )?{_RU_PEOPLE}\ (?:-\ |—\ |\w+\ )?(?:{_RU_TRAITS}|живет|работает|любит
            |ненавидит|не\ ест|учится|врач|учитель(?:ница)?|инженер) | \b(?:мо(?:ю|его|у)|нашу
            |нашего)\ \w+\ зовут\ \w | \bмо(?:и|я|е)\ (?:адрес|телефон|номер|день\ рождения|профессия
            |родно[ие]\ \w+)\b | \bя\ не\ (?:ем|пью|курю)\ ?
    """,
    preference=r"""
        \b(?:я\ )?(?:очень\ |не\ |больше\ )?(?:люблю|ненавижу|обожаю|предпочитаю|терпеть\ не\ могу)\ \w
            | \bмне\ (?:очень\ |не\ |больше\ )?нрав(?:ится|ятся)\ (?!идея)\w | \bмо(?:и|я|е)\ (?:сам\w+\ )?любим\w+
            | \b(?:отвечаи|пиши|говори)\ (?:мне\ )?(?:всегда|только|кратко|коротко|на\ \w+|пожалуиста)\b
            | \b(?:всегда|никогда\ не)\ (?:отвечаи|пиши)\b
    """,
    commitment=r"""
        \bнапомни(?:\ мне)?\ (?!,|что\ я|кто|где|когда|как)\w+(?:ть|ти|чь)?\b | \b(?:я\ |мы\ )?(?:должен|должна
            |надо|нужно|собираюсь|планирую|обещаю|буду|поиду|поеду|встречаюсь|лечу|еду|едем|летим
            |записан[а]?)\b.{0,60}\b(?:завтра|сегодня\ вечером|послезавтра|в\ (?:понедельник|вторник|среду|четверг
            |пятницу|субботу|воскресенье)|на\ следующеи\ неделе|в\ следующ\w+\ \w+|через\ \w+|до\ \w+|к\ \w+)\b
            | \bобещаю\ \w | \bу\ меня\ .{0,40}\b(?:встреча|экзамен|прием|собеседование|реис)\b | \bне\ забудь\b
    """,
    fact=r"""
        \b(?:вчера|позавчера|на\ прошлои\ неделе|в\ прошл\w+\ \w+|\w+\ (?:назад)|сегодня\ утром|в\ детстве
            |прошлым\ летом)\b | \b(?:я|мы)\ (?:уже\ |недавно\ |только\ что\ )?(?!хотел|думал|надеял)\w{2,}(?:л|ла
            |ли|лся|лась|лись)\b
    """,
    apology=r"\b(?:извини|извините|прости|простите|прошу\ прощения|мои\ извинения|виноват[а]?)\b",
    greeting=r"""
        (?:(?:привет|здравствуи|здравствуите|добр(?:ое|ыи)\ (?:утро|день|вечер)|спокоинои\ ночи|пока
            |до\ (?:свидания|завтра|встречи)|как\ дела|хаи|салют)(?:[,!]?\ |$)){1,3}(?:\w+)?
    """,
    question=r"""
        (?:(?:и|а|но|привет|скажи)[,:]?\ )?(?:что|кто|кого|когда|где|куда|откуда|почему|зачем|как|како[ие]|какая
            |какое|какие|сколько|чеи)\ |(?:можешь|можете|знаешь|расскажи|объясни|подскажи|посоветуи|напиши|переведи
            |помоги|даи|покажи)\b
    """,
    filler=r"(?:(?:спасибо|хорошо|ладно|ок|да|нет|отлично|понятно|супер|ясно|большое\ спасибо)[,!]?\ ?){1,5}",
    voids=r"\b(?:если|представь|допустим|как\ будто|если\ бы)\b|\b(?:что|где|когда|почему|как)\ \w+$",
)

_ZH_PEOPLE = r"(?:妹妹|姐姐|姊姊|哥哥|弟弟|妈妈|爸爸|母亲|父亲|妻子|老婆|丈夫|老公|女儿|儿子|孩子|女朋友|男朋友|朋友|老板|同事|奶奶|爷爷|外婆|外公|狗|猫|小狗|小猫)"

CHINESE = KindPhrases(
    identity=rf"""
        我(?:的名字)?(?:叫|是叫)(?!了|他|她|你|什么)[\w] | 我的名字(?:是|叫) | 我(?:们)?(?:现在|一直)?(?:住在|住|来自|出生)(?!哪|什么)\w
            | 我是(?:一[名个位])?(?!说|不是|谁|想|在|要)[\w]{{0,8}}(?:人|师|医生|护士|学生|员|者|家|士|妈妈|爸爸) | 我(?:今年)?\d{{1,3}}岁
            | 我今年[一二三四五六七八九十]+岁 | 我在[\w]{{1,12}}(?:工作|上班|上学|读书)
        | 我(?:们)?(?:家)?(?:有|养了?)(?:一|两|二|三|四|\d)(?:个|只|条|位|辆|套|匹)\w*(?:{_ZH_PEOPLE}|孩子|车|房|猫|狗) | 我(?:对
            |有)\w{{1,10}}(?:过敏|糖尿病|哮喘|高血压) | 我(?:不吃|不喝|不抽|从不吃)\w
        | (?:我的?|我们家?的?)(?:{_ZH_PEOPLE})(?:的名字)?(?:是|叫|吃素|住|对\w+过敏|在\w+工作|不吃|喜欢|讨厌|今年) | 我(?:吃素|是素食|结婚了|怀孕了|已婚
            |单身) | 我的(?:电话|地址|生日|邮箱|职业|手机号)\w*是
    """,
    preference=r"""
        我(?:们)?(?:也|最|很|真的|非常|更|特别|比较|超|还是|不|不太|不怎么)*(?:喜欢|喜爱|热爱|讨厌|偏爱|更爱|爱吃|爱喝|受不了|爱看|爱听)(?!什么|你)\w | 我最喜欢的
            | 我宁愿 | (?:请|以后|请你|请总是)(?:总是|一直|始终|永远|都|只)?(?:用\w{1,6}|简短地?|简洁地?)(?:回答|回复|写) | (?:不要|别)(?:再)?(?:用表情|叫我)
    """,
    commitment=r"""
        提醒我(?!一下我)(?!.{0,20}(?:什么|谁|哪|几点)) | 我(?:们)?(?:明天|后天|今晚|下周\w?|下个月|周[一二三四五六日末]|星期[一二三四五六日天]|下午
            |\d+月)\w{0,12}(?:要|会|去|得|有|打算|准备|必须|约) | 我(?:会|要|得|打算|计划|准备|答应|保证|必须)\w{0,15}(?:明天|后天|今晚|下周|下个月
            |周[一二三四五六日]|星期|之前) | 我(?:答应|保证|发誓|打算|计划)\w | (?:别忘了|不要忘记|记得要)
    """,
    fact=r"(?:昨天|前天|上周|上个月|去年|前年|今天早上|刚才|小时候|\w年前|\w天前|\w+个月前) | 我(?:们)?\w{0,8}(?:买|去|看|吃|见|学|做|丢|收到|参加|完成|搬)(?:了|过)",
    apology=r"(?:对不起|抱歉|不好意思|我错了|请原谅)",
    greeting=r"(?:你好|您好|嗨|哈喽|早上好|早安|晚上好|下午好|晚安|再见|拜拜|明天见|你好吗|大家好|最近怎么样)[呀啊吗，,!！ ]*(?:你好吗|在吗)?",
    question=r"""
        (?:请问|什么|为什么|怎么|如何|谁|哪|几|多少|能不能|可不可以|你能|你可以|帮我|告诉我|给我|请帮|请解释|解释|推荐|写一|翻译)|.{0,40}(?:吗|呢|什么|怎么办|哪里|哪儿|几点
            |多少|如何|怎么样)$
    """,
    filler=r"(?:(?:谢谢|好的?|嗯|可以|知道了|明白了|不错|太好了|是的?|对|行|没问题|多谢)[，,!！ ]?){1,4}",
    voids=r"(?:如果|假如|要是|假设|想象|是不是|为什么|万一)",
)

_JA_I = r"(?:私|僕|俺|わたし|ぼく|おれ|うち)"
_JA_PEOPLE = (
    r"(?:妹|姉|兄|弟|母|父|妻|夫|娘|息子|子供|子ども|彼女|彼氏|友達|友人|上司|同僚|祖母|祖父|犬|猫|ペット|家族)"
)

JAPANESE = KindPhrases(
    identity=rf"""
        {_JA_I}の名前は(?!何|なん)\w | {_JA_I}は\w{{1,12}}(?:と申します|といいます|と言います) | ^\w{{1,10}}(?:と申します|といいます)
            | (?:に住んで(?:い?ます|い?る)|で暮らして(?:い?ます|い?る)|で働いて(?:い?ます|い?る)|に勤めて(?:い?ます|い?る))(?!か) | {_JA_I}は(?!何|どこ
            |誰)\w{{0,12}}(?:医者|看護師|教師|先生|学生|会社員|エンジニア|人|主婦|ベジタリアン|ビーガン|菜食主義者|弁護士|公務員|\d+歳)(?:です|だ)?(?!か)
        | \w{{1,10}}アレルギー(?:です|が(?:あり|ある)|があります)(?!か) | (?:子供|子ども|犬|猫|兄弟|姉妹|妹|弟|姉|兄)が\w{{0,4}}(?:い?ます|いる)(?!か)
            | (?:犬|猫|ペット)を\w{{0,6}}飼って(?:い?ます|い?る)(?!か) | (?:{_JA_I}の)?{_JA_PEOPLE}は(?!何|どこ|誰|いつ)\w{{0,14}}(?:ベジタリアン
            |ビーガン|菜食主義者?|アレルギー|医者|看護師|教師|学生|といいます|という名前|に住んで|で働いて|が嫌い|が好き)(?:です|だ|ます|い?る)?(?!か) | {_JA_I}の(?:誕生日|住所
            |電話番号|職業|出身)は(?!何|いつ|どこ)\w | (?:結婚して(?:い?ます|い?る)|妊娠して(?:い?ます|い?る))(?!か) | (?:肉|魚|卵|お酒|牛乳)(?:は|を)(?:食べません
            |食べない|飲みません|飲まない)
    """,
    preference=r"""
        (?:が|は|も|の方が|ほうが)(?:とても|大|一番|あまり|すごく)?(?:好き|嫌い|苦手|大好き|大嫌い|好みです)(?:です|だ|ではありません|じゃない|なんです)?(?!か|な\w+は何)
            | 好きな\w{1,8}は(?!何|なん|どれ|誰)\w | (?:いつも|常に|必ず)\w{0,10}(?:答えて|返事して|書いて|話して) | (?:短く|簡潔に|日本語で|敬語で)(?:答えて
            |返事して|書いて|話して)
    """,
    commitment=r"""
        (?:ように|のを|ことを)?(?:リマインドして|思い出させて) | (?:明日|明後日|今夜|来週|来月|今週末|週末|\w曜日)(?:に|は|の\w{1,8}に
            |まで(?:に)?)?[^。？]{0,25}(?:ます|予定|つもり|なければ|なきゃ|行く|会う|ないと)(?!か) | (?:つもり(?:です|だ)|予定(?:です|だ|があります)|約束(?:します
            |する)|忘れないで)(?!か)
    """,
    fact=r"""
        (?:昨日|一昨日|先週|先月|去年|昨年|今朝|子供の頃|\w+年前|\w+日前) | (?:買いました|行きました|見ました|食べました|会いました|始めました|終わりました|引っ越しました|なりました
            |買った|行った|見た|食べた|会った)(?:よ|。|$)
    """,
    apology=r"(?:ごめん|すみません|すいません|申し訳|失礼しました)",
    greeting=r"""
        (?:こんにちは|こんばんは|おはよう(?:ございます)?|おやすみ(?:なさい)?|やあ|はじめまして|さようなら|じゃあね|またね|また明日|お元気ですか|もしもし
            |どうも)[、,!！ ]*(?:元気(?:ですか)?|お元気ですか)?
    """,
    question=r"(?:何|なぜ|どうして|どう|どこ|いつ|誰|どれ|どの|いくら)|.{0,60}(?:ですか|ますか|でしょうか|かな|ませんか|教えて(?:ください)?|ください|とは)$",
    filler=r"(?:(?:ありがとう(?:ございます)?|はい|うん|いいえ|了解(?:です)?|わかりました|なるほど|そうですね|いいね|すごい|オーケー)[、,!！ ]?){1,4}",
    voids=r"(?:もし|仮に)",
)

ABROAD = (GERMAN, SPANISH, FRENCH, DUTCH, RUSSIAN, CHINESE, JAPANESE)
