"""Taps at random on what a view offers; it needs only what the browser's Python has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from yakulens.scorer.tile import parse
from yakulens.vision.labels import LABELS
from yakulens.vision.reading import SIDES, OpenHand, Reading, ReadTile

if TYPE_CHECKING:
    from random import Random

NAMES: Final = ("Ann", "Bo", "Cy", "Di")
RULES: Final = ("ema-2025", "wrc-2015", "wdmc-2019", "m-league", "tenhou", "tenhou-3p", "rcr")
ENTERS: Final = 0.5
"""How often a hand that can be entered at a table is."""
ELSEWHERE: Final = ("leave", "save", "share", "picture", "photograph", "begin", "take", "play_on")
"""Taps at a table that lead away from its game."""
CORNERS: Final = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
LAID_OPEN: Final = (
    *("2345678m234p555s", "147m147p147s1234z", "19m19p19s1234567z"),
    *("2345678m234p55s", "2345678m234p5555s"),
)
"""Hands laid open after a draw: tenpai, noten, of 12, 13 and 14 tiles."""
HANDS: Final = (
    "234567m44p678s67p +8p",
    "23m55p +4m [555z] [666z] [777z]",
    "345678m44p67s +5s [234p]",
    "234m067p789s444p7s +7s",
    "19m19p19s1234567z +1z",
    "2345678m234p55s",
    "2345678m234p555s",
    "234m456p7s +7s [777z] (1111z)",
)
"""Winning hands, two that are not, and one that waits."""
COUNTED: Final = {"honba": 9, "deposits": 9, "north_dora": 4, "bonus_hand": 9}
"""The highest value of each number that a desk takes."""


def offered(told: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - any JSON
    """All taps that a table's view offers and that are not refused there."""
    if isinstance(told, list):
        return [tap for each in told for tap in offered(each)]
    if not isinstance(told, dict):
        return []
    own = [told["tap"]] if "tap" in told and not told.get("off") else []
    return own + [tap for each in told.values() if isinstance(each, dict | list) for tap in offered(each)]


def table_tap(random: Random, view: dict[str, Any]) -> dict[str, Any]:
    """A tap at random on a table's view; often the one that enters the hand, where it can be entered."""
    close = view.get("close") or {"off": True}
    if not close["off"] and random.random() <= ENTERS:
        return dict(close["tap"])
    return random.choice([each for each in offered(view) if each["do"] not in ELSEWHERE])


def draw(random: Random) -> Reading:
    """What a photo might show of a draw: hands at random on some sides of the table."""
    sides = random.sample(SIDES, random.randrange(len(SIDES) + 1))
    tiles: list[ReadTile] = []
    hands = []
    for side in sides:
        faces, score = parse(random.choice(LAID_OPEN)), random.choice((0.5, 0.99))
        ids = range(len(tiles), len(tiles) + len(faces))
        tiles += [ReadTile(uid, face, score, CORNERS) for uid, face in zip(ids, faces, strict=True)]
        hands.append(OpenHand(side, tuple(ids)))
    return Reading(tuple(tiles), hands=tuple(hands))


def answers(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Every event that an answer on a desk would send, or a tap on its waits and discards."""
    asks = [*view["questions"], *view["facts"].values(), *([view["outcome"]] if view["outcome"] else [])]
    drawn = [event for tap in offered(view.get("result")) for event in tap["events"]]
    return [choice["event"] for ask in asks for choice in ask["choices"] if choice["event"]] + drawn


def any_tap(random: Random, view: dict[str, Any]) -> dict[str, Any]:
    """A tap at random: mostly an answer that the desk offers, else a correction or a number."""
    said = answers(view)
    if said and random.random() < 0.6:
        return dict(random.choice(said))
    uid, face = random.randrange(18), random.choice(LABELS)
    field = random.choice(list(COUNTED))
    x, y = random.randrange(1600), random.randrange(300, 500)
    box = [x, y, x + random.choice((60, 120, 900)), y + random.choice((90, 150))]
    places = ("concealed", "win", "indicators", "ura", "others")
    taps: tuple[dict[str, Any], ...] = (
        {"do": "face", "uid": uid, "face": face},
        {"do": "move", "uid": uid, "place": random.choice(places)},
        {"do": "remove", "uid": uid},
        {"do": "tap", "face": face, "place": random.choice(places)},
        {"do": "tap_meld", "kind": "pon", "face": face},
        {"do": "meld_kind", "number": 0, "kind": "open_kan"},
        {"do": "meld_apart", "number": random.randrange(3)},
        {"do": "turn", "uid": uid, "turned": True},
        {"do": "box", "box": box},
        {"do": "box", "box": box, "place": "indicators"},
        {"do": "hand", "side": random.choice(("self", "left", "across"))},
        {"do": "say", "field": field, "value": random.randint(0, COUNTED[field])},
        {"do": "say", "field": "rules", "value": random.choice(("ema-2025", "tenhou", "tenhou-3p", "rcr"))},
        {"do": "compare", "rules": random.choice((None, "tenhou", "wrc-2025"))},
        {"do": "hold", "on": random.random() < 0.5},
        {"do": "own", "uids": [uid], "own": random.random() < 0.7},
        {"do": "discard", "uid": uid},
        {"do": "add_discard", "face": face},
        {"do": "of", "when": random.choice(("now", "then"))},
        {"do": "sort"},
        {"do": "undo"},
        {"do": "first"},
        {"do": "stop"},
        {"do": "picture"},
        {"do": "go", "where": random.choice(("photo", "again", "table"))},
        {"do": "nonsense"},
    )
    return random.choice(taps)
