"""A journal as JSON, and back: how the hand began in one object, each step in one of its own."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from yakulens.app.contract import Json
from yakulens.app.from_json import from_json
from yakulens.app.game.place import Place
from yakulens.app.history.wire import desk_from_json, desk_to_json, situation_from_json
from yakulens.app.journal import Journal, Say
from yakulens.vision.desk.edits import Edit, LayOut
from yakulens.vision.desk.session import Session

_EDITS: Final = {edit.__name__: edit for edit in Edit.__subclasses__()}


def step_to_json(step: Edit | Say) -> Json:
    """A step as a JSON object.

    >>> from yakulens.vision.desk.edits import SetFace
    >>> step_to_json(SetFace(3, "5p"))
    {'do': 'SetFace', 'uid': 3, 'face': '5p'}
    """
    value = {"do": type(step).__name__} | asdict(step)
    return value | {"desk": desk_to_json(step.desk)} if isinstance(step, LayOut) else value


def step_from_json(value: Mapping[str, Any]) -> Edit | Say:
    """The step that ``step_to_json`` was given.

    Raises:
        ValueError: this program knows no such step.
    """
    if value["do"] == Say.__name__:
        return Say(situation_from_json(value["facts"]), Place.of_json(value["place"]))
    if value["do"] == LayOut.__name__:
        return LayOut(desk_from_json(value["desk"]))
    kind = _EDITS.get(value["do"])
    if kind is None or not value.keys() <= {"do", *(field.name for field in fields(kind))}:
        message = f"a step {value['do']!r} of another version"
        raise ValueError(message)
    return from_json(kind, value, "step")


def journal_to_json(journal: Journal) -> Json:
    """How a hand began, and the steps that hold."""
    steps = [step_to_json(step) for step in journal.steps[: journal.at]]
    return {"beginning": beginning_to_json(journal), "steps": steps}


def beginning_to_json(journal: Journal) -> Json:
    """How a hand began, without its steps."""
    first = journal.session.first
    return {
        "desk": desk_to_json(journal.session.desk),
        "first": None if first == journal.session.desk else desk_to_json(first),
        "facts": asdict(journal.facts),
        "place": journal.place,
    }


def journal_from_json(beginning: Mapping[str, Any], steps: Iterable[Mapping[str, Any]]) -> Journal:
    """The journal of a beginning and its steps up to one of another version; all of these hold."""
    desk = desk_from_json(beginning["desk"])
    first = desk if beginning["first"] is None else desk_from_json(beginning["first"])
    known: list[Edit | Say] = []
    for step in steps:
        try:
            known.append(step_from_json(step))
        except ValueError:
            break
    return Journal(
        session=Session(desk, first),
        facts=situation_from_json(beginning["facts"]),
        place=Place.of_json(beginning["place"]),
        steps=tuple(known),
        at=len(known),
    )
