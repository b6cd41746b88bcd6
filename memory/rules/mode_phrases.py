"""How people ask for the past, in eight languages: the table behind `memory.rules.modes`.

The one fact that a reader would get wrong: patterns meet plain text (`sentences.plain`): lower case, no accents, one kind
of apostrophe, no end marks. "où" and "ou" are the same word there, "й" is "и", "ß" is "ss".
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModePhrases:
    """One language's phrases.

    Args:
        asks: Asks for the past by itself: "do you remember", "remind me what".
        asks_if_marked: As `asks`, but only with a question mark: "I told you about Rex?".
        not_past: Overrules the two below: advice, modals, the thing at hand.
        asks_own_past: A question word with I/we and a past or stative verb.
        asks_own_things: A question word with my/mine/our. A full stop speaks against it: "What matters is my health."
    """

    asks: re.Pattern[str]
    asks_if_marked: re.Pattern[str]
    not_past: re.Pattern[str]
    asks_own_past: re.Pattern[str]
    asks_own_things: re.Pattern[str]


_NEVER = r"(?!)"


def _phrases(
    *, asks: str, asks_own_past: str, asks_own_things: str, not_past: str, asks_if_marked: str = _NEVER
) -> ModePhrases:

    def compiled(pattern: str) -> re.Pattern[str]:
        return re.compile(pattern, re.VERBOSE)

    return ModePhrases(
        asks=compiled(asks),
        asks_if_marked=compiled(asks_if_marked),
        not_past=compiled(not_past),
        asks_own_past=compiled(asks_own_past),
        asks_own_things=compiled(asks_own_things),
    )


_WH = r"(?:what|whats|who|whos|whom|whose|when|where|wheres|which|how\ (?:many|much|long|old|often|far|tall|big))"
_AUX = r"(?:'?s|'re|'d|'ve|\ is|\ are|\ was|\ were|\ did|\ do|\ does|\ has|\ have|\ had)"
_TOLD = (
    r"(?:said|told|mentioned|recommended|suggested|provided|gave|wrote|listed|shared|outlined|discussed|talked|agreed"
    r"|decided|promised|chose|picked|planned|bought|made|went|visited|met|saw|read|watched|ate|called|named)"
)
_SAY = r"""
        (?:say|tell|mention|talk|discuss|recommend|suggest|promise|agree|decide|call|give|list|provide
            |explain\ earlier)
    """
_OFTEN = (
    r"(?:usually|normally|always|often|currently|typically|generally|still|actually|really|also|regularly|ever|most)"
)
_STATIVE = (
    r"""
        (?:like|love|hate|prefer|enjoy|dislike|own|have(?!\ to)|live|work|study|know|believe|believe\ in|weigh
            |drink|eat
    """
    r"""
        |play|speak|earn|owe|collect|wear|drive|train|teach|volunteer|use|support|belong|subscribe|want(?!\ to)
            |see(?!\ here)
    """
    r"|think\ (?:of|about)|call\ my|come\ from|stop|spend|dedicate|pay|take)"
)
# Where a question begins: a sentence's start, a lead-in, or after the words that hand a question over.
_START = (
    r"""
        (?:^|[:;—]\ ?|\b(?:and|but|so|then|hey|ok|okay|well|also|please|again|quick\ question|by\ the\ way|btw
            |sorry|wait|um|hi
    """
    r"|hello|wondering|wonder|tell\ me|do\ you\ know|you\ know|i\ forgot|i\ forget|not\ sure|confirm|curious)[,:]?\ "
    r"|,\ (?=what|whose|how))(?:[\"'(]|in\ |at\ |on\ |for\ |to\ |from\ |with\ |about\ |since\ |until\ |by\ )?"
)

ENGLISH = _phrases(
    asks=rf"""
        \b(?:do|don't|dont)\ (?:you|u)\ (?:still\ |even\ |also\ |happen\ to\ |by\ any\ chance\ )?(?:remember
            |recall)\b
        (?!\ (?:to|that\ you\ (?:are|must|should))\b)
        | \b(?:can|could)\ you\ (?:still\ )?(?:remember|recall)\b(?!\ to\b)
        | ^(?:you\ )?remember\ (?:me|my|our|the\ time)\b(?=.{{0,80}}$)(?!.*\b(?:is|are|to|that)\b)
        | (?<!\bi\ )(?<!\bto\ )(?<!will\ )(?<!'ll\ )(?<!always\ )(?<!still\ )(?<!\balso\ )(?<!help\ me\ )\b(?:remember
            |recall|remind\ me|remind\ us)
        (?:\ again|\ please|\ once\ more)?,?\ (?:of\ |about\ )?{_WH}\b(?!\ to\b)
        | \b(?:can't|cant|cannot|couldn't|don't|dont|didn't)\ (?:quite\ |really\ |even\ |seem\ to\ )?(?:remember
            |recall)\ {_WH}\b
        | \bremind\ (?:me|us)\ (?:again\ )?(?:of\ (?:the|that|my|our)|about\ the\ (?:name
            |title))\b(?=.{{0,80}}$)
        (?!.*\b(?:tomorrow|tonight|later|next|at\ \d|in\ \d|on\ (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)
        | \bremind\ (?:me|us)\ .{{0,90}}\b(?:you|we|i)\ (?:had\ |have\ |just\ |also\ )?{_TOLD}\b
        | \b(?:did|didn't|didnt)\ (?:i|you|we)\ (?:(?:{_OFTEN}|already|not|just|even
            |once)\ ){{0,2}}{_SAY}\b(?!\ (?:it|that|this)\ (?:right|correctly|wrong))
        | \b(?:have|haven't|had)\ (?:i|you|we)\ (?:{_OFTEN}\ |already\ |not\ |just\ )?(?:said|told|mentioned
            |talked\ about|discussed)\b
        | \bwhat\ (?:else\ )?do\ you\ (?:still\ |already\ )?(?:know|remember)\ about\ (?:me|us|my|our)\b
        | \bdo\ you\ (?:still\ )?know\ (?:my|our|what\ i\ (?:like|said|told|do|did)|who\ i\ am|who\ my
            |where\ (?:i|we|my)|when\ (?:i|we|my)|what\ my|how\ old\ (?:i|my))\b(?!\ (?:can|could|should|would|might
            |need|have\ to)\b)
        | \b{_WH}\b.{{0,120}}\b(?:i|we)\ (?:told|mentioned|said)\ (?:to\ )?you\b
        | ^{_WH}{_AUX}?\ (?:.{{0,160}}\ )?(?:that\ )?you\ (?:{_OFTEN}\ |just\ |had\ |once\
            |previously\ )?(?:told|recommended|suggested|provided|gave|mentioned|listed)
        (?:\ (?:me|us|to\ me|it))?(?:\ (?:earlier|before|last|yesterday|previously|a\ while|the\ other)\b|$)
    """,
    asks_if_marked=rf"""
        ^(?:so\ |and\ |but\ )?(?:you\ remember|i\ (?:already\ )?told\ you|we\ talked)\b
        | (?:,\ |\bwondering\ |\bconfirm\ |^){_WH}{_AUX}?\b.{{0,160}}\b(?:that\ |one\ )?you\ (?:had\ |just\
            |previously\ )?
        (?:recommended|suggested|provided|mentioned|wrote|listed|told\ me)\b
        | ^did\ (?:i|we)\ (?:(?:{_OFTEN}|already|mostly|recently)\ ){{0,3}}(?!do\b|get\b|make\b|miss\b|mess\b
            |spell\b|use\b|write\b|break\b|need\b|have\ to\b)[a-z]+
    """,
    not_past=rf"""
        {_WH}{_AUX}?\ (?:[\w'-]+\ ){{0,4}}(?:should|could|would|can|can't|shall|might|may|must|will|won't
            |ought)\b(?!\ you\ (?:say|call))
        | {_WH}(?:'?s|'re|\ is|\ are|\ do\ you|\ would\ be)\ (?:(?:a|an|some|any|there|another|one|the\ (?:best
            |easiest|right|most|main|proper|correct|ideal|recommended))\b(?!\ of\ my)|(?:good|great)\b)
        | \b(?:best|better|good|great|easy|easiest|healthy|effective|possible|right|next|only|other)\ (?:way
            |option|choice|bet|approach|strateg|practice|method
          |course\ of|move|step|thing\ to|time\ to|alternative|solution)
        | \b(?:tips|ideas|suggestions|advice|ways\ to|ways\ of|alternatives|recommendations|pros\ and\ cons
            |your\ (?:opinion|thoughts|take|view))\b
        | \bdo\ you\ (?:think|suggest|recommend|advise|want|need|mean)\b | \bdid\ you\ mean\b
        | \bmy\ (?:best\ (?:option|bet|choice|move)|options?|chances?|odds|rights|next\ (?:step|move|option)s?
            |choices|alternatives)\b
        | \bour\ (?:oceans?|world|climate|environment|atmosphere|country|lives|options?|chances|next\ steps?
            |choices|planet|universe|galaxy|solar|sun|moon|brains?|bodies|body|ancestors|society)\b
        | \b(?:wrong|matter|up|problem|issue)\ with\b | \bgo(?:ing)?\ wrong\b | \bdo(?:ing|ne)?\ wrong\b
            | \bi\ thinking$
        | \bdid\ i\ (?:miss|mess|break)\b | \bdo\ to\ deserve\b
        | \b(?:here|below|above|attached|following)$ | \b(?:in|with|about|of|on|to|for)\ this\ (?:code|text|file
            |function|script|error|picture|image|case|example
          |list|essay|paragraph|sentence|log|table|class|method|query|project|situation)\b
        | \b(?:in|from)\ the\ (?:code|text|list|log|table|example|snippet|passage)\ (?:below|above)\b
        | \b(?:my|our)\ (?:\w+\ )?(?:code|function|script|program|query|regex|loop|class|method|essay|paragraph
            |sentences?|grammar|draft|error|bug|mistakes?
          |question|answer|prompt|syntax|css|html|sql)\b
        | \bwhat\ does\ (?:it|this|that)\ mean\b | \bwhat\ happens\b | \bwhat\ (?:if|about)\b
        | \b(?:i|we)\ (?:need|needed)\b | \bdo\ (?:i|we)\ (?:have\ to|want\ to|start|begin|know\ (?:if|when
            |whether|that|how|which))\b
        | \b(?:like|to)\ (?:say|do|use|write|put|add|include)\ here\b | \bmade\ of$
        | \b(?:mean|important|worth|happen|enough)\b.{{0,40}}\bif\ (?:my|i|we|our)\b
    """,
    asks_own_past=rf"""
        (?:\b{_WH}'d|\b{_WH}\b.{{0,140}}?\ (?:did|didn't|was|wasn't|were|weren't|had|have|haven't))\ (?:i
            |we)\b(?!'|\ supposed)
        | \b{_WH}\b(?:\ [\w'-]+){{0,6}}?\ (?:do|don't)\ (?:i|we)\ (?:{_OFTEN}\ {_STATIVE}|{_OFTEN}\ [a-z]+
            |{_STATIVE})\b
        | \bhow\ (?:many|much|often|long)\b(?:\ [\w'-]+){{0,8}}?\ (?:do|am)\ (?:i|we)\b
        | \bwho\ am\ i$ | \bhow\ (?:old|tall)\ am\ i\b | \bwhere\ am\ i\ from\b | \bwhat(?:'s|\ is)\ mine$
        | \b{_WH}\b(?:\ [\w'-]+){{0,4}}?\ (?:am|are)\ (?:i|we)\ (?:{_OFTEN}\ )?(?:allergic|intolerant|afraid
            |scared|from\b|named|called|good\ at|meeting
          |reading|learning|studying|training|saving|taking|watching|seeing|flying|moving|visiting|working
              |staying|living|having|celebrating)
        | {_START}how\ (?:many|much|long|often|old|far)\b.{{0,120}}\b(?:i|we|i've|we've)\ (?:(?:last|first|just
            |have|had)\ )?(?:[a-z]{{2,}}ed|bought|went|got|had|saw|met|made|took|told|read
          |been|started|left|sold|spent|gave|found|ran|ate|began)\b
        | {_START}what{_AUX}\ the\ .{{0,120}}\b(?:(?:i|we)\ (?:have(?!\ to)|had|own|earned|[a-z]{{2,}}ed|bought
            |went|got|made|met|saw|took|spent|gave|found|ran|began|sold|paid)|(?:i|we)'ve)\b
        | \b(?:tell\ me|do\ you\ know|(?:i|i've)\ (?:forgot|forget|forgotten)|wondering)\ (?:again\
            |once\ more\ )?{_WH}\b(?:\ [\w'-]+){{0,4}}?\ (?:i|we)
        \ (?:{_OFTEN}\ |had\ |have\ )?(?:{_STATIVE}|[a-z]{{2,}}ed|said|told|bought|went|did|was|were|had|am|put
            |left|got|saw|met|made|took|ate|read|paid)\b
    """,
    asks_own_things=rf"""
        {_START}{_WH}{_AUX}\b.{{0,80}}?\b(?:my|mine|our|ours)\b(?!\ (?:god|goodness|gosh)\b)
        | {_START}{_WH}\ (?:[\w'-]+\ ){{0,5}}?(?:is|are|was|were|did|do|does|has|have|had)\b(?!\ (?:you
            |u)\b).{{0,100}}?\b(?:my|mine|our|ours)\b
        | {_START}(?:which|who|how\ many|how\ much)\ (?:of|in|on|among|from)\ (?:my|our)\b
        | {_START}(?:who|which|whose)\ (?:[\w'-]+\ ){{0,3}}?(?:gave|sent|told|sold|made|taught|lent|recommended
            |bought|broke|stole|fixed|lives|works)\ .{{0,40}}?\b(?:my|mine|our|me)\b
        | {_START}(?:how\ (?:many|much|long|old|often)|whose|at\ which|on\ which)\b.{{0,120}}?\b(?:my|mine|our
            |ours)\b
        | \b(?:tell\ me|do\ you\ know|(?:i|i've)\ (?:forgot|forget|forgotten))\ (?:again\
            |once\ more\ )?{_WH}\ (?:my|our)\b
    """,
)

GERMAN = _phrases(
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

SPANISH = _phrases(
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

FRENCH = _phrases(
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

DUTCH = _phrases(
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

RUSSIAN = _phrases(
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

CHINESE = _phrases(
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

JAPANESE = _phrases(
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

LANGUAGES = (ENGLISH, GERMAN, SPANISH, FRENCH, DUTCH, RUSSIAN, CHINESE, JAPANESE)
