"""A game goes alike at the server's table and in the browser: the same taps give the same games and scores.

Every tap is one that the browser's view offers, chosen at random; the server's side carries it out by what
its page calls, and keeps the game in its store. Eight evenings in `make test`, a thousand in `make test-all`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.properties.random_taps import HANDS, NAMES, RULES, table_tap
from yakulens.app import game as games
from yakulens.app.game.correction import correct
from yakulens.app.game.ending import Ending
from yakulens.app.game.penalties import bounds, offered, penalise, substitute, take_back
from yakulens.app.game.seated import Seated
from yakulens.app.hand.link import to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.pocket.phone import Phone
from yakulens.app.pocket.table import PhoneTable
from yakulens.app.store import Store
from yakulens.app.words.i18n import LANGUAGES
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import SEATS, SUBSTITUTED
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.app.game import Game, TableState

STEPS: Final = 90
READS: Final = 0.08
"""How often a photo's hand comes to the table."""
RELOADS: Final = 0.05
"""How often the tab is killed and opened again."""


@dataclass
class ServersTable:
    """The game as the server keeps it, with what its page says of the current hand."""

    store: Store
    number: int
    ending: Ending = field(default_factory=Ending)
    mending: tuple[int, bool, Ending] | None = None
    swapped: str | None = None
    points: int = 0

    def whole(self) -> Seated:
        kept = self.store.games.load(self.number)
        assert kept is not None
        return Seated.at(kept.number, kept.version, kept.game, kept.next_game)

    def table(self) -> Seated:
        whole = self.whole()
        return whole if self.mending is None or self.mending[1] else whole.before(self.mending[0])

    def save(self, changed: Game, ending: Ending | None = None) -> None:
        whole = self.whole()
        assert self.store.games.save(whole.number, whole.version, changed) == "saved"
        self.swapped, self.points = None, 0
        if ending is None and self.mending is not None:  # a penalty, the clock: the correction goes on
            return
        ending = self.ending if ending is None else ending
        place = self.whole().place
        self.ending = ending if ending.at(place).is_of(place) else ending.carried(place)
        self.mending = None

    def tap(self, tap: dict[str, Any], now: int) -> None:  # noqa: C901, PLR0912, PLR0915 - a case for each tap
        """Carry out what the server's page calls for the same tap."""
        seat, value, number = tap.get("seat", ""), tap.get("value", ""), tap.get("number", 0)
        whole, table = self.whole(), self.table()
        ending = self.ending.at(table.place)
        said = _said(ending, tap["do"], seat, value, number)
        if said is not None:
            self.ending = said
            return
        match tap["do"]:
            case "enter":
                over = self.ending.before_signal
                left = games.hands_left(whole.game, whole.played, now, over=over)
                end = self.ending.to_json() | ({} if left is None else {"hands_left": left})
                self.save(games.add(whole.game, end), Ending())
            case "undo":
                draft = Ending.of_end(whole.game.ends[-1], whole.before(len(whole.played) - 1).place)
                self.save(games.undo(whole.game), draft)
            case "mend" | "remove" as how:
                waiting = self.ending if self.mending is None else self.mending[2]
                self.mending = (number, how == "remove", waiting)
                entered = Ending.of_end(whole.game.ends[number], whole.before(number).place)
                self.ending = waiting if how == "remove" else entered
            case "mend_save":
                assert self.mending is not None
                at, removing, waiting = self.mending
                found = correct(whole.game, at, None if removing else self.ending.to_json())
                self.save(found.game, waiting)
            case "mend_leave":
                assert self.mending is not None
                self.ending, self.mending = self.mending[2], None
            case "stop":
                self.save(games.stop(whole.game), Ending())
            case "one_more":
                begun = games.begin(whole.game.rules, whole.game.players, east_only=whole.game.east_only)
                self.number = self.store.games.go_on(whole.number, begun) or 0
                self.ending = Ending()
            case "clock":
                self.save(replace(whole.game, until=now + 60 * number))
            case "clock_more":
                self.save(replace(whole.game, until=(whole.game.until or 0) + 300))
            case "clock_end":
                self.save(replace(whole.game, until=None))
            case "points":
                self.points = number
            case "offence":
                self.points = 0
            case "penalise":
                self._penalise(whole, value, number)
            case "take_back":
                self.save(take_back(whole.game, number))
            case "not_replaced":
                self.save(substitute(whole.game, number, None))
            case "swap":
                self._swap(whole, seat)

    def _penalise(self, whole: Seated, offence: str, player: int) -> None:
        if offence in SUBSTITUTED:
            self.save(substitute(whole.game, player, SUBSTITUTED[SUBSTITUTED.index(offence)]))
            return
        book = {each.id: each for each in offered(load_rules(whole.game.rules))}
        points = max(bounds(book.get(offence))[0], self.points)
        name = offence if offence in book else ""
        self.save(penalise(whole.game, games.Penalised(player, -points, name)))

    def _swap(self, whole: Seated, seat: str) -> None:
        first = self.swapped
        self.swapped = None if first else seat
        if first is None or first == seat:
            return
        sitting = list(whole.stand.sitting())
        here, there = whole.stand.place(first), whole.stand.place(seat)
        sitting[here], sitting[there] = sitting[there], sitting[here]
        self.save(games.reseat(whole.game, tuple(sitting)))


def _said(ending: Ending, do: str, seat: str, value: str, number: int) -> Ending | None:  # noqa: C901, PLR0911 - a case for each tap
    """What the server's form makes of a tap about how the hand ended."""
    before = ending.worth.get(seat) or {}
    chips = {"chips": before["chips"]} if "chips" in before else {}
    match do:
        case "event":
            return ending.ended(value)
        case "toggle":
            return ending.toggled(value, seat)
        case "winner":
            return ending.won_by(seat)
        case "discarder" | "offender":
            return replace(ending, discarder=seat) if do == "discarder" else replace(ending, offender=seat)
        case "reason":
            return replace(ending, reason=value)
        case "tournament":
            return replace(ending, tournament=not ending.tournament)
        case "before_signal":
            return replace(ending, before_signal=not ending.before_signal)
        case "han":
            return ending.worth_of(seat, {"han": number, "fu": before.get("fu", 30)} | chips)
        case "yakuman":
            return ending.worth_of(seat, {"yakuman": number} | chips)
        case "fu" | "chips":
            return ending.worth_of(seat, {**before, do: number})
        case "by_han" | "nobody":
            return ending.worth_of(seat, None) if do == "by_han" else ending.nobody()
        case "liable" | "fed":
            who, _, yaku = value.partition(":")
            worth = {"yakuman": before["yakuman"]} | chips
            fed = {"yaku": [yaku], "liable": {"seat": who, "yaku": yaku}} if who in SEATS else {}
            return ending.worth_of(seat, worth | fed)
    return None


def read_hand(phone: Phone, server: ServersTable, random: Random) -> None:
    """A hand is read from a photo and brought to the table, on both sides."""
    facts = WinFacts("ron", random.choice(SEATS[:3]), riichi=random.choice(("none", "riichi")))
    phone.follow(to_link(typed.hand(random.choice(HANDS)), facts))
    hand = phone.session.scored.hand
    phone.hear({"events": [{"n": phone.heard + 1, "do": "go", "where": "table"}]})
    if hand is not None:
        server.ending = server.ending.with_scored(hand, server.table().place)


def score_texts(stand: TableState) -> list[str]:
    return [f"{score:,}".replace("-", "\N{MINUS SIGN}") for score in stand.scores]


def play(seed: int, folder: Path) -> int:
    """Play an evening; returns how many hands were booked."""
    random, store = Random(seed), Store(folder / "yakulens.db")  # noqa: S311 - no secret
    rules = random.choice(RULES)
    players, short = NAMES[: load_rules(rules).players], random.random() < 0.5
    phone, language, now, booked = Phone(), random.choice([*LANGUAGES]), 1_000, 0
    phone.language = language
    begin = {"do": "begin", "value": rules, "players": players, "number": int(short)}
    table = PhoneTable(phone)
    told = json.loads(table.tap(begin | {"players": list(players)}, now))
    server = ServersTable(store, store.games.begin(games.begin(rules, players, east_only=short)))
    for _ in range(STEPS):
        now += random.randrange(240)
        if random.random() < RELOADS:
            phone = Phone(language)
            table = PhoneTable(phone)
            table.open(told["kept"])
            server.swapped, server.points = None, 0
        if random.random() < READS and not phone.table.is_finished():
            read_hand(phone, server, random)
        told = json.loads(table.shown(now))
        tap = table_tap(random, told["view"])
        booked += tap["do"] == "enter"
        told = json.loads(table.tap(tap, now))
        server.tap(tap, now)
        assert phone.table.game == server.whole().game, (seed, tap)
        assert phone.table.table().stand == server.table().stand  # type: ignore[union-attr]
        stands = [part for part in told["view"]["parts"] if part["part"] == "stand"]
        for part in stands:
            assert [seat["sum"]["text"] for seat in part["seats"]] == score_texts(server.whole().stand)
    return booked


@pytest.mark.parametrize(
    "seeds",
    [range(8), *(pytest.param(range(a, a + 31), marks=pytest.mark.long) for a in range(8, 1000, 31))],
    ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}",
)
def test_random_evenings_give_the_servers_games(seeds: range, tmp_path: Path) -> None:
    booked = 0
    for seed in seeds:
        folder = tmp_path / str(seed)
        folder.mkdir()
        booked += play(seed, folder)
    assert booked > 2 * len(seeds)
