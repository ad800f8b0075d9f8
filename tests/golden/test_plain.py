"""The scorer against the plain one, on random hands under every book."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.golden.plain import BOOKS, judge, no_five
from yakulens.scorer.contract.hand_json import score_json

Json = dict[str, Any]
HANDS = 400
SUITS = "mps"
WINDS = ("east", "south", "west", "north")
ROUNDS = WINDS[:2]
"""The rounds that every book plays."""
FOUR_TO_RIICHI = frozenset({"wrc-2015", "wdmc-2019", "wdmc-2019-3p"})
"""The books in which riichi needs four tiles in the wall."""


def _runs(suits: str, starts: range) -> list[str]:
    return ["".join(f"{start + step}{suit}" for step in range(3)) for suit in suits for start in starts]


def _names(suits: str, numbers: tuple[int, ...]) -> list[str]:
    return [f"{number}{suit}" for suit in suits for number in numbers]


def _theme(chance: random.Random, *, honours: bool) -> tuple[list[str], list[str]]:
    """Runs and single tiles to draw a hand from: narrow choices make rare yaku frequent."""
    suit = chance.choice(SUITS)
    winds_and_dragons = _names("z", tuple(range(1, 8))) if honours else []
    ends = _names(SUITS, (1, 9))
    every = _names(SUITS, tuple(range(1, 10)))
    themes = [
        (_runs(SUITS, range(1, 8)), every + winds_and_dragons),
        (_runs(SUITS, range(2, 7)), _names(SUITS, tuple(range(2, 9)))),
        (_runs(suit, range(1, 8)), _names(suit, tuple(range(1, 10))) + winds_and_dragons),
        (_runs(suit, range(1, 8)), _names(suit, tuple(range(1, 10)))),
        (_runs(SUITS, range(1, 8, 6)), ends + winds_and_dragons),
        (_runs(SUITS, range(1, 8, 3)), ends),
        (_runs("s", range(2, 3)), _names("s", (2, 3, 4, 6, 8)) + winds_and_dragons[5:6]),
        ([], every + winds_and_dragons),
        ([], _names(suit, (2, 3, 4, 5)) + winds_and_dragons[4:]),
        ([], winds_and_dragons or ends),
        (_runs(SUITS, range(3, 5)), _names(SUITS, (3, 4, 5))),
    ]
    return chance.choice(themes)


def _sets(chance: random.Random, *, honours: bool, chi: bool) -> Json | None:
    runs, singles = _theme(chance, honours=honours)
    groups = [
        chance.choice(runs) if runs and chance.random() < 0.6 else chance.choice(singles) * 3
        for _ in range(4)
    ]
    pair = chance.choice(singles) * 2
    concealed, melds = pair, []
    for group in groups:
        run = group[:2] != group[2:4]
        if chance.random() < 0.7 or (run and not chi):
            concealed += group
            continue
        kind = "chi" if run else chance.choice(["pon", "open_kan", "added_kan", "closed_kan", "closed_kan"])
        melds.append({"kind": kind, "tiles": group + group[:2] * ("kan" in kind)})
    return _hand(chance, concealed, melds)


def _special(chance: random.Random, *, honours: bool) -> Json | None:
    suit = chance.choice(SUITS)
    if chance.random() < 0.4:
        gates = [
            f"{number}{suit}" for number in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, chance.randint(1, 9))
        ]
        return _hand(chance, "".join(gates), [])
    if honours and chance.random() < 0.4:
        orphans = _names(SUITS, (1, 9)) + _names("z", tuple(range(1, 8)))
        return _hand(chance, "".join([*orphans, chance.choice(orphans)]), [])
    _, singles = _theme(chance, honours=honours)
    return _hand(chance, "".join(name * 2 for name in chance.sample(singles, min(7, len(singles)))), [])


def _hand(chance: random.Random, tiles: str, melds: list[Json]) -> Json | None:
    names = [tiles[place : place + 2] for place in range(0, len(tiles), 2)]
    win = names.pop(chance.randrange(len(names)))
    shown = [chance.choice(_names(SUITS, tuple(range(1, 10)))) for _ in range(chance.randint(0, 2))]
    hidden = [chance.choice(_names(SUITS, tuple(range(1, 10)))) for _ in shown]
    if len(names) + 3 * len(melds) != 13 or not no_five(
        [*names, win, *(meld["tiles"] for meld in melds), *shown, *hidden]
    ):
        return None
    return {
        "concealed": "".join(names),
        "win": win,
        "melds": melds,
        "dora_indicators": shown,
        "ura_indicators": hidden,
    }


def _reddened(chance: random.Random, hand: Json) -> Json:
    """The hand with a red five of some suits, where it holds a five of them."""
    concealed = hand["concealed"]
    for suit in SUITS:
        if chance.random() < 0.5:
            concealed = concealed.replace(f"5{suit}", f"0{suit}", 1)
    return hand | {"concealed": concealed}


def _four_plain_fives(hand: Json) -> bool:
    """Whether a suit shows four plain fives, of which a set with red ones holds three."""
    tiles = hand["concealed"] + hand["win"] + "".join(meld["tiles"] for meld in hand["melds"])
    tiles += "".join([*hand["dora_indicators"], *hand["ura_indicators"]])
    return any(tiles.count(f"5{suit}") > 3 for suit in SUITS)


def _situation(chance: random.Random, hand: Json, rules: str) -> Json:
    """A situation without contradictions."""
    three = BOOKS[rules].three
    seat = chance.choice(WINDS[: 3 if three else 4])
    by = chance.choice(["ron", "tsumo"])
    kinds = {meld["kind"] for meld in hand["melds"]}
    closed = kinds <= {"closed_kan"}
    riichi = chance.choice(["none", "none", "riichi", "double"]) if closed else "none"
    begun = hand["melds"] or riichi != "none" or len(hand["dora_indicators"]) > 1
    first = not begun and (by == "tsumo" or seat != "east") and chance.random() < 0.1
    rinshan = by == "tsumo" and not first and any("kan" in kind for kind in kinds) and chance.random() < 0.3
    seen = hand["concealed"] + "".join([meld["tiles"] for meld in hand["melds"]] + hand["dora_indicators"])
    alone = hand["win"] not in seen.replace("0", "5") + "".join(hand["ura_indicators"])
    chankan = by == "ron" and not first and alone and chance.random() < 0.5
    last = not first and not chankan and not rinshan and chance.random() < 0.15
    late = last and rules in FOUR_TO_RIICHI and (three or by == "ron")
    on = hand["melds"] or len(hand["dora_indicators"]) > 1 or last or chankan
    barred = rinshan or late or (riichi == "double" and on)
    return hand | {
        "rules": rules,
        "by": by,
        "seat": seat,
        "round": chance.choice(ROUNDS),
        "riichi": riichi,
        "ippatsu": riichi != "none" and not barred and chance.random() < 0.3,
        "rinshan": rinshan,
        "chankan": chankan,
        "last_tile": last,
        "first_turn": first,
        "bonus_hand": chance.choice([0, 0, 0, 7, 8]),
        "ura_indicators": hand["ura_indicators"] if riichi != "none" else [],
        "win_apart": chance.random() < 0.9,
    }


def random_hands(rules: str, number: int, seed: int) -> list[Json]:
    """Complete hands in consistent situations, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - test data
    honours = not BOOKS[rules].three
    hands: list[Json] = []
    while len(hands) < number:
        special = chance.random() < 0.15
        hand = _special(chance, honours=honours) if special else _sets(chance, honours=honours, chi=honours)
        if hand:
            coloured = _reddened(chance, hand) if BOOKS[rules].reds else hand
            if not (BOOKS[rules].reds and _four_plain_fives(coloured)):
                hands.append(_situation(chance, coloured, rules))
    return hands


@pytest.mark.parametrize("rules", BOOKS)
def test_the_plain_scorer_agrees(rules: str) -> None:
    for hand in random_hands(rules, HANDS, seed=2026):
        score, plain = score_json(hand), judge(hand)
        if plain is None:
            assert score["outcome"] in ("no_yaku", "not_complete"), hand
            continue
        assert score["outcome"] == "win", (hand, score["problems"])
        expected: Json = {"value": plain.value, "yakuman": plain.yakuman}
        if not plain.yakuman and "renhou" not in plain.yaku:
            expected |= {"han": plain.han, "fu": plain.fu}
        got = {key: score[key] for key in expected} | {
            "yaku": tuple(sorted(line["id"] for line in score["yaku"]))
        }
        assert got == expected | {"yaku": plain.yaku}, hand
