"""A ban in Russian, Arabic or Hebrew holds whatever case, article or preposition is written onto the word."""

import pytest

from memory.rules.topics import TopicMatcher

HITS = [
    ("собака", "собаки собаке собаку собакой собак собакам собаками собаках Собаку"),
    ("кот", "кота коту котом коте коты котов котам котами котах"),
    ("Анна", "Анны Анне Анну Анной"),
    ("Аня", "Ани Ане Аню"),
    ("Павел", "Павла Павлу Павлом Павле"),
    ("кошка", "кошки кошек кошкой"),
    ("отец", "отца отцу отцом"),
    ("Берлин", "Берлина Берлине Берлином"),
    ("армия", "армии армию армией армий"),
    ("ёлка", "елка ёлки елку ёлкой"),
    ("Киев", "Киева Киеве Киевом"),
    ("كلب", "الكلب والكلب للكلب بالكلب كالكلب وكلب لكلب كلبي كلبها"),
    ("مدرسة", "المدرسة بالمدرسة مدرسه المدرسه"),
    ("أحمد", "احمد وأحمد لأحمد"),
    ("كتاب", "الكتاب وكتاب كتابي"),
    ("כלב", "הכלב לכלב והכלב שהכלב מהכלב כלבים הכלבים"),
    ("שרה", "ושרה לשרה"),
    ("ירושלים", "בירושלים מירושלים"),
    ("Cat", "cats cat's"),
]
MISSES = [
    ("кот", "который котлета котёл коттедж кит"),
    ("дом", "думать домашний дым"),
    ("рак", "ракета брак раковина"),
    ("Аня", "она они няня"),
    ("лес", "лесть лестница"),
    ("мир", "миллион мера"),
    ("كلب", "كلمة قلب طلب"),
    ("باب", "بابا ببغاء"),
    ("כלב", "כל לב כלבו"),
    ("דוד", "דודה ידידות"),
    ("cat", "category concatenate"),
    ("Ann", "Anne"),
    ("Hund", "hundred"),
]


@pytest.mark.parametrize(("term", "forms"), HITS)
def test_forms_of_a_word_are_the_word(term: str, forms: str) -> None:
    matcher = TopicMatcher([term])
    missed = [form for form in forms.split() if not matcher.hits(f"- {form}, -")]
    assert missed == []


@pytest.mark.parametrize(("term", "others"), MISSES)
def test_other_words_are_not(term: str, others: str) -> None:
    matcher = TopicMatcher([term])
    hit = [other for other in others.split() if matcher.hits(f"- {other}, -")]
    assert hit == []


@pytest.mark.parametrize(("term", "forms"), HITS)
def test_a_ban_stated_in_any_form_holds_the_word(term: str, forms: str) -> None:
    for form in forms.split():
        assert TopicMatcher([form]).hits(term), form
