"""How people ask for the past in German, Spanish, French, Dutch, Russian, Chinese and Japanese.

The one fact that a reader would get wrong: the text has no accents left: "où" and "ou" are the same word there, "й" is
"и", "ß" is "ss".
"""

from memory.rules.mode_phrases import ModePhrases

GERMAN = ModePhrases(
    asks=r"""
        \berinnerst\ du\ dich\b | \bweisst\ du\ noch\b | \bweisst\ du,?\ (?:was|wer|wann|wo|wie)\ (?:ich|mein
            |wir)
        | \berinner(?:e|st\ du)?\ mich,?\ (?:bitte\ |noch\ ?mal\ |nochmal\ |mal\
            |daran\ ?){0,2},?\ ?(?:daran,?\ )?(?:was|wer|wann|wo|wohin|welche[rsnm]?|wie\ (?:hiess|heisst|alt|viel
            |lange|oft))\b
        | \b(?:hab|habe|hatte|haben|hatten|hast|hattest)\ (?:ich|du|wir)\b.{0,80}\b(?:gesagt|erzahlt|erwahnt
            |besprochen|empfohlen|vorgeschlagen)\b
        | \bwas\ weisst\ du\ (?:noch\ |alles\ )?(?:uber|von)\ (?:mich|mir|mein)
    """,
    not_past=r"""
        \b(?:soll|sollte|sollten|sollen|kann|konnen|konnte\ ich|konnten\ wir|muss|mussen|wurde|wurdest|darf
            |werde|werden)\ (?:ich|wir|man|du)\b
        | \bfalsch\b | \b(?:beste[rsnm]?|gute[rsnm]?|bessere[rsnm]?)\ (?:weg|moglichkeit|option|art|methode
            |tipps?|ideen)\b | \b(?:tipps|ideen|vorschlage)\b
        | \bmeine[nrms]?\ (?:code|funktion|fehler|aufsatz|text|moglichkeiten|optionen|chancen)\b | \bhier$
    """,
    asks_own_past=r"""
        (?:^|,\ |\b(?:und|aber|also|nochmal|sag\ mal|hallo|hey)[,:]?\ )(?:(?:mit|bei|von|fur|seit|an|in|zu
            |auf)\ )?
        (?:was|wer|wen|wem|wann|wo|wohin|woher|wofur|womit|wogegen|worauf|welche[rsnm]?|wieviele?|wie\ (?:viele?
            |lange|oft|alt|heiss\w*))
        (?:\ [\w'-]+){0,6}?\ ?\b(?:hab|habe|hatte|haben|hatten|bin|war|waren|sind|mag|mochte|wohne|arbeite
            |heisse|esse|trinke|liebe|hasse|besitze|kenne
          |komme|lebe|spiele|spreche|trage|wohnen|leben|wollte|ging|gingen|kaufte|traf|sah|bevorzuge)\ (?:ich
              |wir)\b
    """,
    asks_own_things=r"""
        (?:^|,\ |\b(?:und|aber|also|nochmal|sag\ mal|hallo|hey)[,:]?\ )(?:(?:mit|bei|von|fur|seit|an|in|zu|auf
            |um)\ )?
        (?:was|wer|wen|wem|wann|wo|wohin|woher|welche[rsnm]?|wieviele?|wie\ (?:viele?|lange|oft|alt|heiss\w*))\b
        (?:\ [\w'-]+){0,3}?\ (?:ist|sind|war|waren|heisst|heissen|hiess|hat|haben|hatte|wohnt|wohnen|arbeitet
            |mag|liegt|steht|kommt|isst|trinkt|macht|wird)
        (?:\ [\w'-]+){0,5}?\ (?:mein|unser)(?:e|en|em|er|es|s)?\b
        | ^welche[rsnm]?\ (?:von\ )?meine[rn]?\b | ^(?:und\ )?wie\ (?:heiss(?:t|en)|hiess(?:en)?|alt\ (?:ist
            |sind))\ (?:noch\ ?mal\ |nochmal\ )?(?:mein|unser)
    """,
)

SPANISH = ModePhrases(
    asks=r"""
        \bte\ acuerdas\b | \brecuerdas\b(?!\ que\ debes) | \bpuedes\ recordar(?!me\ que\ tengo)\b
        | \brecuerda(?:me)?\ (?:otra\ vez\ |por\ favor\ )?,?(?:quien|cuando|donde|cual|cuant|como\ se\ llama
            |que\ (?:te\ )?(?:dije|conte|dijiste|dijimos|me))
        | \b(?:que|cuando|donde|quien|cual)\ (?:te|me)\ (?:he\ )?(?:dije|dijiste|conte|contaste|dicho
            |recomendaste|mencionaste|sugeriste)\b
        | \bque\ sabes\ (?:de|sobre)\ (?:mi|nosotros)\b
    """,
    asks_if_marked=r"""
        \b(?:te|me)\ (?:he\ |has\ |habia\ )?(?:dije|conte|mencione|hable|dicho|contado|mencionado|dijiste
            |mencionaste|recomendaste|hablado)\b
    """,
    not_past=r"""
        \b(?:debo|deberia|debemos|deberiamos|puedo|podria|podemos|podriamos|tengo\ que|conviene|hago\ si)\b
      | \b(?:mejor|mejores|buena|buenas)\ (?:manera|forma|opcion|opciones|idea|ideas)\b | \b(?:consejos|sugerencias)\b
      | \bmi\ (?:codigo|funcion|error|ensayo|texto|redaccion)\b | \bmis\ opciones\b
    """,
    asks_own_past=r"""
        (?:^|,\ |\b(?:y|pero|oye|hola|dime|sabes)[,:]?\ )¿?(?:a\ |de\ |en\ |con\ |por\ |desde\ |para\ )?(?:que
            |quien|quienes|cuando|donde|adonde|cual|cuales|cuant[oa]s?)\b
        (?:\ [\w'-]+){0,5}?\ (?:dije|conte|comi|compre|compramos|fui|fuimos|hice|hicimos|vi|vimos|conoci
            |conocimos|naci|vivo|vivia|trabajo|trabajaba|tengo|tenia
          |me\ gusta|me\ gustan|me\ gustaba|estuve|estuvimos|he|hemos|prefiero|soy|me\ llamo|puse|deje|perdi
              |gaste|pague|lei|aprendi|viaje|visite|visitamos|estudie
          |empece|cene|cenamos|bebo|bebi|odio|uso|nos\ conocimos|quede|quedamos)\b
    """,
    asks_own_things=r"""
        (?:^|,\ |\b(?:y|pero|oye|hola|dime|sabes)[,:]?\ )¿?(?:a\ |de\ |en\ |con\ |por\ |desde\ |para\ )?(?:que
            |quien|quienes|cuando|donde|adonde|cual|cuales|cuant[oa]s?|como\ se\ llam\w+)
        (?:\ [\w'-]+){0,6}?\ (?:mi|mis|mio|mia|mios|mias|nuestr[oa]s?)\b
    """,
)

FRENCH = ModePhrases(
    asks=r"""
        \b(?:tu\ te\ souviens|te\ souviens[- ]tu|vous\ souvenez[- ]vous|vous\ vous\ souvenez|tu\ te\ rappelles
            |te\ rappelles[- ]tu)\b
        | \brappelle[sz]?[- ]moi,?\ (?:s'il\ te\ plait,?\ |encore\ )?(?:ce\ que|ce\ qu'|qui|quand|ou|quel
            |combien|comment\ s'appel)
        | \b(?:ai[- ]je|avons[- ]nous|as[- ]tu|avais[- ]je)\ (?:deja\ |bien\ )?(?:dit|parle|mentionne|raconte
            |recommande)\b
        | \b(?:t'ai[- ]je|m'as[- ]tu|est-ce\ que\ je\ t'ai|est-ce\ que\ tu\ m'as)\ (?:deja\ )?(?:dit|parle
            |mentionne|raconte|recommande|conseille)\b
        | \b(?:qu'est-ce\ que|ce\ que|que)\ (?:je\ t'ai|tu\ m'as|nous\ avons|on\ a)\ (?:dit|raconte|conseille
            |recommande)\b
        | \bque\ sais[- ]tu\ (?:de|sur)\ (?:moi|nous|mon|ma|mes)\b
    """,
    asks_if_marked=r"""
        \b(?:je\ t'ai|je\ t'avais|tu\ m'as|tu\ m'avais)\ (?:deja\ )?(?:dit|parle|mentionne|raconte|recommande)\b
    """,
    not_past=r"""
        \b(?:dois|doit|devrais|devrait|devons|devrions|peux|puis|pourrais|pouvons|pourrait|faut|faudrait|vais
            |allons)\b
        | \b(?:meilleure?s?|bonne?s?)\ (?:facon|moyens?|manieres?|options?|idees?)\b | \b(?:conseils|idees
            |suggestions)\b
        | \b(?:mon|ma|mes)\ (?:code|fonction|erreurs?|texte|redaction|options)\b
    """,
    asks_own_past=r"""
        (?:^|,\ |\b(?:et|mais|salut|dis[- ]moi|bonjour|sais[- ]tu)[,:]?\ )(?:a\ |de\ |en\ |avec\ |dans\ |pour\
            |depuis\ )?
        (?:qu'est-ce\ qu[e']|qu'|que|quoi|qui|quand|ou|quel|quelle|quels|quelles|combien
            |comment\ (?=je\ m'appelle|s'appel))
        .{0,60}?\ ?\b(?:j'ai|j'avais|ai[- ]je|avais[- ]je|etais[- ]je|j'etais|je\ suis|suis[- ]je|nous\ avons
            |avons[- ]nous|on\ a|j'aime|j'aimais|aime[- ]je|j'habite|habite[- ]je
          |je\ travaille|travaille[- ]je|je\ prefere|prefere[- ]je|je\ m'appelle|j'adore|je\ deteste|je\ bois
              |je\ mange|nous\ sommes|sommes[- ]nous|etions[- ]nous|on\ est|je\ joue)\b
    """,
    asks_own_things=r"""
        (?:^|,\ |\b(?:et|mais|salut|dis[- ]moi|bonjour|sais[- ]tu)[,:]?\ )(?:a\ |de\ |en\ |avec\ |dans\ |pour\
            |depuis\ )?
        (?:c'est\ (?:quoi|quand|ou|qui)|quoi|qui|quand|ou|quel|quelle|quels|quelles|combien|comment\ s'appel\w+
            |qu'est-ce\ que)\b(?:\ [\w'-]+){0,5}?\ (?:mon|ma|mes|notre|nos)\b
    """,
)

DUTCH = ModePhrases(
    asks=r"""
        \bweet\ (?:je|jij|u)\ nog\b | \b(?:herinner|herinnert)\ (?:je|jij|u)\ (?:je|zich)\b | \bweet\ (?:je
            |jij)\ (?:wat|wie|waar|wanneer)\ (?:ik|mijn|we)
        | \bherinner\ me\ (?:er\ ?aan\ |nog\ eens\ |even\ ){0,2},?(?:wat|wie|wanneer|waar|welke?|hoe\ (?:oud
            |lang|heet))\b
        | \b(?:heb|had|hebben|hadden)\ (?:ik|je|jij|we|wij)\b.{0,80}\b(?:gezegd|verteld|genoemd|besproken
            |aangeraden)\b
        | \bwat\ weet\ (?:je|jij)\ (?:nog\ )?(?:over|van)\ (?:mij|me|ons|mijn)\b
    """,
    not_past=r"""
        \b(?:moet|moeten|zal|zullen|zou|zouden|kan|kunnen|mag|mogen)\ (?:ik|we|wij|je)\b
        | \b(?:beste|goede|betere)\ (?:manier|optie|keuze|tips|ideeen)\b | \b(?:tips|ideeen|suggesties)\b
            | \bmijn\ (?:code|functie|fout|tekst|opties)\b | \bfout\b
    """,
    asks_own_past=r"""
        (?:^|,\ |\b(?:en|maar|dus|hoi|hallo|zeg)[,:]?\ )(?:(?:met|bij|van|voor|sinds|op|in)\ )?(?:wat|wie
            |wanneer|waar|waarheen|waarvoor|welke?|hoeveel|hoe\ (?:veel|lang|vaak|oud|heet))
        (?:\ [\w'-]+){0,5}?\ (?:heb|had|ben|was|hebben|hadden|zijn|waren|hou|houd|woon|wonen|werk|drink|eet|ging
            |gingen|kocht|zei|zag|deed|deden|lees|bezit|ken|heet|kom|speel)\ (?:ik|we|wij)\b
    """,
    asks_own_things=r"""
        (?:^|,\ |\b(?:en|maar|dus|hoi|hallo|zeg)[,:]?\ )(?:(?:met|bij|van|voor|sinds|op|in)\ )?(?:wat|wie
            |wanneer|waar|welke?|hoeveel|hoe\ (?:veel|lang|vaak|oud|heet|heten))\b
        (?:\ [\w'-]+){0,5}?\ (?:mijn|m'n|ons|onze)\b
    """,
)

RUSSIAN = ModePhrases(
    asks=r"""
        \b(?:ты\ |вы\ )?(?:помнишь|помните)\b
        | \bнапомни(?:те)?\b(?:\ мне)?(?:\ пожалуиста)?,?\ (?:что|кто|кого|когда|где|куда|какои|какая|какое
            |какие|сколько|как\ (?:зовут|звали|назыв))
        | \b(?:говорил|рассказывал|упоминал|сказал|обсуждал)(?:а|и)?\ ли\b
        | \bчто\ (?:я|ты|мы)\ (?:тебе\ |мне\ )?(?:говорил|рассказывал|сказал|советовал|посоветовал)(?:а|и)?\b
        | \bчто\ ты\ (?:знаешь|помнишь)\ (?:обо\ мне|о\ нас|про\ меня|о\ мо)
    """,
    asks_if_marked=r"\bя\ (?:тебе\ |вам\ )?(?:уже\ )?(?:говорил|рассказывал|упоминал)а?\b",
    not_past=r"""
        \b(?:должен|должна|должны|стоит|можно|могу|можем|надо|нужно|лучше|следует|посоветуешь|посоветуи|приготовить)\b
      | \b(?:лучшии|хорошии)\ (?:способ|вариант)\b | \bмо(?:и|ем|я|еи)\ (?:код|коде|функция|ошибка)\b | \bне\ так\b
    """,
    asks_own_past=r"""
        (?:^|,\ |\b(?:и|а|но|скажи|привет)[,:]?\ )(?:в\ |с\ |на\ |у\ |к\ |о\ |от\ )?(?:что|чего|кто|кого|кем|чем
            |когда|где|куда|откуда|как(?:ои|ая|ое|ие|ую|ом)|сколько|чеи|как\ (?:меня\ )?зовут)\b
        .{0,50}?\b(?:(?:я|мы)\b.{0,30}?\b(?:\w{2,}(?:л|ла|ли|лся|лась|лись)|люблю|живу|живем|работаю|пью|ем
            |предпочитаю|ненавижу|умею|играю|учусь|родом)
          |мне\ (?:больше\ |очень\ )?(?:нравится|нравятся|нравился|нравилась)|у\ меня\b|меня\ зовут|зовут\ меня)
        | ^как\ меня\ зовут | ^сколько\ мне\ лет
    """,
    asks_own_things=r"""
        (?:^|,\ |\b(?:и|а|но|скажи|привет)[,:]?\ )(?:в\ |с\ |на\ |у\ |к\ |о\ |от\ )?(?:что|кто|кого|когда|где
            |куда|откуда|как(?:ои|ая|ое|ие|ую|ом)|сколько|чеи|как\ (?:зовут|звали|назыв\w+))\b
        (?:\ [\w-]+){0,5}?\ (?:мо(?:и|я|е|ю|их|еи|его|ему|еи|ем|ими)|наш(?:а|е|и|у|еи|его|ем|их)?)\b
    """,
)

_ZH_WH = r"(?:什么|甚么|谁|哪|何时|几|多少|多大|多久|多高|啥)"

CHINESE = ModePhrases(
    asks=rf"""
        (?:你|您)(?:还|還)?(?:记得|記得)(?!要|把)
        | 提醒(?:一下)?我(?:一下)?[^。]{{0,30}}(?:{_ZH_WH}|叫什么)
        | (?:我|我们|你|咱们)(?:之前|以前|上次|曾经|有没有|是不是|跟你|和你|对你|刚才|昨天)*(?:说过|提过|讲过|提到过|告诉过|聊过|推荐过)[^。，]{{0,30}}(?:吗|么|没有
            |{_ZH_WH})
        | 我(?:之前|上次|昨天)?(?:跟|和|对)?你?(?:说|告诉你|提到)(?:的|了)[^。]{{0,15}}{_ZH_WH}
        | (?:你|您)(?:知道|了解)(?:关于)?我(?:的)?{_ZH_WH} | 关于我，?你(?:知道|记得)
    """,
    not_past=r"应该|应当|怎么(?!称呼)|可以|能不能|能|该|最好|推荐(?!过)|建议|如何|为什么|代码|错误|要做什么|想要",
    asks_own_past=rf"""
        我(?:们)?[^。，]{{0,25}}(?:过|了|喜欢|喜歡|爱|住|叫|讨厌|过敏|工作|出生|属于|有)[^。]{{0,15}}{_ZH_WH}
      | {_ZH_WH}[^。，]{{0,8}}我(?:们)?[^。，]{{0,20}}(?:过|了|喜欢|爱|住|讨厌|过敏|工作)
      | 我(?:们)?(?:上次|上周|去年|昨天|之前|以前|上个月|小时候)[^。]{{0,25}}{_ZH_WH} | 我是谁
    """,
    asks_own_things=rf"""
        (?:我的|我们的|我家|我(?:妹妹|姐姐|哥哥|弟弟|妈妈|爸爸|妻子|老婆|丈夫|老公|女儿|儿子|朋友|老板|同事|奶奶|爷爷|狗|猫))[^。]{{0,30}}{_ZH_WH}
      | {_ZH_WH}(?:时候)?[^。]{{0,6}}是?我(?:的|们的|妹妹|姐姐|哥哥|弟弟|妈妈|爸爸)
    """,
)

_JA_WH = r"(?:何|なに|なん|誰|だれ|いつ|どこ|どの|どれ|どんな|いくつ|いくら)"
_JA_I = r"(?:私たち|私|僕|俺|わたし|ぼく|おれ|うち|我々)"

JAPANESE = ModePhrases(
    asks=rf"""
        (?:覚|おぼ)えて(?:い?る|い?ます|い?ない) | (?:思|おも)い(?:出|だ)させて[^。]{{0,3}} | っけ$
      | {_JA_WH}[^。]{{0,30}}(?:だった|でした)か?[^。]{{0,6}}教えて
      | (?:言|話|伝)(?:った|した|えた|いました|しました|えました)(?:こと)?(?:か|の|かな|よね|ことある|ことあります)
    """,
    not_past=r"べき|ばいい|たらいい|ましょう|おすすめ|お勧め|方法|やり方|作ろう|できますか|できる[?？]?$|コード|エラー|どうすれば",
    asks_own_past=rf"""
        {_JA_I}(?:は|が|って)[^。]{{0,40}}{_JA_WH}[^。]{{0,25}}(?:た|ました|好き(?:です)?|嫌い(?:です)?|住んで(?:いる|いますか|ます)|飲(?:む
            |みます)|食べ(?:る|ます)|です)(?:か|の|かな|んだ)?$
        | {_JA_WH}[^。]{{0,25}}{_JA_I}(?:は|が)[^。]{{0,25}}(?:た|ました|好き)(?:です)?(?:か|の)?$
    """,
    asks_own_things=rf"{_JA_I}の[^。]{{0,25}}(?:は|って|が)?[^。]{{0,10}}{_JA_WH} | {_JA_WH}[^。]{{0,6}}{_JA_I}の",
)

ABROAD = (GERMAN, SPANISH, FRENCH, DUTCH, RUSSIAN, CHINESE, JAPANESE)
