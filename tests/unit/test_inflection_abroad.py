"""Bans in other languages than English: which forms of a word they find, and which words they leave alone."""

import pytest

from memory.rules.inflection_abroad import paradigms
from memory.rules.stream_guard import StreamGuard
from memory.rules.topics import TopicMatcher, normalise

# The ban, then words that are forms of it.
SAME = """
собака собаки собаке собаку собакой собакою собак собакам собаками собаках
кот кота коту котом коте коты котов котам котами котах
кошка кошки кошке кошку кошкой кошек кошкам
книга книги книгу книг
Москва Москвы Москве Москву Москвой
окно окна окну окном окне
море моря морю морем
дверь двери дверью дверей дверям
мать матери матерью
врач врача врачу врачом врачи врачей
улица улицы улице улицу улицей улиц
отец отца отцу отцом отцы отцов
Павел Павла Павлу Павлом
Игорь Игоря Игорю Игорем
Андрей Андрея Андрею Андреем
Мария Марии Марию Марией
Аня Ани Ане Аню Аней
Саша Саши Саше Сашу Сашей
Илья Ильи Илье Илью Ильёй
Рим Рима Риму Римом Риме
Пётр Петра Петру Петром
Иванов Иванова Иванову Ивановым Иванове
здание здания зданию зданием зданий
красный красного красной красные красными
Толстой Толстого Толстому
собаку собака собаки собакой
كلب الكلب والكلب للكلب بالكلب كلبي كلبك كلبه كلبها كلبنا كلبا وكلب فالكلب
الكلب كلب والكلب للكلب
كلبي الكلب كلب
قط القط والقط للقط
قطة القطة قطتي قطته قطتها قطات
سيارة السيارة سيارتي سيارات السيارات بالسيارة وسيارة
برونو وبرونو لبرونو ببرونو
مدرسة المدرسة للمدرسة مدرستي
معلم معلمون معلمين المعلمين
الإمارات الامارات والإمارات
أحمد احمد وأحمد
כלב הכלב לכלב והכלב בכלב וכלב שהכלב מהכלב כשהכלב כלבים הכלבים לכלבים כלבי וכלבים
הכלב כלב לכלב והכלב
חתול החתול חתולים וחתולים לחתול חתולי
חתולה החתולה חתולות והחתולות
ברונו לברונו וברונו מברונו
ירושלים בירושלים לירושלים מירושלים וירושלים
שלום השלום לשלום
Łukasz Łukasza Łukaszowi Łukaszem Łukaszu
książka książki książkę książką
matka matkę matką
kot kotów
Warszawa Warszawę Warszawą
Bär Bären Bärs
schön schöne schönen schöner schönes
Müller Müllers Müllern
Tür Türen
""".strip().splitlines()

# Each pair: the ban, and a word that is another one.
DIFFERENT = """
кот который
кот котлета
кот котёл
кот кошка
кошка кошмар
мат мать
брат брать
угол уголь
лев левой
лев левый
стол столь
стол столовая
пост постой
Том тому
урка урок
мода модель
рак ракета
банк банкет
порт портной
кар карта
мир миска
дом домино
сон сонет
Рим римский
рука ручей
Аня она
Ира игра
Лена ленивый
كلب كلام
ريم كريم
رون مارون
بنان لبنان
لبن لبنان
أنس إنسان
امل كامل
بن بنك
البن البنك
ذكر ذكرى
لد ولد
كتاب مكتب
سلم إسلام
باب شباب
عين عينة
درس مدرسة
نور نورس
شمس شمسية
علم معلم
قلم إقليم
حسن حسين
سعد سعيد
جمل جميل
ראש ראשון
רון שרון
לום שלום
לון מלון
לב כלב
כלב כלבלב
אחרי אחריות
דגים דגל
שיח שליחות
בית ביתן
ספר מספרה
אור אורז
חתול חתולה
שיר שירות
גבר גברת
קול קולנוע
ירון כשרון
לחם מלחמה
דני דניאל
שמש שמשון
אבא אבטיח
Hund Hundert
Hund hundred
Hut Hüte
schön schon
Bär bar
hat hate
plan planen
pin pine
Simon Simone
Jan Jane
kot kotlet
kot kota
matka matematyką
""".strip().splitlines()


@pytest.mark.parametrize("line", SAME)
def test_ban_hits_the_forms_of_its_word(line: str) -> None:
    term, *forms = line.split()
    matcher = TopicMatcher([term])
    assert [form for form in forms if not matcher.hits(f"... {form}, ...")] == []


@pytest.mark.parametrize("line", DIFFERENT)
def test_ban_leaves_other_words_alone(line: str) -> None:
    term, other = line.split()
    assert TopicMatcher([term]).hits(f"... {other}, ...") == frozenset()


@pytest.mark.parametrize(
    ("term", "reply"),
    [
        ("собака", "Вчера мы гуляли с большой собакой в парке."),
        ("красная площадь", "Мы стояли на Красной площади."),
        ("الكلب", "ذهبت إلى الحديقة وكلبي معي"),
        ("כלב", "אתמול הלכתי עם הכלבים לים"),
        ("Łukasz", "Wczoraj byłem z Łukaszem w kinie."),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_inflected_word_is_never_painted(term: str, reply: str, size: int) -> None:
    guard = StreamGuard(TopicMatcher([term]))
    painted = [guard.feed(reply[i : i + size]) for i in range(0, len(reply), size)]
    assert (*painted, guard.finish())[-1].hits == {normalise(term)}
    assert TopicMatcher([term]).hits("".join(one.text for one in painted)) == frozenset()


@pytest.mark.parametrize("word", ["hunde", "hope", "cats", "category", "plane", "marie", "women", "x", "7"])
def test_plain_word_of_a_text_is_left_to_english(word: str) -> None:
    assert paradigms(word) == ()
