"""A game at one device's table as parts to draw from top to bottom. Pure; `session` is its state."""

from dataclasses import dataclass
from typing import Final

from yakulens.app import Json, game
from yakulens.app.game.seated import Seated
from yakulens.app.game.session import GameSession, Mending, end_of, left
from yakulens.app.hand import shown
from yakulens.app.table.draw import camera
from yakulens.app.table.form import EndingForm, changes
from yakulens.app.table.mending import about, change
from yakulens.app.table.pieces import Speaker, buttons, fold, heading, note
from yakulens.app.table.played import hands, stand_of
from yakulens.app.table.sheets import (
    clock,
    hand_on,
    needs,
    offer_clock,
    over,
    penalties,
    seats,
    standing,
)
from yakulens.app.words import phrases, rule_phrases, seating
from yakulens.scorer.rules.load import load_rules

_WINDS: Final = ("east", "south", "west", "north")


def view(  # noqa: PLR0913 - what lies beside the game
    session: GameSession,
    language: str,
    now: float = 0.0,
    hand: Json | None = None,
    rules: str = "",
    *,
    on_desk: bool = False,
) -> Json:
    """What a page shows of a game: a title, the parts, and the button that ends a form, if any.

    Where ``shows`` differs from the view before, the page begins at its top.

    ``now`` is in seconds since 1970; ``hand`` is the contract's Hand on the desk, if it is a winner's of the
    current hand; ``rules`` is the rule set that a new game begins with, by default the first one; ``on_desk``
    says whether the photo on the desk shows open hands, which may be a draw's.

    >>> from yakulens.app.game.acts import hear
    >>> session = hear(GameSession(), {"do": "begin", "value": "ema-2025", "players": ["A", "B", "C", "D"]})
    >>> told = view(session, "en")
    >>> [part["part"] for part in told["parts"]][:3], told["close"]["off"]
    (['stand', 'heading', 'choices'], True)
    """
    speaker = Speaker(language, session.version)
    told = [note(speaker.say(session.told[0], **dict(session.told[1])), asks=True)] if session.told else []
    table = session.table()
    if table is None:
        return {"title": speaker.say("table.new"), "parts": [*told, *_beginning(speaker, rules)]}
    shown_game = _View(session, speaker, table, now, hand, on_desk)
    head = {"title": speaker.turn(table.stand), "shows": _shows(session), "until": table.game.until}
    return head | shown_game.told(told)


def _shows(session: GameSession) -> str:
    """What of the game the view is about, as a text that changes when the view is to be seen from its top.

    The deal alone says too little: a dealer who wins plays the same one again.
    """
    entered = 0 if session.game is None else len(session.game.ends)
    mending = session.mending and (session.mending.at, session.mending.removing)
    return f"{session.number} {entered} {mending} {session.is_finished()}"


def _beginning(speaker: Speaker, rules: str) -> list[Json]:
    """The form for a new game: its rules, who sits where, and how long it is."""
    language = speaker.language
    rule_sets = rule_phrases.in_order(language)
    players = {name: load_rules(name).players for name in rule_sets}
    return [
        {
            "part": "names",
            "title": speaker.say("table.new"),
            "rules": {
                "label": speaker.say("situation.rules"),
                "value": rules if rules in rule_sets else rule_sets[0],
                "options": [
                    {"value": name, "label": rule_phrases.title(language, name)} for name in rule_sets
                ],
            },
            "count": players,
            "winds": [seating.wind_shown(language, seat) for seat in _WINDS],
            "length": {
                "label": speaker.say("table.length"),
                "options": [speaker.say("table.full"), speaker.say("table.east_only")],
            },
            "go": speaker.say("table.start"),
            "tap": speaker.tap("begin"),
        }
    ]


@dataclass(frozen=True, slots=True)
class _View:
    """What a game's view is made of."""

    session: GameSession
    speaker: Speaker
    table: Seated  # the game at the hand that the form is about
    now: float
    hand: Json | None
    on_desk: bool

    def told(self, above: list[Json]) -> Json:
        """The parts, and the button that ends the form."""
        if self.session.mending is not None:
            parts, close = self._mending(self.session.mending)
        elif self.session.is_finished():
            parts, close = over(self.speaker, self.table), None
        else:
            parts, close = self._current()
        return shown.given(parts=[*above, *parts, *self._beside()], close=close)

    def _form(self) -> EndingForm:
        ending = self.session.ending.at(self.table.place)
        return EndingForm(self.speaker, self.table, ending, self.hand, self.session.draw_photo())

    def _asked(self, form: EndingForm) -> list[Json]:
        """All questions about a hand's end, in their order; of a draw, first the way to a photo."""
        photo = []
        if form.ending.event == "exhaustive_draw" and form.photo is None:
            photo = [camera(self.speaker, on_desk=self.on_desk)]
        return [*form.beginning(), *photo, *form.details()]

    def _current(self) -> tuple[list[Json], Json]:
        """The stand, and the form for the current hand."""
        form = self._form()
        end = end_of(self.session, self.table, self.now)
        paid, lacks = form.outcome(end)
        stops = []
        if game.may_stop(self.table.played) and self.session.ending.is_untouched():
            stops = [buttons(self.speaker.button("table.stop", "stop"))]
        signal = clock(self.speaker, self.session, self.table, self.now)
        parts = [
            stand_of(self.speaker, self.table),
            *signal,
            heading(self.speaker.say("table.ended")),
            *stops,
            *self._asked(form),
            *paid,
        ]
        close = self.speaker.button("table.enter", "enter") | {"off": bool(lacks)}
        return parts, close | {"gloss": lacks or changes(self.speaker, self.table, end)}

    def _mending(self, mending: Mending) -> tuple[list[Json], Json]:
        """The form for an earlier hand, filled in as it was entered, and all that a correction changes."""
        whole = self.session.whole or self.table
        parts, lacks = [heading(about(self.speaker, whole, mending))], ""
        if not mending.removing:
            form = self._form()
            paid, lacks = form.outcome(end_of(self.session, self.table, self.now))
            parts += [*self._asked(form), *paid]
        found = change(self.speaker, self.session, self.now, lacks)
        parts += [*found.parts, buttons(self.speaker.button("table.mend_leave", "mend_leave"))]
        step = "table.mend_remove" if mending.removing else "table.mend_save"
        close = self.speaker.button(step, "mend_save")
        return parts, close | {"off": not found.is_ready, "gloss": found.gloss, "destroys": mending.removing}

    def _beside(self) -> list[Json]:
        """What stands below the form: needs, hands so far, penalties, clock, seats."""
        whole = self.session.whole
        if whole is None:
            return []
        running = [] if self.session.is_finished() or self.session.mending else [whole]
        hands_left = left(self.session, whole, self.now)
        return [
            *(part for table in running for part in needs(self.speaker, self.session, table, hands_left)),
            *(
                fold("standing", self.speaker.say("table.standing"), *standing(self.speaker, each))
                for each in running
            ),
            *hands(self.speaker, self.session),
            *(offer_clock(self.speaker, table) for table in running),
            *(seats(self.speaker, self.session, table) for table in running),
            penalties(self.speaker, self.session, whole),
            hand_on(self.speaker, whole),
            buttons(self.speaker.button("table.leave", "leave")),
        ]


def summary(session: GameSession, language: str) -> str:
    """A game in a line for the list of games: who leads with how much, and where it stands."""
    table = session.whole
    if table is None:
        return ""
    speaker = Speaker(language, session.version)
    pairs = sorted(zip(table.stand.scores, table.game.players, strict=True), key=lambda pair: -pair[0])
    scores = " · ".join(f"{name} {phrases.total(score)}" for score, name in pairs)
    where = speaker.say("table.over") if session.is_finished() else speaker.turn(table.stand)
    return f"{where} · {scores}"
