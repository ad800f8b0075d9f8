"""Evenings at the table on two phones, played at random; every booked point is compared with the scorer's.

`python -m tests.properties.evenings 1000` plays so many and prints how many hands were booked. The phones
keep what a page keeps and change it by the page's own reducers and store; what was meant is noted by person,
and paid by the scorer alone: from persons to winds, hand after hand, without any bookkeeping of the page.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from yakulens.app import game as games
from yakulens.app.game.correction import correct
from yakulens.app.game.ending import Ending
from yakulens.app.game.place import Place, carried, entered
from yakulens.app.game.seated import Seated, at_table
from yakulens.app.memory import Mending
from yakulens.app.scoring import Scored, rule_sets
from yakulens.app.situation import Declared, effective
from yakulens.app.store import Store
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulens.app.contract import Json
    from yakulens.vision.desk import Desk

NAMES: Final = ("Ann", "Bo", "Cy", "Di")
HANDS: Final = (
    "234567m44p678s67p +8p",
    "23m55p +4m [555z] [666z] [777z]",
    "345678m44p67s +5s [234p]",
    "2233445566778p +8p",
)
STEPS: Final = 80
AT_ONCE: Final = 0.7
"""How often a scored hand goes to the table at once."""
CARRIED: Final = 0.7
"""How often what was said of a hand is carried over, not forgotten."""
BETWEEN: Final = 0.3
"""How often the other phone is tapped between a drawing and Enter."""
REMOVED: Final = 0.2
"""How many of the earlier hands that are opened are removed."""

Meant = dict[str, Any]
"""How a hand ended, by person: what ``Ending`` holds, with names for winds."""


def nothing() -> Meant:
    """Nothing was meant yet."""
    lists: dict[str, list[str]] = {key: [] for key in ("winners", "riichi", "tenpai", "nagashi")}
    return {**lists, "event": None, "discarder": None, "offender": None, "reason": None, "worth": {}}


def again(meant: Meant) -> Meant:
    """What the form holds of a booked hand that is opened in it again: what belongs to such an end."""
    event, kept = meant["event"], nothing()
    parts = ["event", "riichi"]
    parts += ["winners", "worth"] if event in {"ron", "tsumo"} else []
    parts += {
        "ron": ["discarder"],
        "exhaustive_draw": ["tenpai", "nagashi"],
        "abortive_draw": ["reason"],
        "chombo": ["offender"],
    }.get(event, [])
    return kept | deepcopy({part: meant[part] for part in parts})


@dataclass
class Table:
    """What all phones share, and what was meant by each booked hand.

    Attributes:
        sat: how the players sat down before each booked hand and before the next one, where they did; None
            where everybody stayed.
    """

    store: Store
    number: int
    rules: str
    players: tuple[str, ...]
    booked: list[Meant] = field(default_factory=list)
    sat: list[tuple[str, ...] | None] = field(default_factory=lambda: [None])
    told: Counter[str] = field(default_factory=Counter)

    def sitting(self) -> tuple[str, ...]:
        """Who sits at each place of the first deal in the hand that is played now."""
        return next((each for each in reversed(self.sat) if each is not None), self.players)

    def removed(self, at: int) -> None:
        """A hand was removed: who had sat down otherwise before it still did so before the following one."""
        del self.booked[at]
        sat = self.sat.pop(at)
        self.sat[at] = self.sat[at] or sat

    def points(self) -> dict[str, int]:
        """The points of each player after what was meant, paid by the scorer alone."""
        rules = load_rules(self.rules)
        scores = dict.fromkeys(self.players, rules.start_points)
        at = honba = deposits = 0
        count, rounds, places = len(self.players), 0, self.players
        for meant, sat in zip(self.booked, self.sat, strict=False):
            places = sat or places
            wind = {places[(at + k) % count]: SEATS[k] for k in range(count)}
            who = {seat: name for name, seat in wind.items()}
            asked = _asked(meant, wind, SEATS[rounds % len(SEATS)], self.rules) | {
                "rules": self.rules,
                "dealer": "east",
                "honba": honba,
                "deposits": deposits,
                "scores": {wind[name]: scores[name] for name in self.players},
                "round": SEATS[rounds % len(SEATS)],
                "hand_number": at + 1,
            }
            if asked["round"] not in rules.rounds:
                asked["rule_overrides"] = {"rounds": list(SEATS[: SEATS.index(asked["round"]) + 1])}
            paid = settle_json(asked)
            assert not paid["problems"], paid["problems"]
            for seat, change in paid["net"].items():
                scores[who[seat]] += change
            honba, deposits = paid["honba_next"], paid["deposits_left"]
            following = places.index(who[paid["dealer_next"]])
            rounds += following != at and following == 0
            at = following
        return scores


def _asked(meant: Meant, wind: dict[str, str], round_: str, rules: str) -> Json:
    end: Json = {"event": meant["event"], "riichi": [wind[name] for name in meant["riichi"]]}
    if meant["event"] in {"ron", "tsumo"}:
        end["wins"] = [
            {"seat": wind[name], **_worth(meant, name, wind, round_, rules)} for name in meant["winners"]
        ]
    if meant["event"] == "ron":
        end["discarder"] = wind[meant["discarder"]]
    if meant["event"] == "exhaustive_draw":
        end |= {key: [wind[name] for name in meant[key]] for key in ("tenpai", "nagashi")}
    if meant["event"] == "abortive_draw":
        end["reason"] = meant["reason"]
    if meant["event"] == "chombo":
        end |= {"offender": wind[meant["offender"]], "tournament": False}
    return end


def _worth(meant: Meant, name: str, wind: dict[str, str], round_: str, rules: str) -> Json:
    worth = meant["worth"][name]
    if "tiles" not in worth:
        return dict(worth)
    desk = typed.hand(worth["tiles"])
    melds = [{"kind": meld.kind, "tiles": desk.faces(meld.tiles)} for meld in desk.melds]
    assert desk.win is not None
    hand = {"concealed": desk.faces(desk.concealed), "win": desk.face(desk.win), "melds": melds}
    return {
        "hand": hand
        | {
            "by": meant["event"],
            "seat": wind[name],
            "round": round_,
            "rules": rules,
            "riichi": worth["riichi"],
            "bonus_hand": worth.get("bonus_hand", 0),
        }
    }


@dataclass
class Draft:
    """A hand on a phone's desk, how it was won, of which hand of the game, and who was meant."""

    tiles: str
    desk: Desk
    facts: Declared
    place: Place
    won: str
    off: str | None


class Phone:
    """One phone: the game as it was last drawn there, and what was said on it."""

    def __init__(self, table: Table, random: Random) -> None:
        """Sit down at the table."""
        self.table, self.random = table, random
        self.said, self.meant = Ending(), nothing()
        self.mending: int | None = None
        self.waiting = (Ending(), nothing())
        self.draft: Draft | None = None
        self.other: Phone | None = None
        self.draw()

    def draw(self) -> None:
        """The page is drawn anew, as after every tap."""
        found = self.table.store.games.load(self.table.number)
        assert found is not None
        before = getattr(self, "shown", None)
        self.shown = Seated.at(found.number, found.version, found.game)
        if self.mending is not None and before is not None and before.version != self.shown.version:
            self.follow(before)
        self.said = self.said.at(Place.of(self.form()))

    def form(self) -> Seated:
        """The game at the hand that the form is about."""
        return self.shown if self.mending is None else self.shown.before(self.mending)

    def follow(self, before: Seated) -> None:
        """Go on with the correction of an earlier hand in a game that has changed, while that is there."""
        assert self.mending is not None
        opened = Mending(self.mending, before.version, Ending(), before.game.ends[self.mending])
        found = opened.on(before, self.shown, self.said)
        if found is None:
            self.leave()
        else:
            self.mending, self.said = found[0].at, found[1]
            self.table.told["corrections kept"] += 1

    def leave(self) -> None:
        """Leave an earlier hand as it was."""
        (self.said, self.meant), self.mending = self.waiting, None

    def tap(self) -> None:
        """Tap something at random, on the page as it is shown; then it is drawn anew."""
        if not self.said.is_of(Place.of(self.form())):
            self.gone_on()
        else:
            weighed: list[tuple[Callable[[], None], int]] = [
                (self.say, 3),
                (self.end, 5),
                (self.score, 5),
                (self.enter, 12),
                (self.undo, 1),
                (self.mend, 2),
                (self.swap, 1),
            ]
            self.random.choices([each for each, _ in weighed], [weight for _, weight in weighed])[0]()
        self.draw()
        self.look_at_draft()

    def gone_on(self) -> None:
        """The game has gone on from what was said: carry it over by name, or forget it."""
        if self.random.random() < CARRIED:
            self.table.told["carried over"] += 1
            self.said = self.said.carried(Place.of(self.form()))
        else:
            self.said, self.meant = Ending(), nothing()

    def wind(self, name: str) -> str:
        """Where somebody sits on the form as it is shown."""
        return next(seat for seat, player in self.form().names().items() if player == name)

    def say(self) -> None:
        """One tap on one name, in the row of those who declared riichi or waited."""
        self._toggle(self.random.choice(("riichi", "tenpai")), self.random.choice(self.table.players))

    def _toggle(self, key: str, name: str) -> None:
        self.said = self.said.toggled(key, self.wind(name))
        held = self.meant[key]
        self.meant[key] = [each for each in held if each != name] if name in held else [*held, name]
        if key == "riichi" and name in self.meant["riichi"] and name not in self.meant["tenpai"]:
            self.meant["tenpai"] = [*self.meant["tenpai"], name]

    def end(self) -> None:
        """Say how the hand ended, each tap on the page as it is shown."""
        reasons = load_rules(self.table.rules).abortive_draws
        events = ("ron", "ron", "tsumo", "exhaustive_draw", "chombo", *["abortive_draw"] * bool(reasons))
        event = self.random.choice(events)
        if event != self.meant["event"] and event in {"ron", "tsumo"}:
            self.said = replace(self.said, worth={}, winners=[], discarder=None)
            self.meant |= {"worth": {}, "winners": [], "discarder": None}
        self.said, self.meant["event"] = self.said.ended(event), event
        people = self.random.sample(self.table.players, len(self.table.players))
        if event == "abortive_draw":
            self._aborted(self.random.choice(reasons))
        if event == "chombo":
            self.said = replace(self.said, offender=self.wind(people[0]))
            self.meant["offender"] = people[0]
        if event in {"ron", "tsumo"}:
            self._won(event, people)

    def _aborted(self, reason: str) -> None:
        self.said = replace(self.said, reason=reason)
        self.meant["reason"] = reason
        if reason == "four_riichi":
            for name in self.table.players:
                if name not in self.meant["riichi"]:
                    self._toggle("riichi", name)

    def _won(self, event: str, people: list[str]) -> None:
        name, off = people[0], people[-1]
        if event == "tsumo":
            self.meant["winners"] = [name]
        elif name not in self.meant["winners"]:
            self.meant["winners"] = [*self.meant["winners"], name]
        if event == "tsumo" or self.wind(name) not in self.said.winners:
            self.said = self.said.won_by(self.wind(name))
        worth = self.random.choice(({"han": 3, "fu": 40}, {"han": 2, "fu": 30}, {"han": 5}, {"yakuman": 1}))
        self.said = self.said.worth_of(self.wind(name), dict(worth))
        self.meant["worth"][name] = worth
        if event == "ron" and off not in self.meant["winners"]:
            self.said = replace(self.said, discarder=self.wind(off))
            self.meant["discarder"] = off
        if self.meant["discarder"] in self.meant["winners"]:
            self.meant["discarder"] = None

    def score(self) -> None:
        """Score a hand on the desk, or say on of the one there; take it to the table where it is of it."""
        here = Place.of(self.form())
        if self.draft is None or self.random.choice((True, False)):
            tiles = self.random.choice(HANDS)
            name, off = self.random.sample(self.table.players, 2)
            by = self.random.choice(("ron", "tsumo"))
            winds = {player: seat for seat, player in here.names().items()}
            facts = Declared(
                by, winds[name], riichi=self.random.choice(("none", "riichi")), rules=self.table.rules
            )
            if by == "ron":
                facts = replace(facts, discarder=winds[off])
            self.draft = Draft(tiles, typed.hand(tiles), facts, here, name, off if by == "ron" else None)
        elif not self.draft.place.is_(here):
            if self.draft.place.game != here.game or entered(
                self.shown, self.draft.place, self._scored().hand
            ):
                return
            self.draft.facts = carried(self.draft.facts, self.draft.place.moved(here))
            self.draft.place = here
        if self.random.random() < AT_ONCE:
            self.bring(here)

    def _scored(self) -> Scored:
        """The hand on the desk as the page scores it."""
        assert self.draft is not None
        here = self.form() if self.draft.place.is_(Place.of(self.form())) else None
        facts, _ = effective(at_table(self.draft.facts, here), self.draft.desk)
        self.draft.facts = facts
        return Scored.of(self.draft.desk, facts)

    def bring(self, here: Place) -> None:
        """Take the desk's hand to the table."""
        draft = self.draft
        scored = self._scored()
        if draft is None or scored.hand is None or scored.score is None or scored.score["outcome"] != "win":
            return
        self.said = self.said.brought(scored.hand, here)
        by, name = scored.hand["by"], draft.won
        if self.meant["event"] != by:
            self.meant |= {"event": by, "winners": []}
        if by == "tsumo":
            self.meant["winners"] = [name]
        elif name not in self.meant["winners"]:
            self.meant["winners"] = [*self.meant["winners"], name]
        self.meant["worth"][name] = {
            "tiles": draft.tiles,
            "riichi": scored.hand["riichi"],
            "bonus_hand": scored.hand.get("bonus_hand", 0),
        }
        off = draft.off or self.meant["discarder"]
        self.meant["discarder"] = None if off == name else off
        riichi = [each for each in self.meant["riichi"] if each != name]
        self.meant["riichi"] = [*riichi, name] if scored.hand["riichi"] != "none" else riichi

    def look_at_draft(self) -> None:
        """Whatever the game did meanwhile, the desk says of its hand who won it off whom."""
        if self.draft is not None:
            names = self.draft.place.names()
            assert names[self.draft.facts.seat or ""] == self.draft.won
            if self.draft.facts.discarder is not None:
                assert names[self.draft.facts.discarder] == self.draft.off

    def enter(self) -> None:
        """Enter what the form shows, where it can be: the other phone may have been there first."""
        form = self.form()
        if self.said.unsaid() is not None or self.said.event is None:
            return
        end = self.said.to_json()
        shown = games.settle(form.game, form.stand, end)
        if shown["problems"]:
            return
        if self.mending is not None:
            self._mended(end)
            return
        # Between the page as it was drawn and the tap, the other phone may enter, correct or take back.
        if self.random.random() < BETWEEN:
            self.between()
        changed = games.add(form.game, end)
        if self.table.store.games.save(form.number, form.version, changed) == "saved":
            self._seen(form, shown)
            self.table.booked.append(self.meant)
            self.table.sat.append(None)
            self.table.told["entered"] += 1
            self.table.told["abortive draws"] += self.meant["event"] == "abortive_draw"
            self.said, self.meant = Ending(), nothing()
        else:
            self.table.told["refused"] += 1

    def between(self) -> None:
        """What the other phone does between the drawing and the tap."""
        if self.other is not None:
            other, self.other.other = self.other, None
            other.tap()
            other.other = self

    def _seen(self, form: Seated, shown: Json) -> None:
        """What is booked is what was shown, person by person."""
        found = self.table.store.games.load(self.table.number)
        assert found is not None
        booked, _ = games.replay(found.game)
        by_name = {name: shown["net"].get(seat, 0) for seat, name in form.names().items()}
        names = dict(zip(booked[-1].before.seats(), found.game.players, strict=True))
        assert by_name == {name: booked[-1].settled["net"].get(seat, 0) for seat, name in names.items()}

    def _mended(self, end: Json | None) -> None:
        at, self_ = self.mending, self.shown
        assert at is not None
        found = correct(self_.game, at, end)
        if found.stuck is None and found.game != self_.game:
            if self.table.store.games.save(self_.number, self_.version, found.game) == "saved":
                if end is None:
                    self.table.removed(at)
                else:
                    self.table.booked[at] = self.meant
                self.table.told["removed" if end is None else "corrected"] += 1
            self.leave()

    def undo(self) -> None:
        """Take the last hand back into the form."""
        shown = self.shown
        if not shown.played or self.mending is not None:
            return
        last = Place.of(shown.before(len(shown.played) - 1))
        if self.table.store.games.save(shown.number, shown.version, games.undo(shown.game)) == "saved":
            self.said, self.meant = Ending.of_end(shown.game.ends[-1], last), again(self.table.booked.pop())
            self.table.sat.pop()
            self.table.told["taken back"] += 1

    def swap(self) -> None:
        """Two players swap their seats from the hand that is played now on."""
        if self.mending is not None:
            return
        names = self.random.sample(self.table.players, 2)
        swapped = dict(zip(names, reversed(names), strict=True))
        sitting = list(self.shown.stand.sitting())
        one, other = (self.shown.stand.place(self.wind(name)) for name in names)
        sitting[one], sitting[other] = sitting[other], sitting[one]
        changed = games.reseat(self.shown.game, tuple(sitting))
        if self.table.store.games.save(self.shown.number, self.shown.version, changed) == "saved":
            self.table.sat[-1] = tuple(swapped.get(name, name) for name in self.table.sitting())
            self.table.told["seats swapped"] += 1

    def mend(self) -> None:
        """Open an earlier hand to be corrected, or remove it."""
        shown = self.shown
        if not shown.played or self.mending is not None:
            return
        if self.table.store.games.version(shown.number) != shown.version:
            return  # the page is behind: what was meant by the hand that it shows is noted no more
        self.mending = self.random.randrange(len(shown.played))
        self.waiting = (self.said, self.meant)
        if self.random.random() < REMOVED:
            self._mended(None)
            if self.mending is not None:
                self.leave()
            return
        self.said = Ending.of_end(shown.game.ends[self.mending], Place.of(shown.before(self.mending)))
        self.meant = again(self.table.booked[self.mending])


def play(seed: int, folder: Path) -> Counter[str]:
    """One evening: two phones, each tap on a page that may be older than the other's last one.

    Raises:
        AssertionError: a point was booked that nobody meant, or one that was shown otherwise.
    """
    random = Random(seed)  # noqa: S311 - an evening, not a secret
    rules = random.choice(rule_sets())
    players = NAMES[: load_rules(rules).players]
    store = Store(folder / "evening.sqlite3")
    table = Table(store, store.games.begin(games.begin(rules, players)), rules, players)
    phones = [Phone(table, random), Phone(table, random)]
    phones[0].other, phones[1].other = phones[1], phones[0]
    for _ in range(STEPS):
        random.choice(phones).tap()
        found = store.games.load(table.number)
        assert found is not None
        _, stand = games.replay(found.game)
        assert dict(zip(players, stand.scores, strict=True)) == table.points(), (seed, found.game)
    return table.told


def main() -> None:
    """Play as many evenings as the command says."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    told: Counter[str] = Counter()
    for seed in range(count):
        with tempfile.TemporaryDirectory() as folder:
            told += play(seed, Path(folder))
    what = ", ".join(f"{what} {times}" for what, times in sorted(told.items()))
    print(f"{count} evenings, no point wrong: {what}")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
