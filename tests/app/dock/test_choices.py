"""Which answers to a question stand filled: the likely one, and never two."""

from __future__ import annotations

from yakulens.app.dock.events import decode
from yakulens.app.dock.facts import Facts
from yakulens.app.dock.questions import questions
from yakulens.app.scoring import Scored
from yakulens.app.situation import Declared
from yakulens.vision.desk import typed
from yakulens.vision.desk.edits import MakeMeld
from yakulens.vision.desk.session import Session, apply


def test_of_the_answers_to_a_fact_one_at_most_is_the_primary_action() -> None:
    hand = Scored.of(typed.hand("234m456p7s +7s [777z] (1111z)"), Declared())
    asks = Facts("en", hand, {}, {}).asks()
    filled = {key: [choice.label for choice in ask.choices if choice.strong] for key, ask in asks.items()}
    assert filled["by"] == [], "ron and tsumo are as likely"
    assert [key for key, labels in filled.items() if len(labels) > 1] == []


def test_of_a_hand_whose_winning_tile_lies_apart_the_missing_tile_is_offered() -> None:
    (ask,) = questions("en", Scored.of(typed.hand("123789m789s22z5m +5m"), Declared()), photo=True)
    offered = [choice.face for choice in ask.choices if choice.face]
    assert offered == ["5m", "2z"]
    assert all(choice.event["place"] == "concealed" for choice in ask.choices if choice.face)
    (ask,) = questions("en", Scored.of(typed.hand("123789m789s2z5m +5m"), Declared()), photo=True)
    assert not [choice for choice in ask.choices if choice.face], "two tiles may be any"


def test_of_a_hand_with_a_tile_too_many_and_four_alike_the_four_are_offered_as_a_quad() -> None:
    desk = typed.hand("6666p888s55z333z23s +4s")
    (ask,) = questions("en", Scored.of(desk, Declared()), photo=True)
    kan, *rest = ask.choices
    assert (kan.label, kan.strong) == ("Closed kan 6666p", True)
    assert not any(choice.strong for choice in rest)
    [(_, edit)] = decode({"events": [kan.event | {"n": 1}]})
    assert isinstance(edit, MakeMeld)
    made = apply(Session.begin(desk), edit).desk
    assert not questions("en", Scored.of(made, Declared()), photo=True)
