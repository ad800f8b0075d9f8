"""What an evening is worth by what was meant of persons: reckoned by the scorer alone, from persons to winds,
hand after hand, without any bookkeeping of the page."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from yakulens.app import game as games
from yakulens.app.store import Store
from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from yakulens.app import Json
    from yakulens.scorer.rules.ruleset import RuleSet

Meant = dict[str, Any]
"""How a hand ended, by person: what ``Ending`` holds, with names for winds."""


def nothing() -> Meant:
    """Nothing was meant yet."""
    keys = ("winners", "riichi", "tenpai", "by_riichi", "nagashi", "dead_hands")
    lists: dict[str, list[str]] = {key: [] for key in keys}
    ones = dict.fromkeys(("event", "discarder", "offender", "reason"))
    return {**lists, **ones, "tournament": False, "over": False, "worth": {}}


def again(meant: Meant) -> Meant:
    """What the form holds of a booked hand that is opened in it again: what belongs to such an end."""
    event = meant["event"]
    parts = {
        "ron": ["winners", "worth", "discarder"],
        "tsumo": ["winners", "worth"],
        "exhaustive_draw": ["tenpai", "nagashi", "dead_hands"],
        "abortive_draw": ["reason"],
        "chombo": ["offender", "tournament"],
    }[event]
    return nothing() | deepcopy({part: meant[part] for part in ("event", "riichi", *parts)})


@dataclass
class Reckoned:
    """Where a game stands by what was meant of persons, reckoned by the scorer alone."""

    scores: dict[str, int]
    penalties: dict[str, int]
    chips: dict[str, int]
    places: tuple[str, ...]
    honba: int = 0
    deposits: int = 0
    dealer: int = 0
    rounds: int = 0
    hands_left: int | None = None
    over: bool = False

    def wind(self) -> dict[str, str]:
        """On which wind everybody sits."""
        count = len(self.places)
        return {self.places[(self.dealer + k) % count]: SEATS[k] for k in range(count)}

    def told(self) -> tuple[object, ...]:
        """All of it that a page shows."""
        counted = (self.honba, self.deposits, self.rounds, self.hands_left, self.over)
        return (self.scores, self.penalties, self.chips, self.wind(), *counted)


@dataclass
class Table:
    """What all phones share, and what was meant by each booked hand.

    Attributes:
        sat: how the players sat down before each booked hand and before the next one, where they did; None
            where everybody stayed. After a hand that was taken back it still says how they sit then.
        taken: the penalties that a referee gave: who, how many points, for what.
        replaced: who was replaced, and when.
        following: the table of the game that they went on with.
        now: the time, one second a tap.
    """

    store: Store
    number: int
    rules: str
    players: tuple[str, ...]
    east_only: bool = False
    booked: list[Meant] = field(default_factory=list)
    sat: list[tuple[str, ...] | None] = field(default_factory=lambda: [None])
    taken: list[tuple[str, int, str]] = field(default_factory=list)
    replaced: dict[str, str] = field(default_factory=dict)
    until: int | None = None
    following: Table | None = None
    now: int = 0
    told: Counter[str] = field(default_factory=Counter)

    def sitting(self) -> tuple[str, ...]:
        """Who sits at each place of the first deal in the hand that is played now."""
        return next((each for each in self.sat[len(self.booked) :: -1] if each is not None), self.players)

    def removed(self, at: int) -> None:
        """A hand was removed: who had sat down otherwise before it still did so before the following one."""
        del self.booked[at]
        sat = self.sat.pop(at)
        self.sat[at] = self.sat[at] or sat

    def reckoned(self) -> Reckoned:
        """The game after what was meant, paid by the scorer alone."""
        rules = load_rules(self.rules)
        nobody = dict.fromkeys(self.players, 0)
        start = dict.fromkeys(self.players, rules.start_points)
        at = Reckoned(start, dict(nobody), nobody if rules.chips.played else {}, self.players)
        for meant, sat in zip(self.booked, self.sat, strict=False):
            at.places = sat or at.places
            self._book(at, meant, rules)
        at.places = self.sat[len(self.booked)] or at.places
        return at

    def _book(self, at: Reckoned, meant: Meant, rules: RuleSet) -> None:
        wind, round_ = at.wind(), SEATS[at.rounds % len(SEATS)]
        who = {seat: name for name, seat in wind.items()}
        asked = _asked(meant, wind, round_, self.rules) | {
            "rules": self.rules,
            "dealer": "east",
            "honba": at.honba,
            "deposits": at.deposits,
            "scores": {wind[name]: points for name, points in at.scores.items()},
            "round": round_,
            "hand_number": at.dealer + 1,
            "east_only": self.east_only,
        }
        if round_ not in rules.rounds:
            asked["rule_overrides"] = {"rounds": list(SEATS[: SEATS.index(round_) + 1])}
        paid = _paid(json.dumps(asked))
        assert not paid["problems"], paid["problems"]
        for held, key in ((at.scores, "net"), (at.penalties, "penalties"), (at.chips, "chips")):
            for seat, change in paid.get(key, {}).items():
                held[who[seat]] += change
        at.honba, at.deposits, at.hands_left = (
            paid["honba_next"],
            paid["deposits_left"],
            paid.get("hands_left"),
        )
        at.over = paid["game_ends"] or meant.get("stopped", False)
        following = at.places.index(who[paid["dealer_next"]])
        at.rounds += following != at.dealer and following == 0
        at.dealer = following

    def final(self) -> Json:
        """The standing after what was meant, by the scorer alone."""
        at = self.reckoned()
        taken: dict[str, list[Any]] = {name: [points] for name, points in at.penalties.items() if points}
        for name, points, offence in self.taken:
            taken.setdefault(name, []).append({"points": points, "reason": offence or "referee"})
        asked = {"rules": self.rules, "scores": at.scores, "deposits": at.deposits, "penalties": taken}
        asked |= {"chips": at.chips} if at.chips else {}
        return final_json(asked | ({"substitutes": self.replaced} if self.replaced else {}))

    def look(self) -> None:
        """Hold what the page shows of the game against what was meant."""
        found = self.store.games.load(self.number)
        assert found is not None
        played, stand = games.replay(found.game)
        names = self.players
        seats = dict(zip(names, stand.seats(), strict=True))
        shown = (stand.scores, stand.penalties, stand.chips)
        by_name = (dict(zip(names, each, strict=bool(each))) for each in shown)
        left = played[-1].settled.get("hands_left") if played else None
        counted = (stand.honba, stand.deposits, stand.round, left, games.is_over(played))
        assert (*by_name, seats, *counted) == self.reckoned().told(), found.game
        assert games.standing(found.game) == self.final(), found.game


@lru_cache(maxsize=4096)
def _paid(asked: str) -> Json:
    return settle_json(json.loads(asked))


def _asked(meant: Meant, wind: dict[str, str], round_: str, rules: str) -> Json:
    end: Json = {"event": meant["event"], "riichi": [wind[name] for name in meant["riichi"]]}
    if meant["event"] in {"ron", "tsumo"}:
        end["wins"] = [
            {"seat": wind[name], **_worth(meant, name, wind, round_, rules)} for name in meant["winners"]
        ]
    if meant["event"] == "ron":
        end["discarder"] = wind[meant["discarder"]]
    if meant["event"] == "exhaustive_draw":
        end |= {key: [wind[name] for name in meant[key]] for key in ("tenpai", "nagashi", "dead_hands")}
    if meant["event"] == "abortive_draw":
        end["reason"] = meant["reason"]
    if meant["event"] == "chombo":
        end |= {"offender": wind[meant["offender"]], "tournament": meant["tournament"]}
    return end | ({"hands_left": meant["hands_left"]} if meant.get("hands_left") is not None else {})


def _worth(meant: Meant, name: str, wind: dict[str, str], round_: str, rules: str) -> Json:
    worth = dict(meant["worth"][name])
    if "liable" in worth:
        worth["liable"] = worth["liable"] | {"seat": wind[worth["liable"]["seat"]]}
    if "tiles" not in worth:
        return worth
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
