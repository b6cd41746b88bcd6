"""Kinds told by rules in seven languages besides English."""

import pytest

from memory.records import Kind, Provenance
from memory.rules.kinds import kind_of

ABROAD: dict[Kind, tuple[str, ...]] = {
    Kind.IDENTITY: (
        "Ich heiße Dana",
        "Ich wohne in Köln",
        "Ich bin Krankenpfleger",
        "Meine Schwester ist Vegetarierin",
        "ich bin gegen Nüsse allergisch",
        "Wir haben zwei Kinder",
        "Meine Schwester ist Vegetarierin, was kann ich kochen?",
        "Me llamo Dana",
        "Vivo en Sevilla",
        "Soy alérgico a las nueces",
        "Mi hermana es vegetariana",
        "Tengo dos hijos",
        "Je m'appelle Dana",
        "J’habite à Lyon",
        "Je suis allergique aux noix",
        "Ma sœur est végétarienne",
        "J'ai deux enfants",
        "Ik heet Dana",
        "Ik woon in Gent",
        "Mijn zus is vegetariër",
        "Ik werk als verpleegkundige",
        "Меня зовут Дана",
        "Я живу в Москве",
        "Моя сестра вегетарианка",
        "У меня аллергия на орехи",
        "我叫小明",
        "我住在北京",
        "我妹妹吃素",
        "我对花生过敏",
        "私の名前は花子です",
        "東京に住んでいます",
        "妹はベジタリアンです",
        "ナッツアレルギーです",
    ),
    Kind.PREFERENCE: (
        "Ich trinke lieber Tee als Kaffee",
        "Ich mag keinen Koriander",
        "Prefiero el té",
        "No me gusta el cilantro",
        "Je préfère le thé au café",
        "J'aime pas la coriandre",
        "Ik drink liever thee dan koffie",
        "Ik hou van jazz",
        "Я люблю чай",
        "Мне нравится джаз",
        "我喜欢喝茶",
        "我不喜欢香菜",
        "コーヒーより紅茶が好きです",
        "パクチーが嫌い",
    ),
    Kind.COMMITMENT: (
        "Erinnere mich daran, Anna anzurufen",
        "Ich muss morgen zum Zahnarzt",
        "Recuérdame llamar a Ana",
        "Tengo una cita el lunes",
        "Rappelle-moi d'appeler Anne",
        "Je vais voir Paul demain",
        "Herinner me eraan om Anna te bellen",
        "Напомни мне позвонить Ане",
        "提醒我明天给妈妈打电话",
        "明日、歯医者に行きます",
    ),
    Kind.FACT: (
        "Ich habe gestern ein Fahrrad gekauft",
        "Ayer compré una bicicleta",
        "Hier j'ai acheté un vélo",
        "Ik heb gisteren een fiets gekocht",
        "Вчера я купил велосипед",
        "我昨天买了一辆自行车",
        "昨日自転車を買いました",
    ),
    Kind.QUESTION: (
        "Was ist die Hauptstadt von Frankreich?",
        "¿Cuál es la capital de Francia?",
        "Quelle est la capitale de la France ?",
        "Wat is de hoofdstad van Frankrijk?",
        "Какая столица Франции?",
        "法国的首都是什么？",
        "フランスの首都はどこですか？",
        "Ist meine Schwester Vegetarierin?",
    ),
    Kind.APOLOGY: ("Tut mir leid", "Lo siento", "Désolé", "Het spijt me", "Извини", "对不起", "ごめんなさい"),
    Kind.GREETING: ("Guten Morgen", "Hola", "Bonjour !", "Hoi", "Привет", "你好", "こんにちは"),
    Kind.CHAT: ("Danke", "gracias", "merci", "dank je", "спасибо", "谢谢", "ありがとう"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [(text, kind) for kind, texts in ABROAD.items() for text in texts])
def test_sentence_of_another_language_has_the_kind_a_user_would_name(text: str, expected: Kind) -> None:
    assert kind_of(text, Provenance.USER_SAID) is expected
