from __future__ import annotations

import json
from dataclasses import fields

import pytest

from yakulens.app.hand.journal import (
    DeclareFacts,
    Journal,
    beginning_to_json,
    journal_from_json,
    step_from_json,
    step_to_json,
)
from yakulens.app.hand.place import Place
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import DeskTile, Question, typed
from yakulens.vision.desk.discards import AddDiscard, DiscardTile, MarkDiscards
from yakulens.vision.desk.edits import (
    AddFound,
    AddMeld,
    AddTile,
    Answer,
    BackToFirst,
    CallRow,
    Edit,
    LayOut,
    MakeMeld,
    MoveTile,
    RemoveMeld,
    RemoveTile,
    SetFace,
    SetMeldKind,
    SetMeldOrigin,
    Sort,
    TakeMeldApart,
    TakeRow,
    TakeTiles,
    Undo,
)
from yakulens.vision.desk.session import Session

QUAD = ((1.0, 2.0), (3.0, 2.0), (3.0, 5.0), (1.0, 5.0))
STEPS = (
    SetFace(3, "5p"),
    AddTile("5p", "ura"),
    AddFound(DeskTile(0, "9s", 0.7, QUAD, ("8s", "6s")), "others"),
    LayOut(typed.hand("23m55p +4m [777z] (1111z)")),
    RemoveTile(4),
    MoveTile(2, 1),
    TakeRow(2),
    CallRow(2, "across"),
    TakeTiles((2, 3, 4)),
    MakeMeld("pon", (1, 2, 3), "left"),
    AddMeld("chi", ("1m", "2m", "3m"), "left"),
    SetMeldKind(0, "open_kan"),
    SetMeldOrigin(0, None),
    TakeMeldApart(0),
    RemoveMeld(1),
    Answer(Question("doubtful_face", (3,), ("5p", "0p")), "0p"),
    Sort(),
    MarkDiscards((3, 5), own=True),
    DiscardTile(2),
    AddDiscard("9m"),
    Undo(),
    BackToFirst(),
    DeclareFacts(
        WinFacts("ron", "south").saying("discarder", riichi="riichi"),
        Place(3, 4, 1, 2, ("Ann", "Bo", "Cy", "Di")),
    ),
)


def test_every_kind_of_step_is_here() -> None:
    assert {type(step) for step in STEPS} == {*Edit.__subclasses__(), DeclareFacts}


@pytest.mark.parametrize("step", STEPS, ids=lambda step: type(step).__name__)
def test_a_step_comes_back_from_the_disk_as_it_was(step: Edit | DeclareFacts) -> None:
    stored = json.loads(json.dumps(step_to_json(step)))
    again = step_from_json(stored)
    assert again == step
    assert all(type(getattr(again, f.name)) is type(getattr(step, f.name)) for f in fields(step))


def test_a_hand_of_all_of_them_comes_back_with_every_step() -> None:
    journal = Journal(Session.begin(typed.hand("234m456p7s +7s [777z] (1111z)")))
    for step in STEPS:
        journal = journal.then(step)
    stored = json.loads(json.dumps([beginning_to_json(journal), *map(step_to_json, journal.steps)]))
    again = journal_from_json(stored[0], stored[1:])
    assert again == journal
    assert again.now == journal.now
