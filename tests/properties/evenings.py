"""Evenings at the table on two phones, played at random; every booked point is compared with the scorer's.

`python -m tests.properties.evenings 1000` plays so many, the seeds from 0 on, and prints how many hands were
booked; a second number is the first seed. The phones keep what a page keeps and change it by the page's own
reducers and store; what was meant is noted by person, and paid by the scorer alone: from persons to winds,
hand after hand, without any bookkeeping of the page.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final
from unittest import mock

from tests.properties.reckoned import Table, again, nothing
from yakulens.app import game as games
from yakulens.app.game import Penalised
from yakulens.app.game.acts import hear
from yakulens.app.game.ending import Ending
from yakulens.app.game.penalties import bounds, offered, penalise, spared, substitute, take_back
from yakulens.app.game.seated import Seated
from yakulens.app.game.session import GameSession, Mending, end_of
from yakulens.app.hand.assessment import Assessment
from yakulens.app.hand.place import Place, carried
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.store import Store
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import OWN_RULES_VARIABLE, rule_sets
from yakulens.scorer.rules.penalties import OF_WHO_WAS_REPLACED
from yakulens.scorer.vocabulary import SUBSTITUTED
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulens.app import Json
    from yakulens.app.game import Game
    from yakulens.vision.desk import Desk

NAMES: Final = ("Ann", "Bo", "Cy", "Di")
CLUB: Final = Path(__file__).with_name("club.toml")
"""Rules of a club that pays in chips, which none of ours does."""
HANDS: Final = (
    "234567m44p678s67p +8p",
    "23m55p +4m [555z] [666z] [777z]",
    "345678m44p67s +5s [234p]",
    "2233445566778p +8p",
)
STEPS: Final = 120
AT_ONCE: Final = 0.7
"""How often a scored hand goes to the table at once."""
CARRIED: Final = 0.7
"""How often what was said of a hand is carried over, not forgotten."""
BETWEEN: Final = 0.3
"""How often the other phone is tapped between a drawing and Enter."""
REMOVED: Final = 0.2
"""How many of the earlier hands that are opened are removed."""
TIMED: Final = 0.5
"""How often a clock that is tapped is set or left."""
SHORT: Final = 0.4
"""How many games have an east round alone."""


@dataclass
class Draft:
    """A hand on a phone's desk, how it was won, of which hand of the game, and who was meant."""

    tiles: str
    desk: Desk
    facts: WinFacts
    place: Place
    won: str
    off: str | None


class Phone:
    """One phone: the game as it was last drawn there, and what was said on it."""

    def __init__(self, table: Table, random: Random) -> None:
        """Sit down at the table."""
        self.table, self.random = table, random
        self.session, self.meant = GameSession(last=table.number), nothing()
        self.meant_of_waiting = nothing()
        self.draft: Draft | None = None
        self.other: Phone | None = None
        self.draw()

    @property
    def shown(self) -> Seated:
        """The game as it was last drawn here."""
        assert self.session.whole is not None
        return self.session.whole

    @property
    def mending(self) -> Mending | None:
        """The earlier hand that is corrected or removed."""
        return self.session.mending

    @property
    def said(self) -> Ending:
        """What was said of the hand that the form is about."""
        return self.session.ending

    @said.setter
    def said(self, ending: Ending) -> None:
        self.session = replace(self.session, ending=ending)

    def draw(self) -> None:
        """The page is drawn anew, as after every tap."""
        found = self.table.store.games.load(self.table.number)
        assert found is not None
        before = self.session
        self.session = before.followed(Seated.at(found.number, found.version, found.game, found.next_game))
        self.now = self.table.now
        if before.mending is not None and self.mending is None:
            self.meant = self.meant_of_waiting
        self.table.told["corrections kept"] += None is not self.mending != before.mending
        if not self.removing():
            self.said = self.said.at(self.form().place)

    def reload(self) -> None:
        """The browser loads the page anew: what was said is read from the disk."""
        said = json.loads(json.dumps(self.session.said()))
        self.session = GameSession.of_said(said, self.table.number)
        self.table.told["reloaded"] += 1

    def removing(self) -> bool:
        """Whether an earlier hand is about to be removed: nothing is said of any hand then."""
        return self.mending is not None and self.mending.removing

    def form(self) -> Seated:
        """The game at the hand that the form is about."""
        table = self.session.table()
        assert table is not None
        return table

    def over(self) -> bool:
        """Whether the result is shown instead of the form."""
        return self.mending is None and self.session.is_finished()

    def act(self, do: str, **about: int) -> bool:
        """Tap at the table; where another phone has changed the game meanwhile, nothing is done."""
        before = self.session
        after = hear(before, {"do": do, "version": before.version, **about}, self.now)
        if after.game != before.game:
            assert after.game is not None
            if not self._keep(after.game):
                return False
        self.session = after
        return after != before

    def leave(self) -> None:
        """Leave an earlier hand as it was."""
        assert self.act("mend_leave")
        self.meant = self.meant_of_waiting

    def tap(self) -> None:
        """Tap something at random, on the page as it is shown; then it is drawn anew."""
        self.table.now += 1
        taps: dict[Callable[[], None], int] = {self.mend: 2, self.swap: 1, self.referee: 1, self.reload: 1}
        if self.over():
            taps = {self.one_more: 2, self.play_on: 1, self.undo: 1, self.mend: 1, self.referee: 1}
        elif self.removing():
            taps = {self.remove: 1, self.leave: 1}
        elif not self.said.is_of(self.form().place):
            taps = {self.gone_on: 1}
        else:
            taps |= {self.say: 4, self.end: 5, self.score: 5, self.enter: 14}
            taps |= {self.undo: 1, self.clock: 1, self.stop: 5} if self.mending is None else {self.leave: 1}
        self.random.choices(list(taps), list(taps.values()))[0]()
        self.draw()
        self.look_at_draft()

    def gone_on(self) -> None:
        """The game has gone on from what was said: carry it over by name, or forget it."""
        if self.random.random() < CARRIED:
            self.table.told["carried over"] += 1
            self.said = self.said.carried(self.form().place)
        else:
            self.said, self.meant = Ending(), nothing()

    def wind(self, name: str) -> str:
        """Where somebody sits on the form as it is shown."""
        return next(seat for seat, player in self.form().names().items() if player == name)

    def say(self) -> None:
        """One tap on one name, in a row that the form shows."""
        if self.meant["event"] is None:
            return
        drawn = self.meant["event"] == "exhaustive_draw"
        rows = ("riichi", "tenpai", "nagashi", "dead_hands", "photo") if drawn else ("riichi",)
        row, name = self.random.choice(rows), self.random.choice(self.table.players)
        if row == "photo":  # an open hand on a photo of the draw
            tenpai = self.random.choice((True, False))
            self.said = self.said.shows(self.wind(name), tenpai=tenpai)
            self._waits(name, tenpai=tenpai)
        else:
            self.said = self.said.toggled(row, self.wind(name))
            self._toggle(row, name)

    def _toggle(self, row: str, name: str) -> None:
        """Note one tap: riichi is tenpai as long as it stands, and a dead hand shows none."""
        held = self.meant[row]
        now = name not in held
        self.meant[row] = [*held, name] if now else [each for each in held if each != name]
        if row == "tenpai":
            self._waits(name, tenpai=now)
        elif row == "dead_hands" and now:
            self._waits(name, tenpai=False)
        elif row == "riichi" and now and name not in (*self.meant["tenpai"], *self.meant["dead_hands"]):
            self._waits(name, tenpai=True)
            self.meant["by_riichi"] = [*self.meant["by_riichi"], name]
        elif row == "riichi" and not now and name in self.meant["by_riichi"]:
            self._waits(name, tenpai=False)

    def _waits(self, name: str, *, tenpai: bool) -> None:
        for row in ("tenpai", "by_riichi", *["dead_hands"] * tenpai):
            self.meant[row] = [each for each in self.meant[row] if each != name]
        if tenpai:
            self.meant["tenpai"] = [*self.meant["tenpai"], name]

    def _laid(self, name: str, *, stick: bool) -> None:
        """Note what a hand says of its winner's riichi."""
        if stick != (name in self.meant["riichi"]):
            self._toggle("riichi", name)

    def end(self) -> None:
        """Say how the hand ended, each tap on the page as it is shown."""
        reasons = load_rules(self.table.rules).abortive_draws
        events = ("ron", "ron", "tsumo", "exhaustive_draw", "chombo", *["abortive_draw"] * bool(reasons))
        event = self.random.choice(events)
        self.said, self.meant["event"] = self.said.ended(event), event
        if event == "tsumo":
            self.meant["winners"] = self.meant["winners"][:1]
        people = self.random.sample(self.table.players, len(self.table.players))
        if event == "exhaustive_draw":
            for _ in people:
                self.say()
        if event == "abortive_draw":
            self._aborted(self.random.choice(reasons))
        if event == "chombo":
            tournament = self.random.choice((True, False))
            self.said = replace(self.said, offender=self.wind(people[0]), tournament=tournament)
            self.meant |= {"offender": people[0], "tournament": tournament}
        if event in {"ron", "tsumo"}:
            self._won(event, people)

    def _aborted(self, reason: str) -> None:
        self.said = replace(self.said, reason=reason)
        self.meant["reason"] = reason
        if reason == "four_riichi":
            for name in self.table.players:
                if name not in self.meant["riichi"]:
                    self.said = self.said.toggled("riichi", self.wind(name))
                    self._toggle("riichi", name)

    def _won(self, event: str, people: list[str]) -> None:
        name, off = people[0], people[-1]
        self.said = self.said.won_by(self.wind(name))
        if event == "tsumo":
            self.meant["winners"] = [name]
        elif name in self.meant["winners"]:
            self.meant["winners"] = [each for each in self.meant["winners"] if each != name]
        else:
            self.meant["winners"] = [*self.meant["winners"], name]
        if self.meant["discarder"] in self.meant["winners"]:
            self.meant["discarder"] = None
        for each in self.meant["winners"]:
            if each not in self.meant["worth"] or self.random.random() < AT_ONCE:
                self._is_worth(each)
        if event == "ron" and off not in self.meant["winners"]:
            self.said = replace(self.said, discarder=self.wind(off))
            self.meant["discarder"] = off

    def _is_worth(self, name: str) -> None:
        """Take the hand of the score page for a winner's, or say what it is worth in taps."""
        whole = self._whole()
        if whole is not None and self.random.choice((True, False)):
            self.said = self.said.with_hand_of(self.wind(name), whole)
            self._take(name, whole)
            return
        rules = load_rules(self.table.rules)
        ways: list[Json] = [{"han": 3, "fu": 40}, {"han": 2, "fu": 30}, {"han": 5, "fu": 30}, {"yakuman": 1}]
        worth = dict(self.random.choice(ways))
        if rules.chips.played:
            worth["chips"] = self.random.randrange(4)
        meant = dict(worth)
        if "yakuman" in worth and rules.liability and self.random.choice((True, False)):
            fed, yaku = (
                self.random.choice([each for each in self.table.players if each != name]),
                rules.liability[0],
            )
            worth |= {"yaku": [yaku], "liable": {"seat": self.wind(fed), "yaku": yaku}}
            meant |= {"yaku": [yaku], "liable": {"seat": fed, "yaku": yaku}}
            self.table.told["liable"] += 1
        self.said = self.said.worth_of(self.wind(name), worth)
        self.meant["worth"][name] = meant

    def _whole(self) -> Json | None:
        """The hand of the score page, where it can be taken to the hand that the form is about."""
        if self.draft is None or not self.draft.place.is_same_hand(self.form().place):
            return None
        scored = self._scored()
        won = scored.score is not None and scored.score["outcome"] == "win"
        return scored.hand if won else None

    def _take(self, name: str, hand: Json) -> None:
        assert self.draft is not None
        self.meant["worth"][name] = {
            "tiles": self.draft.tiles,
            "riichi": hand["riichi"],
            "bonus_hand": hand.get("bonus_hand", 0),
        }
        if hand["riichi"] != "none":
            self._laid(name, stick=True)

    def score(self) -> None:
        """Score a hand on the desk, or say on of the one there; take it to the table where it is of it."""
        here = self.form().place
        if self.draft is None or self.random.choice((True, False)):
            tiles = self.random.choice(HANDS)
            name, off = self.random.sample(self.table.players, 2)
            by = self.random.choice(("ron", "tsumo"))
            winds = {player: seat for seat, player in here.names().items()}
            facts = WinFacts(
                by, winds[name], riichi=self.random.choice(("none", "riichi")), rules=self.table.rules
            )
            if by == "ron":
                facts = replace(facts, discarder=winds[off])
            self.draft = Draft(tiles, typed.hand(tiles), facts, here, name, off if by == "ron" else None)
        elif not self.draft.place.is_same_hand(here):
            if self.draft.place.game != here.game or self._is_entered():
                return
            self.draft.facts = carried(self.draft.facts, self.draft.place.winds_in(here))
            self.draft.place = here
        if self.random.random() < AT_ONCE:
            self.bring(here)

    def _scored(self) -> Scored:
        """The hand on the desk as the page scores it."""
        assert self.draft is not None
        here = self.form() if self.draft.place.is_same_hand(self.form().place) else None
        facts = self.draft.facts if here is None else here.facts().applied_to(self.draft.facts)
        assessed = Assessment(self.draft.desk, facts)
        self.draft.facts = assessed.situation
        return assessed.scored

    def _is_entered(self) -> bool:
        """Whether the hand on the desk is one of the wins that were entered at its place."""
        assert self.draft is not None
        return self.shown.facts(self.shown.entered_at(self.draft.place)).has_entered(self._scored().hand)

    def bring(self, here: Place) -> None:
        """Take the desk's hand to the table."""
        draft, hand = self.draft, self._whole()
        if draft is None or hand is None:
            return
        self.said = self.said.with_scored(hand, here)
        by, name = hand["by"], draft.won
        if self.meant["event"] != by:
            self.meant |= {"event": by, "winners": []}
        if by == "tsumo":
            self.meant["winners"] = [name]
        elif name not in self.meant["winners"]:
            self.meant["winners"] = [*self.meant["winners"], name]
        self._laid(name, stick=hand["riichi"] != "none")
        self._take(name, hand)
        off = draft.off or self.meant["discarder"]
        self.meant["discarder"] = None if off == name else off

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
        if self.said.lacking() is not None or self.said.event is None:
            return
        shown = games.settle(form.game, form.stand, end_of(self.session, form, self.now))
        if shown["problems"]:
            return
        if self.mending is not None:
            self._mended()
            return
        # Between the page as it was drawn and the tap, the other phone may enter, correct or take back.
        if self.random.random() < BETWEEN:
            self.between()
        if self.act("enter"):
            self._seen(form, shown)
            self._book()
            self.meant = nothing()

    def _book(self) -> None:
        """Note what was meant, and how many hands follow after the signal, by the scorer's own count."""
        met = self.table.until is not None and self.now >= self.table.until
        left = self.table.reckoned().hands_left if met else None
        if left is None and met and not self.meant["over"]:
            left = load_rules(self.table.rules).hands_after_signal
        self.table.booked.append(self.meant | {"hands_left": left})
        if len(self.table.sat) == len(self.table.booked):
            self.table.sat.append(None)
        told = self.table.told
        told["entered"] += 1
        told[self.meant["event"]] += 1
        told["rons of several"] += len(self.meant["winners"]) > 1 and self.meant["event"] == "ron"
        told["dead hands"] += bool(self.meant["dead_hands"]) and self.meant["event"] == "exhaustive_draw"

    def _save(self, changed: Game) -> bool:
        """Go on with a game that was changed beside the form, if it can be kept."""
        kept = self._keep(changed)
        self.session = self.session.saved(changed) if kept else self.session
        return kept

    def _keep(self, changed: Game) -> bool:
        """Keep the game as it was changed on this page; another phone may have changed it meanwhile."""
        outcome = self.table.store.games.save(self.session.number, self.session.version, changed)
        self.table.told["refused"] += outcome != "saved"
        return outcome == "saved"

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

    def remove(self) -> None:
        """Remove the earlier hand that is asked about."""
        self._mended()

    def _mended(self) -> None:
        mending = self.mending
        assert mending is not None
        if self.act("mend_save"):
            if mending.removing:
                self.table.removed(mending.at)
            else:
                was = self.table.booked[mending.at]
                lasting = {key: was[key] for key in ("hands_left", "stopped") if key in was}
                self.table.booked[mending.at] = self.meant | lasting
            self.table.told["removed" if mending.removing else "corrected"] += 1
            self.meant = self.meant_of_waiting

    def undo(self) -> None:
        """Take the last hand back into the form."""
        if self.act("undo"):
            self.meant = again(self.table.booked.pop())
            self.table.told["taken back"] += 1

    def swap(self) -> None:
        """Two players swap their seats from the hand that is played now on."""
        names = self.random.sample(self.table.players, 2)
        swapped = dict(zip(names, reversed(names), strict=True))
        sitting = list(self.shown.stand.sitting())
        winds = {name: seat for seat, name in self.shown.names().items()}
        one, other = (self.shown.stand.place(winds[name]) for name in names)
        sitting[one], sitting[other] = sitting[other], sitting[one]
        if self._save(games.reseat(self.shown.game, tuple(sitting))):
            now = tuple(swapped.get(name, name) for name in self.table.sitting())
            self.table.sat[len(self.table.booked) :] = [now]
            self.table.told["seats swapped"] += 1

    def mend(self) -> None:
        """Open an earlier hand to be corrected, or to be removed."""
        shown = self.shown
        if not shown.played:
            return
        if self.table.store.games.version(shown.number) != shown.version:
            return  # the page is behind: what was meant by the hand that it shows is noted no more
        at, removing = self.random.randrange(len(shown.played)), self.random.random() < REMOVED
        if self.mending is None:
            self.meant_of_waiting = self.meant
        self.act("remove" if removing else "mend", number=at)
        self.meant = self.meant_of_waiting if removing else again(self.table.booked[at])

    def clock(self) -> None:
        """Set the clock, leave it, or say that the hand was over when its signal came."""
        met = games.meets_signal(self.shown.game, self.shown.played, self.now)
        if met and self.random.choice((True, False)):
            self.said = replace(self.said, before_signal=not self.said.before_signal)
            self.meant["over"] = not self.meant["over"]
            self.table.told["over by the signal"] += self.meant["over"]
            return
        until = self.random.choice((None, self.now + self.random.randrange(20)))
        if self.random.random() < TIMED and self._save(replace(self.shown.game, until=until)):
            self.table.until = until

    def stop(self) -> None:
        """End the game as its dealer, who leads and would deal again."""
        if self.said.is_untouched() and self.act("stop"):
            self.table.booked[-1]["stopped"] = True
            self.table.told["stopped"] += 1

    def play_on(self) -> None:
        """Go on with a game that is over all the same."""
        self.act("play_on")

    def one_more(self) -> None:
        """Go on with the next game; whoever taps first begins it."""
        table, was = self.table, self.shown.game
        begun = games.begin(was.rules, was.players, east_only=was.east_only)
        number = table.store.games.go_on(self.shown.number, begun)
        assert number is not None
        if table.following is None:
            table.following = Table(
                table.store,
                number,
                table.rules,
                table.players,
                table.east_only,
                now=table.now,
                told=table.told,
            )
            table.told["games more"] += 1
        assert number == table.following.number
        self.table = table.following
        self.session, self.meant = GameSession(last=number), nothing()

    def referee(self) -> None:
        """A penalty is given or taken back, a player replaced, or not replaced after all."""
        running, table = self.shown.game, self.table
        player = self.random.randrange(len(table.players))
        name, rules = table.players[player], load_rules(table.rules)
        if running.penalties and self.random.choice((True, False)):
            at = self.random.randrange(len(running.penalties))
            if self._save(take_back(running, at)):
                del table.taken[at]
        elif rules.substitute_points and self.random.choice((True, False)):
            when = self.random.choice((*SUBSTITUTED, None))
            if self._save(substitute(running, player, when)):
                table.replaced = {who: was for who, was in table.replaced.items() if who != name}
                if when is not None:
                    table.replaced[name] = when
                    gone = [
                        each for each in table.taken if each[0] == name and each[2] in OF_WHO_WAS_REPLACED
                    ]
                    table.taken = [each for each in table.taken if each not in gone]
        else:
            offence = self.random.choice((None, *offered(rules)))
            points, called = -bounds(offence)[0], "" if offence is None else offence.id
            if player not in spared(running, called) and self._save(
                penalise(running, Penalised(player, points, called))
            ):
                table.taken.append((name, points, called))
                table.told["penalties"] += 1


def play(seed: int, folder: Path) -> Counter[str]:
    """One evening: two phones, each tap on a page that may be older than the other's last one.

    Raises:
        AssertionError: a point was booked that nobody meant, or one that was shown otherwise.
    """
    random = Random(seed)  # noqa: S311 - an evening, not a secret
    with mock.patch.dict(os.environ, {OWN_RULES_VARIABLE: str(CLUB)}):
        rules = random.choice(rule_sets())
        players, east_only = NAMES[: load_rules(rules).players], random.random() < SHORT
        store = Store(folder / "evening.sqlite3")
        begun = games.begin(rules, players, east_only=east_only)
        table = Table(store, store.games.begin(begun), rules, players, east_only)
        phones = [Phone(table, random), Phone(table, random)]
        phones[0].other, phones[1].other = phones[1], phones[0]
        for _ in range(STEPS):
            phone = random.choice(phones)
            at = phone.table
            phone.tap()
            for each in {id(each): each for each in (at, *(each.table for each in phones))}.values():
                each.look()
    return table.told


def main() -> None:
    """Play as many evenings as the command says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=100, help="number of evenings (default: 100)")
    parser.add_argument("first", type=int, nargs="?", default=0, help="first seed (default: 0)")
    args = parser.parse_args()
    count, first = args.count, args.first
    told: Counter[str] = Counter()
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as folder:
            try:
                told += play(seed, Path(folder))
            except Exception as error:
                error.add_note(f"evening {seed}")
                raise
    what = ", ".join(f"{what} {times}" for what, times in sorted(told.items()))
    print(f"{count} evenings, no point wrong: {what}")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
