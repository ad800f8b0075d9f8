"""One hand with every step since it came in, so that any moment of it can be worked out again. Pure.

A journal is how the hand began (as read or typed, with the facts known then) and every step since: a
correction, or what was said of how it was won. The hand as it stands is the result of those steps; nothing
else is kept of it.
"""

from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from yakulens.app.game.place import Place
from yakulens.app.situation import Declared
from yakulens.vision.desk.edits import Edit
from yakulens.vision.desk.session import Session, apply


@dataclass(frozen=True, slots=True)
class Say:
    """Say how the hand was won, and which hand of a game it is; None while it may be any."""

    facts: Declared
    place: Place | None = None


class Stand(NamedTuple):
    """A hand as it stands: its desk, how it was won, and the hand of a game that it is."""

    session: Session
    facts: Declared
    place: Place | None


@dataclass(frozen=True, slots=True)
class Journal:
    """A hand with every step since it came in."""

    session: Session = field(default_factory=Session)  # the hand as it came in
    facts: Declared = field(default_factory=Declared)  # what was known then of how it was won
    place: Place | None = None  # the hand of a game that it is
    steps: tuple[Edit | Say, ...] = ()  # corrections and facts since, in order
    at: int = 0  # how many of the steps hold; the browser's Back makes it one less, Forward one more

    def then(self, step: Edit | Say) -> Self:
        """The journal with one more step, which takes the place of those that were taken back."""
        return replace(self, steps=(*self.steps[: self.at], step), at=self.at + 1)

    def to(self, at: int) -> Self:
        """The journal at another moment, as near to it as there is one."""
        return replace(self, at=min(max(at, 0), len(self.steps)))

    def seated(self, place: Place) -> Self:
        """The journal with this hand of a game as its place wherever none is known."""
        steps = [
            replace(step, place=step.place or place) if isinstance(step, Say) else step for step in self.steps
        ]
        return replace(self, place=self.place or place, steps=tuple(steps))

    def stand(self) -> Stand:
        """The hand as it stands after the steps that hold.

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
