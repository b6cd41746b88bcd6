"""Corrections in the talk: what a newer statement takes the place of at once, and what it must leave alone."""

import pytest
from exchanges import open_chat, say
from fakes import MONDAY
from idle_world import author, read, said

from assistant.session import Session
from memory.records import Kind, MemoryId, Provenance
from memory.store import memories, memory_ids, meta

PUT_RIGHT = (
    ("My niece is called Lotte.", "no, her name is Lotta"),
    ("My niece is called Lotte.", "My niece is called Lotta, not Lotte."),
    ("My nephew's name is Jan.", "No, his name is Jon"),
    ("My cousin Bert lives in Oslo.", "Sorry, my cousin lives in Bergen."),
    ("My uncle is called Piet.", "That's wrong, my uncle is called Pieter."),
    ("My aunt's name is Greta.", "I meant Gerda."),
    ("My grandmother is called Elsie.", "Actually, her name is Elsa."),
    ("My boss is called Karen.", "My boss's name is Karin, not Karen."),
    ("Our neighbour is called Tim.", "no, he's called Tom"),
    ("My friend's name is Sara.", "no, she is called Sarah"),
    ("My flatmate is called Mo.", "Actually my flatmate is called Mohammed."),
    ("I have a cat called Miso.", "no, the cat is called Mizo"),
    ("Our dog is called Rex.", "no, his name is Max"),
    ("My parrot's name is Kiki.", "oops, its name is Koko"),
    ("I live in Utrecht.", "I moved to Amersfoort, I don't live in Utrecht anymore"),
    ("I live in Utrecht.", "we live in Amersfoort now"),
    ("We live in Utrecht.", "I've moved to Amersfoort."),
    ("I live in Utrecht.", "I live in Amersfoort."),
    ("I work as a nurse.", "I'm a teacher now."),
    ("I work for Philips.", "I work at ASML now"),
    ("I work as a night nurse in Leeds.", "I don't work as a nurse anymore, I work as a baker now."),
    ("I'm 34.", "I'm 35 now"),
    ("I'm vegetarian.", "I'm vegan now"),
    ("I'm married to Anna.", "I'm married to Eva now."),
    ("My partner is called Lars.", "My partner is called Sven now."),
    ("My favourite colour is green.", "My favourite colour is blue."),
    ("My phone number is 0470 12 34 56.", "My phone number is 0470 99 88 77"),
    ("My email is ann@x.org.", "my new email is ann@y.org"),
    ("I drive a Skoda.", "I drive a Volvo now."),
    ("My car is a Skoda.", "my car is a Volvo now"),
    ("the plumber comes on Friday", "the plumber comes on Thursday, not Friday"),
    ("The plumber comes on Thursday at 9.", "no, the plumber comes on Friday, not Thursday"),
    ("My exam is on Monday.", "My exam is on Tuesday, not Monday."),
    ("The wedding is on 12 June.", "the wedding is on 13 June, not 12 June"),
    ("I live in Utrecht.", "That's wrong, I live in Amersfoort."),
    ("My birthday is on 4 May.", "I meant my birthday is on 5 May."),
    ("I'm allergic to walnuts.", "I'm allergic to peanuts, not walnuts"),
    ("The meeting is in room 4.", "actually, the meeting is in room 5, not 4"),
    ("My name is Dana.", "No, my name is Dina."),
    ("Mijn nicht heet Lotte.", "nee, ze heet Lotta"),
    ("Ik woon in Utrecht.", "Ik woon nu in Amersfoort."),
    ("Meine Nichte heißt Lotte.", "nein, sie heißt Lotta"),
    ("Ma nièce s'appelle Lotte.", "non, elle s'appelle Lotta"),
    ("Mi sobrina se llama Lota.", "no, se llama Lotta"),
    ("My wife works at Philips.", "My wife works at ASML now."),
    ("My son is 7.", "my son is 8 now"),
    ("My landlord is called Bob.", "His name is Rob, not Bob."),
    ("My best friend is called Priya.", "Correction: my best friend is called Pria."),
    ("My nephew is called Finn.", "No, my nephew's name is Fynn."),
    ("My uncle's name is Gerard.", "Actually his name is Gerhard."),
    ("My colleague is called Mieke.", "Oops, she's called Maaike."),
    ("My roommate is called Ben.", "That's not right. His name is Benn."),
    ("Our rabbit is called Flop.", "No! Our rabbit is called Flap."),
    ("My horse's name is Star.", "sorry, her name is Starla"),
    ("My therapist is called Anne.", "Wrong, my therapist is called Anna."),
    ("My dentist's name is Kok.", "I meant Koks."),
    ("My granny's name is Wilma.", "no it's not, her name is Wilhelmina"),
    ("I live in Leeds.", "I don't live in Leeds anymore"),
    ("I live in Leeds.", "I just moved to York."),
    ("I live in Leeds.", "Correction: I live in York."),
    ("We live in Bruges.", "We live in Ghent now."),
    ("I work at Acme.", "I don't work at Acme anymore, I work for Globex now."),
    ("I'm a teacher.", "I'm a librarian now."),
    ("I'm vegan.", "I'm no longer vegan"),
    ("I like tea.", "I don't like tea anymore"),
    ("My favorite band is Low.", "my favorite band is now Slint"),
    ("I'm dating Tom.", "I'm dating Sam now."),
    ("My address is Elm Street 5.", "My new address is Oak Lane 9"),
    ("My wife's birthday is on May 4.", "no, her birthday is on May 5"),
    ("Our car is a Fiat.", "Our car is a Toyota now."),
    ("My daughter is 3.", "My daughter turned 4 today"),
    ("Mum's flight lands at 9 on Saturday", "Mum's flight lands at 9 on Sunday, not Saturday"),
    ("The dentist appointment is at 10:30", "the dentist appointment is at 11:30, not 10:30"),
    ("The rent is 950 euros.", "Actually the rent is 980 euros, not 950"),
    ("I parked the car on level 3.", "I parked the car on level 4, not level 3"),
    ("We're meeting Anna at the cafe.", "we're meeting Anna at the library instead of the cafe"),
    ("My train leaves on Tuesday.", "My train leaves not on Tuesday but on Wednesday."),
    ("The keys are in the blue drawer.", "the keys are in the red drawer, not the blue drawer"),
    ("Ik woon in Gent.", "Nee, ik woon in Brugge."),
    ("Ich wohne in Köln.", "Ich wohne jetzt in Bonn."),
    ("J'habite à Lille.", "J'habite maintenant à Lyon."),
    ("Vivo en Madrid.", "Ahora vivo en Sevilla."),
    ("My stepdad is called Rolf.", "no, he's called Ralf"),
    ("My mother-in-law is called Ineke.", "My mother-in-law is called Inneke, not Ineke."),
    ("Our hamster is called Pip.", "Actually, it's called Pepper"),
    ("My landlady's name is Mrs Dunn.", "sorry, her name is Mrs Dunne"),
    ("My name is Marit.", "I meant Merit."),
    ("My grandson Max lives in Lyon.", "Actually my grandson lives in Lille."),
    ("I'm engaged to Noor.", "I'm married to Noah now"),
    ("We live in Delft now.", "We don't live in Delft anymore"),
    ("My new job is teacher.", "I work as a librarian now"),
    ("My diet is keto.", "I'm vegan now"),
    ("The concert starts at 20:00", "the concert starts at 21:00, not 20:00"),
    ("I take the bus to work.", "I take the train to work, not the bus"),
    ("I play the violin.", "I don't play the violin anymore"),
    ("The bike is in the cellar.", "the bike is in the shed, not in the cellar"),
    ("The code of the locker is 4711.", "the code of the locker is 4712, not 4711"),
    ("I have a meeting with Jan on Tuesday", "no, I have a meeting with Jan on Wednesday, not Tuesday"),
    ("I take the bus to work.", "I take the train to work, not the bus"),
    ("My cousin Els comes in May.", "My cousin Els comes in June, not May."),
    ("We eat at seven.", "we eat at eight, not seven"),
    ("Tom owes me 20 euros.", "Tom owes me 30 euros, not 20"),
    ("I read the paper on Saturdays.", "I don't read the paper on Saturdays anymore"),
)
# A wrong supersession would hide what the user said.
LEFT_ALONE = (
    ("My sister is called Ilse.", "My sister is called Ruth."),
    ("My sister's name is Ilse.", "My other sister's name is Ruth."),
    ("I have a cat called Miso.", "I have a cat called Tofu."),
    ("Our cat is called Miso.", "Our other cat is called Tofu."),
    ("My friend's name is Sara.", "My friend Tom's sister is called Ruth."),
    ("My sister is called Ilse.", "My friend Tom's sister is called Ruth."),
    ("My sister is called Ilse.", "no, my brother is called Tom"),
    ("I live in Utrecht.", "I don't live in Utrecht alone."),
    ("I live in Utrecht.", "I used to live in Amersfoort."),
    ("I live in Utrecht.", "I lived in Amersfoort before."),
    ("I live in Utrecht.", "Next year I will live in Amersfoort."),
    ("I live in Utrecht.", "I'm moving to Amersfoort in June."),
    ("I live in Utrecht.", "I want to live in Amersfoort."),
    ("I live in Utrecht.", "If I live in Amersfoort, what do I pay?"),
    ("I live in Utrecht.", "Do I live in Amersfoort?"),
    ("I live in Utrecht.", 'Tom said "I live in Amersfoort".'),
    ("I live in Utrecht.", "My parents live in Amersfoort now."),
    ("I live in Utrecht.", "I work in Amersfoort now."),
    ("I live in Utrecht.", "I live in a flat."),
    ("I live in Utrecht.", "I live near the station."),
    ("I live in Utrecht.", "Maybe I live in Amersfoort in ten years."),
    ("I live in Utrecht.", "I moved to Amersfoort when I was 5."),
    ("I live in Utrecht.", "I moved to Amersfoort in 1990."),
    ("I live in Utrecht.", "We lived in Amersfoort, not Utrecht, when I was small."),
    ("I live in Utrecht.", "my sister lives in Amersfoort, not Utrecht"),
    ("I live in Utrecht.", "write a story: I live in Amersfoort now"),
    ("I work as a nurse.", "My sister is a teacher now."),
    ("I work as a nurse.", "I want to be a teacher."),
    ("I'm 34.", "My brother is 35 now."),
    ("I'm vegan.", "My sister is vegetarian now."),
    ("My favourite colour is green.", "My favourite food is sushi."),
    ("My favourite colour is green.", "What is my favourite colour now?"),
    ("The plumber comes on Thursday.", "The electrician comes on Friday, not Thursday."),
    ("The plumber comes on Thursday.", "Does the plumber come on Friday, not Thursday?"),
    ("The plumber comes on Thursday.", "The plumber does not come on Friday."),
    ("The plumber comes on Thursday.", "I like tea, not coffee"),
    ("I drink coffee in the morning.", "I like tea, not coffee, in the evening."),
    ("My niece is called Lotte.", "My nephew is called Lars."),
    ("My niece is called Lotte.", "no, I don't like that"),
    ("My niece is called Lotte.", "no, his name is Lars"),
    ("My niece is called Lotte.", "Is her name Lotta?"),
    ("My niece is called Lotte.", "I thought her name was Lotta."),
    ("My dog is called Rex.", "My sister's dog is called Max."),
    ("My dog is called Rex.", "no, my cat is called Miso"),
    ("My phone number is 0470 12 34 56.", "My sister's phone number is 0470 99 88 77"),
    ("I drive a Skoda.", "My dad drives a Volvo now."),
    ("I drive a Skoda.", "I rent a Volvo now and then."),
    ("I'm married to Anna.", "My brother is married to Eva."),
    ("My exam is on Monday.", "My dentist appointment is on Tuesday, not Monday."),
    ("My boss is called Karen.", "My colleague is called Karin."),
    ("I have a daughter called Eva.", "I have a daughter called Ida."),
    ("My friend is called Tom.", "My friend is called Ann now."),
    ("My name is Dana.", "no, my middle name is Dina"),
    ("My cat likes fish.", "no, my cat likes chicken"),
    ("I am not from Utrecht.", "I live in Amersfoort, not far from Utrecht."),
    ("I live in Utrecht.", "I live in Utrecht, not Amersfoort."),
    ("I play tennis on Mondays.", "I play chess on Tuesday, not Monday"),
    ("My niece Lotte likes tea.", "My niece Lotta likes tea."),
    ("I love Utrecht.", "I love Amersfoort, not just Utrecht."),
    ("I live in Utrecht.", "Translate: I live in Amersfoort now"),
    ("My cat is called Miso.", "My neighbour's cat is called Tofu."),
    ("I have two cats, Miso and Tofu.", "My cat Miso is ill."),
    ("I have a dog called Rex.", "I got a dog named Max."),
    ("My brother lives in Rome.", "My brother lives in Oslo."),
    ("My brother Tom lives in Rome.", "My brother Jan lives in Oslo now."),
    ("My older brother is called Tom.", "My younger brother is called Jan."),
    ("My sister is 30.", "My sister is 25."),
    ("My cousin works as a nurse.", "My cousin works as a baker."),
    ("I live in Leeds.", "I'd love to live in York."),
    ("I live in Leeds.", "I live in York on weekends."),
    ("I live in Leeds.", "I also live in York."),
    ("I live in Leeds.", "I'm thinking of moving to York"),
    ("I live in Leeds.", "When I was small we lived in York."),
    ("I live in Leeds.", "He said I live in York now."),
    ("I live in Leeds.", "Suppose I live in York now, what's the rent?"),
    ("I live in Leeds.", "tell my boss that I live in York now"),
    ("I live in Leeds.", "I live in a village."),
    ("I live in Leeds.", "I live with my sister now."),
    ("I live in Leeds.", "I don't live in Leeds with my parents."),
    ("I live in Leeds.", "No thanks. My aunt lives in York."),
    ("I live in Leeds.", "no, she lives in York"),
    ("I live in Leeds.", "Until 2020 I lived in York."),
    ("I live in Leeds.", "From May on I live in York."),
    ("I live in Leeds.", "I live in York from May."),
    ("I live in Leeds.", "In my novel I live in York now."),
    ("I work as a nurse.", "I work as a barista on weekends."),
    ("I'm a nurse.", "I'm a painter in my spare time."),
    ("I'm a nurse.", "I'm a musician."),
    ("I work for Acme.", "I work from home now."),
    ("I'm vegan.", "I don't cook vegan anymore"),
    ("I like tea.", "I don't like green tea anymore"),
    ("I like tea.", "My sister doesn't like tea anymore"),
    ("My name is Dana.", "Call me Dee."),
    ("My name is Dana.", "My name is what?"),
    ("My wife is called Eva.", "My ex-wife is called Ida."),
    ("My best friend is called Priya.", "My best friend's dog is called Rex."),
    ("My boss is called Karen.", "Karen is my neighbour."),
    ("My phone number is 0470 12 34 56.", "My work phone number is 0470 99 88 77"),
    ("My favourite colour is green.", "My favourite colour as a child was blue."),
    ("My favourite colour is green.", "My sister's favourite colour is blue."),
    ("My car is a Skoda.", "My car is a mess now."),
    ("The dentist is on Monday.", "My sister's dentist is on Tuesday, not Monday."),
    ("The plumber comes on Thursday. The milk comes on Friday.", "The milk comes on Monday, not Thursday."),
    ("I'm allergic to walnuts and eggs.", "I'm allergic to peanuts, not walnuts."),
    ("Tom lives in Utrecht.", "I live in Amersfoort, not Utrecht."),
    ("She is allergic to nuts.", "I'm allergic to fish, not nuts"),
    ("My meeting on Monday is with Tom.", "My exam is on Tuesday, not Monday"),
    ("I love jazz.", "I love jazz, not just pop."),
    ("I want a bike for my birthday.", "I want a car, not a bike"),
    ("I paid 40 euros for the lamp.", "Is the lamp 50 euros, not 40?"),
    ("My niece is called Lotte.", "I meant no harm."),
    ("My niece is called Lotte.", "I meant the other one."),
    ("My niece is called Lotte.", "no, thanks"),
    ("My niece is called Lotte.", "Her dog is called Rex."),
    ("My niece is called Lotte.", "my niece is 12 now"),
    ("My son is called Max.", "no, my dog is called Rex"),
    ("My teacher is called Ann.", "My teacher is called Bob now."),
    ("I live in Rome.", '"I live in Ghent now", said Tom.'),
    ("My dog is called Rex.", "What if my dog is called Max now?"),
    ("my niece Lotte is coming on Friday", "no, her name is Lotta"),
    ("My sister Hanne lives in Ghent.", "no, my sister's name is Hanna"),
    ("My dad lives in Cork.", "My dad's brother lives in Galway now."),
    ("My niece is called Lotte.", "My niece's dog is called Lotta."),
    ("I live in Leeds.", "I live in Leeds, not in the centre."),
    ("I live in Leeds.", "I wish I lived in York now"),
    ("I live in Leeds.", "I lived in York until last year"),
    ("I live in Leeds.", "We live in a yellow house now."),
    ("I live in Leeds.", "I live here since 2010."),
    ("I live in Leeds.", "Next month I'm moving to York, so I don't live in Leeds much longer."),
    ("I live in Leeds.", "I don't think I live in York"),
    ("I live in Leeds.", "I'm living in York for three months"),
    ("I live in Leeds.", "My ex lives in York now."),
    ("I work as a nurse.", "I don't want to work as a nurse anymore"),
    ("I work as a nurse.", "I hate that I work as a nurse"),
    ("I work for Acme.", "I work for Acme and Globex."),
    ("I'm 34.", "In two years I'm 36."),
    ("I'm 34.", "I'm 36 weeks pregnant now"),
    ("I'm 34.", "I feel like I'm 80 now"),
    ("My son is 7.", "My son turned 8 pages"),
    ("I'm vegan.", "I'm vegetarian at work."),
    ("I like tea.", "I don't like tea in the evening anymore"),
    ("I like tea.", "I like coffee, not tea, at breakfast."),
    ("The plumber comes on Thursday.", "Not Thursday again!"),
    ("The plumber comes on Thursday.", "I hope the plumber comes on Friday, not Thursday"),
    ("The plumber comes on Thursday.", "The plumber should come on Friday, not Thursday."),
    ("The plumber comes on Thursday.", "Did the plumber say Friday, not Thursday"),
    ("The plumber comes on Thursday.", "Ask if the plumber comes on Friday, not Thursday"),
    ("The plumber comes on Thursday.", "My sister's plumber comes on Friday, not Thursday"),
    ("I love my cat Miso.", "My cat Tofu sleeps all day now."),
    ("My cat is called Miso.", "We now have a cat called Tofu."),
    ("My cat is called Miso.", "My first cat was called Tofu."),
    ("My friend Tom lives in Rome.", "My friend lives in Oslo."),
    ("My friends are called Tom and Ann.", "My friend is called Eve."),
    ("My favourite film is Heat.", "My favourite film today is Ran?"),
    ("My favourite film is Heat.", "Heat is my favourite film, not my favourite book."),
    ("Her name is Ilse.", "His name is Tom now."),
    ("My car is a Skoda.", "I drive a Volvo at work."),
    ("My phone number is 0470 12 34 56.", "My phone number is full of zeros."),
    ("My partner is called Lars.", "My business partner is called Sven."),
    ("My boss is called Karen.", "My old boss was called Karin."),
    ("My boss is called Karen.", "My boss's boss is called Karin."),
    ("My teacher's name is Ann.", "no, it's not important"),
    ("I take the bus to town.", "I take the train to work, not the bus"),
    ("The plumber phoned on Thursday.", "the plumber comes on Friday, not Thursday"),
    ("I have yoga on Thursday and choir on Friday.", "I have yoga on Monday, not Thursday."),
    ("I play tennis on Mondays.", "I play chess on Tuesdays, not Mondays"),
    ("Tom owes me 20 euros.", "I owe Tom 30 euros, not 20"),
    ("Tom owes me 20 euros.", "Anna owes me 30 euros, not 20"),
    ("I paid the rent on Monday.", "I pay the gas on Tuesday, not Monday"),
    ("I drink tea.", "I don't drink tea at night anymore"),
    ("I do not like tea.", "I like coffee, not tea"),
    ("He lives in Rome.", "I live in Oslo, not Rome"),
)


def memory_said(session: Session, text: str) -> MemoryId:
    with session.connection() as store:
        rows = memories.read_memories(store, memory_ids.all_ids(store)).values()
    return next(one.id for one in rows if one.text == text and one.provenance is Provenance.USER_SAID)


def talk(session: Session, older: str, newer: str) -> tuple[MemoryId, MemoryId]:
    chat = open_chat(session)
    say(session, chat, older)
    say(session, chat, newer)
    return memory_said(session, older), memory_said(session, newer)


def is_behind(session: Session, older: MemoryId) -> bool:
    return read(session, older).superseded_by is not None


@pytest.mark.parametrize(("older", "newer"), PUT_RIGHT)
def test_newer_statement_takes_the_place_of_the_older_at_once(session: Session, older: str, newer: str) -> None:
    first, second = talk(session, older, newer)
    assert read(session, first).superseded_by == second
    assert read(session, second).importance >= read(session, first).importance


@pytest.mark.parametrize(("older", "newer"), LEFT_ALONE)
def test_statement_of_something_else_leaves_the_older_alone(session: Session, older: str, newer: str) -> None:
    assert not is_behind(session, talk(session, older, newer)[0])


def test_question_between_does_not_hide_what_is_meant(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "My aunt's name is Greta.")
    say(session, chat, "What is a good soup for today?", "Leek.")
    say(session, chat, "I meant Gerda.")
    assert is_behind(session, memory_said(session, "My aunt's name is Greta."))


def test_move_is_known_in_the_next_prompt(session: Session) -> None:
    with session.connection() as store:
        before = meta.standing_version(store)
    older, newer = talk(session, "I live in Utrecht.", "I moved to Amersfoort, I don't live in Utrecht anymore")
    with session.connection() as store:
        assert meta.standing_version(store) > before
        assert older not in memory_ids.standing_ids(store)
    assert read(session, newer).kind is Kind.IDENTITY


def test_contrast_reaches_what_was_said_in_another_chat(session: Session) -> None:
    say(session, open_chat(session, "one"), "The plumber comes on Thursday.")
    say(session, open_chat(session, "other"), "the plumber comes on Friday, not Thursday")
    assert is_behind(session, memory_said(session, "The plumber comes on Thursday."))


def test_of_two_statements_that_a_contrast_may_mean_neither_is_replaced(session: Session) -> None:
    chat = open_chat(session)
    texts = ("The plumber comes on Thursday at 9.", "The plumber comes on Thursday at noon.")
    for text in texts:
        say(session, chat, text)
    say(session, chat, "the plumber comes on Friday, not Thursday")
    assert [is_behind(session, memory_said(session, text)) for text in texts] == [False, False]


def test_bare_contrast_means_what_its_own_chat_said(session: Session) -> None:
    say(session, open_chat(session, "one"), "My exam is on Thursday.")
    chat = open_chat(session, "other")
    say(session, chat, "The plumber comes on Thursday.")
    say(session, chat, "no, on Friday, not Thursday")
    assert is_behind(session, memory_said(session, "The plumber comes on Thursday."))
    assert not is_behind(session, memory_said(session, "My exam is on Thursday."))


def test_what_is_pinned_authored_or_said_by_others_is_never_replaced_in_the_talk(session: Session) -> None:
    pinned = said(session, "I live in Utrecht.", MONDAY, kind=Kind.IDENTITY, is_pinned=True)
    imported = said(session, "I live in Utrecht!", MONDAY, kind=Kind.IDENTITY, provenance=Provenance.IMPORTED)
    plumber = said(session, "The plumber comes on Thursday.", MONDAY, is_pinned=True)
    written = author(session, "home", "I live in Utrecht.").id
    chat = open_chat(session)
    say(session, chat, "I moved to Amersfoort, I don't live in Utrecht anymore")
    say(session, chat, "the plumber comes on Friday, not Thursday")
    assert [is_behind(session, one) for one in (pinned, imported, plumber, written)] == [False] * 4


def test_two_sisters_are_told_apart_by_the_name_that_is_put_right(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "My sister is called Ilsa.")
    say(session, chat, "My other sister is called Ruth.")
    say(session, chat, "no, her name is Ilse")
    assert is_behind(session, memory_said(session, "My sister is called Ilsa."))
    assert not is_behind(session, memory_said(session, "My other sister is called Ruth."))
