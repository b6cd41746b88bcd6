"""Whose words does a question ask for: the user's own, or what Reverie answered?

The one fact that a reader would get wrong: "you" alone tells nothing. In "what did I tell you" and "what do you know about
me" the user wants their own words back; only where "you" says, advises or writes, or "your answer" is named, it is Reverie's.
"""

from memory.rules.sentences import examined, pattern, sentences

# Source: of LongMemEval-S's 11 questions for what the assistant said 10 are recognised; of 82 others 1 is taken for one,
# which is no question in asked mode ("can you recommend"). Counted on 30 November 2026.
_ASKS = r"""
    \b(?:you|u)\ (?:(?:had|have|just|once|also|already|previously|ever|actually)\ ){0,2}(?:say|said|tell|told|mention(?:ed)?
        |recommend(?:ed)?|suggest(?:ed)?|advised?|propose[d]?|provided?|gave|give|write|wrote|written|listed|list
        |explain(?:ed)?|answer(?:ed)?|reply|replied|promised?|warn(?:ed)?|showed|show|described?|called|named?|made\ up
        |came\ up\ with|come\ up\ with|picked?|chose|choose|translated?|quoted?)\b
    | \byou've\ (?:\w+\ )?(?:said|told|mentioned|recommended|suggested|advised|given|written|listed|explained)\b
    | \byour\ (?:own\ |last\ |first\ |earlier\ |previous\ |other\ )?(?:answers?|reply|replies|advice|recommendations?
        |suggestions?|tips?|ideas?|explanation|recipe|poem|story|joke|list|words|message|proposal|warning)\b
    | \bwe\ (?:had\ |have\ |just\ |also\ )?(?:discussed|discuss|outlined|came\ up\ with|talked\ about|agreed|decided|wrote)\b
    | \b(?:hast|hattest)\ du\b.{0,80}\b(?:gesagt|empfohlen|geraten|vorgeschlagen|geantwortet|genannt|geschrieben|erwahnt
        |erklart|erzahlt)\b
    | \bdu\b.{0,60}\b(?:gesagt|empfohlen|geraten|vorgeschlagen|geantwortet|genannt|geschrieben)\ (?:hast|hattest)\b
    | \bdein(?:e|en|em|er)?\ (?:letzte[rn]?\ )?(?:antwort|rat|vorschlag|empfehlung|tipp|liste|rezept|gedicht)\b
    | \btu\ (?:m'as|m'avais|as|avais)\ (?:dit|conseille|recommande|propose|suggere|repondu|ecrit|raconte|mentionne)\b
    | \b(?:m'as|as)[- ]tu\ (?:deja\ )?(?:dit|conseille|recommande|propose|suggere|repondu|ecrit|raconte)\b
    | \b(?:ta|ton|tes)\ (?:derniere?\ )?(?:reponses?|conseils?|suggestions?|recommandations?|idees?|recette|poeme)\b
    | \b(?:dijiste|recomendaste|sugeriste|aconsejaste|contaste|mencionaste|propusiste|respondiste|escribiste)\b
    | \btu\ (?:ultima\ )?(?:respuesta|consejo|recomendacion|sugerencia|receta|poema)\b
    | \b(?:heb|had)\ (?:je|jij)\b.{0,80}\b(?:gezegd|aangeraden|aanbevolen|voorgesteld|geadviseerd|genoemd|geantwoord
        |geschreven|verteld)\b
    | \b(?:je|jij)\ (?:zei|raadde|adviseerde|noemde|schreef|vertelde|antwoordde)\b | \b(?:zei|raadde|noemde)\ (?:je|jij)\b
    | \b(?:je|jouw)\ (?:laatste\ )?(?:antwoord|advies|aanbeveling|voorstel|tip|recept|gedicht)\b
    | \bты\ (?:мне\ )?(?:сказал|советовал|посоветовал|рекомендовал|предложил|предлагал|ответил|написал|назвал)\w*
    | \bтво(?:и|е|я|ю|его|ему|ем)\ (?:ответ|совет|рекомендаци|предложени)\w*
    | 你(?:之前|上次|刚才|刚刚)?(?:说|推荐|建议|告诉|提到|回答)|你的(?:回答|建议|推荐)
    | あなた(?:が|は)(?:言|勧|薦|すすめ|答|提案)|(?:勧めて|薦めて|すすめて|提案して|教えて)くれた
"""


def asks_for_answers(text: str) -> bool:
    """Tell whether a message asks for what Reverie said: "which ferry did you recommend", "what was your answer"."""
    return any(pattern(_ASKS).search(sentence.plain) for sentence in sentences(examined(text)))
