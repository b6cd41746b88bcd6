"""How five languages name days: months, weekdays, "two weeks ago", "next Friday", "last summer".

The one fact that a reader would get wrong: patterns meet plain text (`sentences.plain`: lower case, no accents), and hold
places like {unit}, which `days` fills with the words of the same table.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from memory.rules.languages import Language


@dataclass(frozen=True, slots=True)
class DayPhrases:
    """One language's words and patterns; a group's name tells what it holds.

    Args:
        months: Name to 1..12.
        unsure_months: Names that are other words too: months only beside a day, a year, or in `in_month`.
        weekdays: Name to 0 (Monday) .. 6.
        units: Name to day, week, month or year.
        spans: Name to what "last", "this" and "next" go with, beside weekdays, months, seasons and feasts.
        seasons: Name to spring, summer, autumn, winter.
        feasts: Name to (month, day).
        numbers: Word to number; (2, 5) = a few.
        single: Phrase to days from today.
        dates: With {day} and {month}, perhaps {year}.
        in_month: A month alone.
        ago: With {n} and {unit}.
        ahead: As `ago`, for what is to come.
        past_span: As `ago`: all the time from then to now.
        last: With {span}, of any kind: the one before.
        this: The running one.
        next: The one to come.
        on_weekday: A weekday alone.
        in_year: A year alone.
        past: Says that a sentence is about what was.
        future: Says that a sentence is about what will be.
    """

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    units: Mapping[str, str]
    spans: Mapping[str, str]
    seasons: Mapping[str, str]
    feasts: Mapping[str, tuple[int, int]]
    numbers: Mapping[str, int | tuple[int, int]]
    single: Mapping[str, int]
    dates: tuple[str, ...]
    in_month: str
    ago: str
    ahead: str
    past_span: str
    last: str
    this: str
    next: str
    on_weekday: str
    in_year: str
    past: str
    future: str
    unsure_months: frozenset[str] = frozenset()


def _months(names: str) -> dict[str, int]:
    return {name: number for number, each in enumerate(names.split(), 1) for name in each.split("/")}


def _weekdays(names: str) -> dict[str, int]:
    return {name: number for number, each in enumerate(names.split()) for name in each.split("/")}


_FEW = (2, 5)
_COUPLE = (2, 3)

ENGLISH = DayPhrases(
    months=_months(
        "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sept/sep october/oct "
        "november/nov december/dec"
    ),
    unsure_months=frozenset(["may", "march", "mar", "jan", "jun", "sep", "dec"]),
    weekdays=_weekdays("monday tuesday wednesday thursday friday saturday sunday"),
    units={f"{unit}{s}": unit for unit in ("day", "week", "month", "year") for s in ("", "s")},
    spans={"week": "week", "month": "month", "year": "year", "weekend": "weekend", "night": "night"},
    seasons={"spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn", "winter": "winter"},
    feasts={
        "christmas eve": (12, 24), "christmas": (12, 25), "xmas": (12, 25), "new year's eve": (12, 31),
        "new year's day": (1, 1), "valentine's day": (2, 14), "valentine's": (2, 14), "halloween": (10, 31),
    },
    numbers={
        "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": _COUPLE, "couple of": _COUPLE, "couple": _COUPLE, "three": 3,
        "a few": _FEW, "few": _FEW, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12,
    },
    single={
        "the day before yesterday": -2, "yesterday": -1, "this morning": 0, "this afternoon": 0, "this evening": 0,
        "today": 0, "tonight": 0, "the day after tomorrow": 2, "tomorrow": 1,
    },
    dates=(
        r"{day}(?:st|nd|rd|th)?(?: of)? {month}\b\.?(?:,? (?:of )?{year})?",
        r"{month}\.? (?:the )?{day}(?:st|nd|rd|th)?\b(?!:)(?:,? {year})?",
    ),
    in_month=r"(?:\b(?P<sure>in|of|during|since|before|after|early|late|mid|by|until|till|from|to|and|between)(?: in| late| early)? )?"
    r"{month}\b(?!')(?:,? (?:of )?{year})?",
    ago=r"(?:on (?:the |a )?{weekday},? )?{n} {unit} (?:ago|back)\b",
    ahead=r"\b(?:in {n} {unit}(?:'? time)?|{n} {unit} from now)\b",
    past_span=r"\b(?:last|past|previous) {n} {unit}\b",
    last=r"\b(?:this past|last|past|previous) {span}\b",
    this=r"\b(?:(?:earlier |later )?this) {span}\b",
    next=r"\b(?:next|coming) {span}\b",
    on_weekday=r"(?<!every )(?:\bon )?\b{weekday}\b",
    in_year=r"\b(?:in|of|since|during|before|after|until|back in|year) {year}\b",
    past=r"\b(?:did|was|were|had|went|saw|met|told|said|'d)\b|\bhave i\b|\bi have\b|\w{2}ed\b",
    future=r"\b(?:will|going to|gonna|shall|next)\b|'ll\b",
)  # fmt: skip

GERMAN = DayPhrases(
    months=_months(
        "januar/janner februar/feber marz april mai juni juli august september oktober november dezember"
    ),
    weekdays=_weekdays("montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag"),
    units={
        "tag": "day", "tage": "day", "tagen": "day", "woche": "week", "wochen": "week", "monat": "month",
        "monate": "month", "monaten": "month", "jahr": "year", "jahre": "year", "jahren": "year",
    },
    spans={
        "woche": "week", "monat": "month", "monats": "month", "jahr": "year", "jahres": "year", "wochenende": "weekend",
        "nacht": "night",
    },
    seasons={"fruhling": "spring", "fruhjahr": "spring", "sommer": "summer", "herbst": "autumn", "winter": "winter"},
    feasts={"heiligabend": (12, 24), "weihnachten": (12, 25), "silvester": (12, 31), "neujahr": (1, 1)},
    numbers={
        "ein": 1, "einem": 1, "einer": 1, "zwei": 2, "ein paar": _FEW, "paar": _FEW, "einigen": _FEW, "drei": 3, "vier": 4,
        "funf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwolf": 12,
    },
    single={
        "vorgestern": -2, "gestern": -1, "heute": 0, "ubermorgen": 2,
        "morgen fruh": 1, "(?<!am )(?<!guten )(?<!heute )(?<!jeden )morgen": 1,
    },
    dates=(r"{day}\. ?{month}\b(?: {year})?", r"{day}\.(?P<number>\d\d?)\.(?:{year})?(?!\d)"),
    in_month=r"\b(?:(?P<sure>im|seit|ab|bis|ende|anfang|mitte) )?{month}\b(?: {year})?",
    ago=r"\bvor {n} {unit}\b",
    ahead=r"\bin {n} {unit}\b",
    past_span=r"\b(?:letzten|vergangenen) {n} {unit}\b",
    last=r"\b(?:letzte[nmrs]?|vergangene[nmrs]?|vorige[nmrs]?) {span}\b",
    this=r"\b(?:diese[nmrs]?) {span}\b",
    next=r"\b(?:nachste[nmrs]?|kommende[nmrs]?) {span}\b",
    on_weekday=r"\b(?:am )?{weekday}\b",
    in_year=r"\b(?:im jahr|im jahre|seit|anno|von|vor|nach) {year}\b",
    past=r"\b(?:habe?|hat|hatte|war|waren|bin|haben|sagte)\b",
    future=r"\b(?:werde|wird|werden|will|muss)\b",
)  # fmt: skip

SPANISH = DayPhrases(
    months=_months(
        "enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre"
    ),
    weekdays=_weekdays("lunes martes miercoles jueves viernes sabado domingo"),
    units={
        "dia": "day", "dias": "day", "semana": "week", "semanas": "week", "mes": "month", "meses": "month",
        "ano": "year", "anos": "year",
    },
    spans={
        "semana": "week", "mes": "month", "ano": "year", "fin de semana": "weekend", "noche": "night",
    },
    seasons={"primavera": "spring", "verano": "summer", "otono": "autumn", "invierno": "winter"},
    feasts={"nochebuena": (12, 24), "navidad": (12, 25), "nochevieja": (12, 31), "ano nuevo": (1, 1)},
    numbers={
        "un": 1, "una": 1, "dos": 2, "un par de": _COUPLE, "unos": _FEW, "unas": _FEW, "tres": 3, "cuatro": 4,
        "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12,
    },
    single={
        "antes de ayer": -2, "anteayer": -2, "ayer": -1, "anoche": -1, "hoy": 0, "pasado manana": 2,
        "(?<!la )(?<!esta )(?<!por la )(?<!una )manana": 1,
    },
    dates=(r"(?:\bel )?{day} de {month}\b(?:(?: de| del)? {year})?",),
    in_month=r"\b(?:(?P<sure>en|desde|hasta|durante|de) )?{month}\b(?:(?: de| del)? {year})?",
    ago=r"\bhace {n} {unit}\b",
    ahead=r"\b(?:dentro de|en) {n} {unit}\b",
    past_span=r"\b(?:ultimos|ultimas|pasados|pasadas) {n} {unit}\b",
    last=r"\b(?:(?:el|la) )?(?:(?:pasado|pasada|ultimo|ultima) {span}|{span} (?:pasado|pasada))\b",
    this=r"\b(?:este|esta) {span}\b",
    next=r"\b(?:(?:el|la) )?(?:(?:proximo|proxima) {span}|{span} (?:que viene|proximo|proxima))\b",
    on_weekday=r"\bel {weekday}\b",
    in_year=r"\b(?:en|de|del|desde|durante|ano) {year}\b",
    past=r"\b(?:fui|fue|estuve|era|estaba|dije|hice|hizo|habia|vi|compre)\b",
    future=r"\b(?:voy a|va a|vamos a|tengo que)\b",
)  # fmt: skip

FRENCH = DayPhrases(
    months=_months("janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre"),
    weekdays=_weekdays("lundi mardi mercredi jeudi vendredi samedi dimanche"),
    units={
        "jour": "day", "jours": "day", "semaine": "week", "semaines": "week", "mois": "month", "an": "year", "ans": "year",
        "annee": "year", "annees": "year",
    },
    spans={
        "semaine": "week", "mois": "month", "annee": "year", "an": "year", "week-end": "weekend", "weekend": "weekend",
        "nuit": "night",
    },
    seasons={"printemps": "spring", "ete": "summer", "automne": "autumn", "hiver": "winter"},
    feasts={"noel": (12, 25), "saint-sylvestre": (12, 31), "nouvel an": (1, 1)},
    numbers={
        "un": 1, "une": 1, "deux": 2, "quelques": _FEW, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7,
        "huit": 8, "neuf": 9, "dix": 10, "onze": 11, "douze": 12,
    },
    single={
        "avant-hier": -2, "hier": -1, "ce matin": 0, "ce soir": 0, "aujourd'hui": 0, "apres-demain": 2, "demain": 1,
    },
    dates=(r"(?:\ble )?{day}(?:er)? {month}\b(?: {year})?",),
    in_month=r"\b(?:(?P<sure>en|depuis|debut|fin|mi|au mois de|jusqu'en) )?{month}\b(?: {year})?",
    ago=r"\bil y a {n} {unit}\b",
    ahead=r"\bdans {n} {unit}\b",
    past_span=r"\b(?:(?:derniers|dernieres) {n} {unit}|{n} (?:derniers|dernieres) {unit})\b",
    last=r"\b(?:le |la |l')?{span} (?:derniere?|passee?)\b",
    this=r"\b(?:ce|cet|cette) {span}\b",
    next=r"\b(?:le |la |l')?{span} prochaine?\b",
    on_weekday=r"\b{weekday}\b",
    in_year=r"\b(?:en|de|depuis|l'annee) {year}\b",
    past=r"\b(?:j'ai|ai-je|etait|etais|suis-je|avais|as-tu|a-t-il)\b",
    future=r"\b(?:vais|va|allons)\b",
    unsure_months=frozenset(["mars"]),
)  # fmt: skip

ITALIAN = DayPhrases(
    months=_months(
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
    ),
    weekdays=_weekdays("lunedi martedi mercoledi giovedi venerdi sabato domenica"),
    units={
        "giorno": "day", "giorni": "day", "settimana": "week", "settimane": "week", "mese": "month", "mesi": "month",
        "anno": "year", "anni": "year",
    },
    spans={
        "settimana": "week", "mese": "month", "anno": "year", "weekend": "weekend", "fine settimana": "weekend",
        "notte": "night",
    },
    seasons={"primavera": "spring", "estate": "summer", "autunno": "autumn", "inverno": "winter"},
    feasts={"natale": (12, 25), "capodanno": (1, 1)},
    numbers={
        "un": 1, "una": 1, "due": 2, "un paio di": _COUPLE, "qualche": _FEW, "tre": 3, "quattro": 4, "cinque": 5,
        "sei": 6, "sette": 7, "otto": 8, "nove": 9, "dieci": 10, "undici": 11, "dodici": 12,
    },
    single={
        "l'altro ieri": -2, "ieri l'altro": -2, "ieri": -1, "stamattina": 0, "stasera": 0, "oggi": 0, "dopodomani": 2,
        "domani": 1,
    },
    dates=(r"(?:\bil |\bl')?{day}[o°]? {month}\b(?: {year})?",),
    in_month=r"\b(?:(?P<sure>in|a|da|dal|fino a|di|nel mese di) )?{month}\b(?:(?: del)? {year})?",
    ago=r"\b{n} {unit} fa\b",
    ahead=r"\b(?:tra|fra) {n} {unit}\b",
    past_span=r"\b(?:ultimi|ultime|scorsi|scorse) {n} {unit}\b",
    last=r"\b(?:il |la |lo |l')?(?:(?:scorso|scorsa) {span}|{span} (?:scorso|scorsa))\b",
    this=r"\b(?:questo|questa|quest') ?{span}\b",
    next=r"\b(?:il |la |l')?(?:(?:prossimo|prossima) {span}|{span} (?:prossimo|prossima))\b",
    on_weekday=r"\b{weekday}\b",
    in_year=r"\b(?:nel|del|dal) {year}\b",
    past=r"\b(?:ero|era|sono stato|sono stata|avevo|dissi|ho)\b",
    future=r"\b(?:devo|andro)\b",
)  # fmt: skip

DAY_PHRASES: Mapping[Language, DayPhrases] = {
    Language.ENGLISH: ENGLISH,
    Language.GERMAN: GERMAN,
    Language.SPANISH: SPANISH,
    Language.FRENCH: FRENCH,
    Language.ITALIAN: ITALIAN,
}
