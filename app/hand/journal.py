"""One hand with every step since it came in, so that any moment of it can be restored. Pure.

A journal is how the hand began (as read or typed, with the facts known then) and every step since: a
correction, or a statement about how it was won. The current hand is the result of those steps; nothing else
is stored of it. As JSON, the beginning is one object, and so is each step.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final, NamedTuple, Self

from yakulens.app import Json
from yakulens.app.game.place import Place
from yakulens.app.hand.from_json import from_json
from yakulens.app.hand.situation import Declared
from yakulens.app.hand.wire import desk_from_json, desk_to_json, situation_from_json
from yakulens.vision.desk.edits import Edit, LayOut
from yakulens.vision.desk.session import Session, apply

_EDITS: Final = {edit.__name__: edit for edit in Edit.__subclasses__()}


@dataclass(frozen=True, slots=True)
class Say:
    """Say how the hand was won, and which hand of a game it is; None while unknown."""

    facts: Declared
    place: Place | None = None


class Stand(NamedTuple):
    """A hand's current state: its desk, how it was won, and which hand of a game it is."""

    session: Session
    facts: Declared
    place: Place | None


@dataclass(frozen=True, slots=True)
class Journal:
    """A hand with every step since it came in."""

    session: Session = field(default_factory=Session)  # the hand as it came in
    facts: Declared = field(default_factory=Declared)  # how it was won, as known then
    place: Place | None = None  # which hand of a game it is
    steps: tuple[Edit | Say, ...] = ()  # corrections and facts since, in order
    at: int = 0  # how many of the steps apply; the browser's Back makes it one less, Forward one more

    def then(self, step: Edit | Say) -> Self:
        """The journal with one more step, which replaces those that were taken back."""
        return replace(self, steps=(*self.steps[: self.at], step), at=self.at + 1)

    def to(self, at: int) -> Self:
        """The journal at another moment, or at the nearest one."""
        return replace(self, at=min(max(at, 0), len(self.steps)))

    def seated(self, place: Place) -> Self:
        """The journal with this place wherever none is known."""
        steps = [
            replace(step, place=step.place or place) if isinstance(step, Say) else step for step in self.steps
        ]
        return replace(self, place=self.place or place, steps=tuple(steps))

    def stand(self) -> Stand:
        """The hand's state after the steps that apply.

        >>> from yakulens.vision.desk import typed
        >>> from yakulens.vision.desk.edits import SetFace
        >>> journal = Journal(Session.begin(typed.hand("23m55p +4m")))
        >>> journal = journal.then(SetFace(0, "3m")).then(Say(Declared("ron")))
        >>> now, before = journal.stand(), journal.to(0).stand()
        >>> now.session.desk.face(0), now.facts.by, before.session.desk.face(0), before.facts.by
        ('3m', 'ron', '2m', None)
        """
        session, facts, place = self.session, self.facts, self.place
        for step in self.steps[: self.at]:
            if isinstance(step, Say):
                facts, place = step.facts, step.place
            else:
                session = apply(session, step)
        return Stand(session, facts, place)


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
        ValueError: the step is unknown.
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
    """How a hand began, and its applied steps."""
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
    """The journal of a beginning and its steps, up to the first unknown one; all apply."""
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
