"""One hand with every step since it came in, so that any moment of it can be restored. Pure.

A journal is how the hand began (as read or typed, with the facts known then) and every step since: a
correction, or a statement about how it was won. The current hand is the result of those steps; nothing else
is stored of it. As JSON, the beginning is one object, and so is each step.
"""

from collections.abc import Iterable, Mapping
from dataclasses import InitVar, asdict, dataclass, field, fields, replace
from typing import Any, Final, NamedTuple, Self

from yakulens.app import Json
from yakulens.app.hand.from_json import from_json
from yakulens.app.hand.place import Place
from yakulens.app.hand.situation import WinFacts
from yakulens.app.hand.wire import desk_from_json, desk_to_json, situation_from_json
from yakulens.vision.desk import discards, edits
from yakulens.vision.desk.edits import Edit, LayOut
from yakulens.vision.desk.session import Session, apply

_EDITS: Final = {
    edit.__name__: edit
    for edit in Edit.__subclasses__()
    if edit.__module__ in {edits.__name__, discards.__name__}
}
"""Every correction, by its name in a stored hand."""

_DECLARE: Final = "Say"
"""The ``do`` of a `DeclareFacts` step as JSON: so it stands in every stored hand."""


@dataclass(frozen=True, slots=True)
class DeclareFacts:
    """Declare how the hand was won, and which hand of a game it is; None while unknown."""

    facts: WinFacts
    place: Place | None = None


Step = Edit | DeclareFacts


class HandState(NamedTuple):
    """A hand at one moment: its desk, how it was won, and which hand of a game it is."""

    session: Session
    facts: WinFacts
    place: Place | None

    def after(self, step: Step) -> Self:
        """The hand after one more step."""
        if isinstance(step, DeclareFacts):
            return self._replace(facts=step.facts, place=step.place)
        return self._replace(session=apply(self.session, step))


@dataclass(frozen=True)
class Journal:
    """A hand with every step since it came in, and its state after those that apply.

    The state is computed once: a new step is applied to it. Only another moment of the hand, or another
    beginning, is worked out from the first step on.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.vision.desk.edits import SetFace
    >>> journal = Journal(Session.begin(typed.hand("23m55p +4m")))
    >>> journal = journal.then(SetFace(0, "3m")).then(DeclareFacts(WinFacts("ron")))
    >>> now, before = journal.now, journal.to(0).now
    >>> now.session.desk.face(0), now.facts.by, before.session.desk.face(0), before.facts.by
    ('3m', 'ron', '2m', None)
    """

    session: Session = field(default_factory=Session)  # the hand as it came in
    facts: WinFacts = field(default_factory=WinFacts)  # how it was won, as known then
    place: Place | None = None  # which hand of a game it is
    steps: tuple[Step, ...] = ()  # corrections and facts since, in order
    at: int = 0  # how many of the steps apply; the browser's Back makes it one less, Forward one more
    now: HandState = field(init=False, compare=False, repr=False)  # the hand after the steps that apply
    known: InitVar[HandState | None] = None  # that state, where it is known already

    def __post_init__(self, known: HandState | None) -> None:
        """Work out the state that is not known yet."""
        object.__setattr__(self, "now", self._replayed() if known is None else known)

    def _replayed(self) -> HandState:
        state = HandState(self.session, self.facts, self.place)
        for step in self.steps[: self.at]:
            state = state.after(step)
        return state

    def then(self, step: Step) -> Self:
        """The journal with one more step, which replaces those that were taken back."""
        return replace(self, steps=(*self.steps[: self.at], step), at=self.at + 1, known=self.now.after(step))

    def to(self, at: int) -> Self:
        """The journal at another moment, or at the nearest one."""
        return replace(self, at=min(max(at, 0), len(self.steps)))

    def seated(self, place: Place) -> Self:
        """The journal with this place wherever none is known."""
        steps = [
            replace(step, place=step.place or place) if isinstance(step, DeclareFacts) else step
            for step in self.steps
        ]
        return replace(self, place=self.place or place, steps=tuple(steps))


def step_to_json(step: Step) -> Json:
    """A step as a JSON object.

    >>> from yakulens.vision.desk.edits import SetFace
    >>> step_to_json(SetFace(3, "5p"))
    {'do': 'SetFace', 'uid': 3, 'face': '5p'}
    """
    if isinstance(step, DeclareFacts):
        facts = {key.name: getattr(step.facts, key.name) for key in fields(step.facts)}
        return {"do": _DECLARE, "facts": facts, "place": step.place}
    value = {"do": type(step).__name__} | asdict(step)
    return value | {"desk": desk_to_json(step.desk)} if isinstance(step, LayOut) else value


def step_from_json(value: Mapping[str, Any]) -> Step:
    """The step that ``step_to_json`` was given.

    Raises:
        ValueError: the step is unknown.
    """
    if value["do"] == _DECLARE:
        return DeclareFacts(situation_from_json(value["facts"]), Place.of_json(value["place"]))
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
    known: list[Step] = []
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
