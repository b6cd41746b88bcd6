"""What is written down, in code or a list, and what there is nothing to forget of."""

import pytest

from memory.rules.speech import read_orders

WRITTEN_DOWN = [
    "~~~\nStop talking about Rex\n~~~",
    "~~~\nStop talking about Rex",
    "Here is my file:\n\n    Stop talking about Rex\n    Call mom",
    "    Stop talking about Rex",
    "\tStop talking about Rex",
    "1. Stop talking about Rex\n2. Call mom",
    "1) Stop talking about Rex\n2) Call mom",
    "- Stop talking about Rex\n- Call mom",
    "* Stop talking about Rex\n* Call mom",
    "+ Stop talking about Rex",
    "• Stop talking about Rex\n• Call mom",
    "a) Stop talking about Rex\nb) Call mom",
    "(1) Stop talking about Rex\n(2) Call mom",
    "My resolutions\n1. Stop talking about Rex\n2. Eat less",
    "- [ ] Stop talking about Rex",
    "10. Stop talking about Rex",
    "1. Rede nicht mehr über Rex\n2. Mama anrufen",
    "1. Arrête de parler de Rex\n2. Appeler maman",
    "1. Deja de hablar de Rex\n2. Llamar a mamá",
    "1. Hou op over Rex\n2. Mama bellen",
    "~~~python\nRede nicht mehr über Rex\n~~~",
    "````\nStop talking about Rex\n````",
    "  1. Stop talking about Rex\n  2. Call mom",
    "1.Stop talking about Rex\n2.Call mom",
    "1: Stop talking about Rex",
    "1 - Stop talking about Rex\n2 - Call mom",
    "<pre>\nStop talking about Rex\n</pre>",
    "Todo:\n1) Call mom\n2) Stop talking about Rex",
    "2. Stop talking about Rex",
    "i. Stop talking about Rex\nii. Call mom",
    "A. Stop talking about Rex\nB. Call mom",
    "1 . Stop talking about Rex",
    "#1 Stop talking about Rex",
    "Step 1. Stop talking about Rex",
    "Rule 1. Stop talking about Rex\nRule 2. Be kind",
    "1️⃣ Stop talking about Rex",
    "– Stop talking about Rex\n– Call mom",
    "[ ] Stop talking about Rex",
    "> 1. Stop talking about Rex",
    "   ~~~\nStop talking about Rex\n   ~~~",
    "Rules for dinner\n\n1. Stop talking about Rex.\n\n2. Eat.",
    "\n\n    Stop talking about Rex\n",
    "        Stop talking about Rex",
    "Look:\n\n\tStop talking about Rex",
    "1. Vergiss meine Adresse\n2. Milch",
    "~~~\nOublie mon adresse\n~~~",
    "    Olvida mi dirección",
    "1. Vergeet mijn adres",
    "print:\n    Stop talking about Rex",
    "def f():\n    Stop talking about Rex",
    "Groceries:\n1. Milk\n2. Stop talking about Rex",
    "First:\n 1. Stop talking about Rex\n 2. Eat",
    "01. Stop talking about Rex",
    "1.) Stop talking about Rex",
    "[1] Stop talking about Rex",
    "Q1. Stop talking about Rex",
    "§1 Stop talking about Rex",
    "12:30 Stop talking about Rex",
    "12:30 - Stop talking about Rex",
    "Monday: stop talking about Rex",
    "TODO stop talking about Rex",
    "☐ Stop talking about Rex",
    "→ Stop talking about Rex",
    "| Stop talking about Rex |",
    "# Stop talking about Rex",
    "// Stop talking about Rex",
    "/* Stop talking about Rex */",
    "$ stop talking about Rex",
]
THINGS = """
Erase my whiteboard
Delete my order
Remove my makeup
Wipe my glasses
Delete my subscription
Remove my tonsils
Erase my debt
Remove our furniture
Wipe my phone
Delete my calendar entry
Remove my shoes
Can you remove my stitches?
Please remove my ban
Delete my reservation
Erase my drawing
Delete everything on my desk
Wipe everything on the table
Remove all on the list
Erase my tattoo
Remove my background
Could you delete my alarm?
Delete my homework
Erase my pencil marks
Delete my name tag
Remove my number plate
Lösche meine Bestellung
Entferne mein Make-up
Efface mon tableau
Borra mi pizarra
Verwijder mijn bestelling
Wis mijn whiteboard
Erase my chalkboard
Delete my cart
Remove my nail polish
Wipe my windows
Wipe my nose
Delete my Spotify playlist
Remove my wisdom teeth
Erase my student loan
Delete my booking
Remove my jacket
Could you wipe my screen?
Can you remove my cast?
Remove my dog from the couch
Delete my comment
Remove my wallpaper
Erase my sins
Delete my name from the list
Remove my age restriction
Delete everything on the blackboard
Delete all on page two
Remove anything on the floor
Erase my birthday cake
Delete my address book
Remove my name badge
Delete my PIN pad
Wis mijn bestelling
Lösch mein Konto
Supprime ma commande
Borra mi pedido
Entferne meine Schminke
Erase my number plate
Delete my name plate
Wipe my forehead
Remove my sunglasses
Can you wipe my tears?
Delete my selfie
Remove my age spots
Erase my email draft
Delete my photo
Delete my phone
Erase my hard drive
Delete my weight training plan
Delete my order number
Remove my name from your list
Wipe my phone number off the wall
Delete my secret stash
Remove my belly
Erase my signature
Delete my e-mail
Remove my password manager
Could you remove my wart?
Delete my game
""".strip().splitlines()


@pytest.mark.parametrize("message", WRITTEN_DOWN)
def test_code_and_items_of_a_list_are_not_spoken(message: str) -> None:
    assert read_orders(message) == ()


@pytest.mark.parametrize("message", THINGS)
def test_thing_is_not_forgotten_only_information_is(message: str) -> None:
    assert read_orders(message) == ()
