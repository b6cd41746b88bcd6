"""What the scripted user tells about their life in week 1, and how they ask for it in week 8.

The one fact that a reader would get wrong: a paraphrase shares as few content words with its statement as plain speech
allows. It is reported beside the near wording, and no target is set for it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LifeFact:
    """Something true of the user.

    Args:
        statement: As told in week 1.
        question: In nearly its words.
        paraphrase: In other words.
        occasion: A message of week 8 that asks for nothing from the past, and to which the fact matters; "" = none.
    """

    statement: str
    question: str
    paraphrase: str
    occasion: str = ""


LIFE = (
    LifeFact(
        "My sister is vegetarian.",
        "Is my sister vegetarian, or what did I tell you about her?",
        "Which of my siblings eats no meat?",
        "What could I cook when my sister comes for dinner?",
    ),
    LifeFact(
        "My son Emil is allergic to peanuts.",
        "What is my son Emil allergic to?",
        "Which food must my boy never get?",
        "What snacks should I bring for Emil and his class?",
    ),
    LifeFact(
        "I'm afraid of flying.",
        "What am I afraid of, was it flying?",
        "What makes me nervous about travel?",
        "How should we travel to Lisbon, by flying perhaps?",
    ),
    LifeFact(
        "My wife Johanna works as a midwife.",
        "What does my wife Johanna work as?",
        "What is my spouse's profession?",
        "What present would suit my wife Johanna after a hard week at work?",
    ),
    LifeFact(
        "My father has a pacemaker.",
        "Who has a pacemaker, was it my father?",
        "What heart device does my dad carry?",
        "Can my father use the induction hob at our place?",
    ),
    LifeFact(
        "I am colour-blind for red and green.",
        "Which colours am I colour-blind for?",
        "What is wrong with my eyesight?",
        "Which colours would make a chart clear, red and green?",
    ),
    LifeFact(
        "Our cat Miso needs insulin twice a day.",
        "How often does our cat Miso need insulin?",
        "What medicine does the animal at home get?",
        "Can we leave the cat Miso alone over the weekend?",
    ),
    LifeFact(
        "My daughter Lieke plays the bassoon.",
        "Which instrument does my daughter Lieke play?",
        "What music does my girl make?",
        "What could my daughter Lieke play at the party?",
    ),
    LifeFact(
        "I don't drink alcohol.",
        "Do I drink alcohol, what did I say?",
        "What beverages do I stay away from?",
        "Which drink goes with the cheese fondue, some alcohol?",
    ),
    LifeFact(
        "We live on the fourth floor without a lift.",
        "On which floor do we live?",
        "How high up is our home?",
        "How do we get a sofa up to the fourth floor?",
    ),
    LifeFact(
        "My brother Ruben is deaf in his left ear.",
        "In which ear is my brother Ruben deaf?",
        "On which side should one not whisper to my sibling?",
        "Where should my brother Ruben sit at the concert?",
    ),
    LifeFact(
        "I prefer short answers with an example.",
        "Which kind of answers do I prefer?",
        "How do I like to be replied to?",
        "Explain compound interest with an example, please.",
    ),
    LifeFact(
        "My mother's birthday is on 3 March.",
        "When is my mother's birthday?",
        "On which day was mum born?",
        "Suggest a birthday bouquet for my mother in March.",
    ),
    LifeFact(
        "I have asthma and use an inhaler.",
        "What do I have, asthma or hay fever?",
        "Why do I carry an inhalator?",
        "Is a dusty room a problem for someone with asthma?",
    ),
    LifeFact(
        "My boss Ingrid hates phone calls.",
        "What does my boss Ingrid hate?",
        "How should one not contact the head of my office?",
        "How do I tell my boss Ingrid about the delay, by phone?",
    ),
    LifeFact(
        "Our car is electric and has a range of 300 kilometres.",
        "What range does our car have?",
        "How far do we get without charging?",
        "Plan the charging stops for 500 kilometres with our car.",
    ),
    LifeFact(
        "My blood type is B negative.",
        "What is my blood type?",
        "Which group would a donor for me need?",
    ),
    LifeFact(
        "I was born in Kampala.",
        "Where was I born?",
        "What is the city of my birth?",
    ),
    LifeFact(
        "My shoe size is 43.",
        "What is my shoe size?",
        "Which boots would fit my feet?",
    ),
    LifeFact(
        "My favourite film is The Third Man.",
        "What is my favourite film?",
        "Which movie do I like most?",
    ),
    LifeFact(
        "I studied geology in Zurich.",
        "Where did I study geology?",
        "What was my university degree in?",
    ),
    LifeFact(
        "My best friend is called Oswald.",
        "What is my best friend called?",
        "Who is my closest pal?",
    ),
    LifeFact(
        "We got married in a lighthouse.",
        "Where did we get married?",
        "What place was our wedding held at?",
    ),
    LifeFact(
        "My first car was a yellow Fiat Panda.",
        "What was my first car?",
        "Which vehicle did I start driving with?",
    ),
    LifeFact(
        "I broke my collarbone skiing in 2009.",
        "When did I break my collarbone?",
        "Which bone was hurt on the slopes?",
    ),
    LifeFact(
        "My grandfather repaired church organs.",
        "What did my grandfather repair?",
        "What was the trade of my grandad?",
    ),
    LifeFact(
        "I keep the spare key under the third flowerpot.",
        "Where do I keep the spare key?",
        "How could a guest get in when I am out?",
    ),
    LifeFact(
        "Our wedding anniversary is on 19 September.",
        "When is our wedding anniversary?",
        "Which date do Johanna and I celebrate?",
    ),
    LifeFact(
        "My locker at the pool is number 218.",
        "Which number is my locker at the pool?",
        "Where are my swimming things stored?",
    ),
    LifeFact(
        "I sold my motorbike to a baker.",
        "To whom did I sell my motorbike?",
        "Who rides my former two-wheeler?",
    ),
    LifeFact(
        "My dentist is Doctor Abebe.",
        "Who is my dentist?",
        "Which doctor looks after my teeth?",
    ),
    LifeFact(
        "My aunt Paula lives in Tromso.",
        "Where does my aunt Paula live?",
        "Which relative do I have in the far north?",
    ),
    LifeFact(
        "I lost my wallet in a taxi in Prague.",
        "Where did I lose my wallet?",
        "What went missing in the Czech capital?",
    ),
    LifeFact(
        "The password hint for the garage is a kind of apple.",
        "What is the password hint for our garage?",
        "What fruit helps to open the place where we park?",
    ),
    LifeFact(
        "My godson Matteo turned six in May.",
        "When did my godson Matteo turn six?",
        "How old is the child I am sponsor of?",
    ),
    LifeFact(
        "I met Johanna on a ferry to Harwich.",
        "Where did I meet Johanna?",
        "How did my wife and I get to know each other?",
    ),
    LifeFact(
        "Our insurance is with a company called Zilverkruin.",
        "Which company is our insurance with?",
        "Who pays when something at home breaks?",
    ),
    LifeFact(
        "I won a poetry prize when I was fourteen.",
        "What prize did I win when I was fourteen?",
        "What did I achieve with verse as a teenager?",
    ),
    LifeFact(
        "My office is in the old customs house.",
        "Where is my office?",
        "In which building do I earn my living?",
    ),
    LifeFact(
        "My cousin Wim builds kayaks.",
        "What does my cousin Wim build?",
        "Who in my family makes boats?",
    ),
    LifeFact(
        "We bought the piano from a nun.",
        "From whom did we buy our piano?",
        "Where does our keyboard instrument come from?",
    ),
    LifeFact(
        "My tent is orange and sleeps three.",
        "What colour is my tent?",
        "How many people fit in my camping shelter?",
    ),
    LifeFact(
        "I stopped smoking on New Year's Day 2015.",
        "When did I stop smoking?",
        "How long have I been off cigarettes?",
    ),
    LifeFact(
        "My nephew Noah stutters when he is tired.",
        "When does my nephew Noah stutter?",
        "Who has a speech problem when sleepy?",
    ),
    LifeFact(
        "I once worked on a trawler off Iceland.",
        "Where did I once work on a trawler?",
        "What was my job at sea?",
    ),
    LifeFact(
        "My favourite soup is borscht with dill.",
        "What is my favourite soup?",
        "Which dish of beetroot do I love?",
    ),
    LifeFact(
        "The scar on my chin comes from a swing.",
        "Where does the scar on my chin come from?",
        "How was my face injured in childhood?",
    ),
    LifeFact(
        "My landlord is called Mr Castellani.",
        "What is my landlord called?",
        "Who owns the house that I rent?",
    ),
    LifeFact(
        "I gave my old bicycle to a refugee centre.",
        "To whom did I give my old bicycle?",
        "What happened to the bike I no longer needed?",
    ),
    LifeFact(
        "My piano teacher was from Odessa.",
        "Where was my piano teacher from?",
        "What was the home town of the lady who taught me keys?",
    ),
    LifeFact(
        "We planted a walnut tree when Emil was born.",
        "What did we plant when Emil was born?",
        "What grows in the garden since our boy came?",
    ),
    LifeFact(
        "I read the newspaper only on Saturdays.",
        "When do I read the newspaper?",
        "On which day do I follow the press?",
    ),
    LifeFact(
        "My sister's husband is a bee inspector.",
        "What is my sister's husband?",
        "What does my brother-in-law do?",
    ),
    LifeFact(
        "I have a tattoo of a compass on my ankle.",
        "What tattoo do I have on my ankle?",
        "Which picture is inked on my skin?",
    ),
    LifeFact(
        "Our holiday house in Drenthe is named Heidehoek.",
        "What is our holiday house in Drenthe named?",
        "Where do we spend our vacations?",
    ),
    LifeFact(
        "My uncle Fabian lost a thumb in a sawmill.",
        "What did my uncle Fabian lose in a sawmill?",
        "Who in the family had an accident with timber?",
    ),
    LifeFact(
        "I owe Bastian eighty euros for the concert.",
        "How much do I owe Bastian for the concert?",
        "Which debt do I have with a friend?",
    ),
    LifeFact(
        "My alarm clock rings at 5:40.",
        "When does my alarm clock ring?",
        "At what time do I get woken?",
    ),
    LifeFact(
        "I sat next to a senator on the train to Basel.",
        "Who did I sit next to on the train to Basel?",
        "Which politician did I meet by chance?",
    ),
    LifeFact(
        "My thesis was about landslides in the Alps.",
        "What was my thesis about?",
        "What did I research at university?",
    ),
    LifeFact(
        "I speak Luganda with my grandmother.",
        "What do I speak with my grandmother?",
        "Which African language do I know?",
    ),
    LifeFact(
        "Our neighbours on the left are the Okonkwos.",
        "Who are our neighbours on the left?",
        "Which family lives next door?",
    ),
    LifeFact(
        "I hid the Christmas presents in the bass drum case.",
        "Where did I hide the Christmas presents?",
        "In what container are the gifts for December?",
    ),
)
