"""Lines of JSON that the commands are given: hands, ends of hands, games and waits, spoilt in every way."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from tests.hostile.damage import damaged, misshapen
from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.contract.need_json import need_json
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.contract.waits_json import waits_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

_HAND: Final[dict[str, Any]] = {
    "id": 7,
    "rules": "ema-2025",
    "rule_overrides": {"kiriage_mangan": False, "yaku.renhou": {"closed": 5}},
    "concealed": "345678m44p67s",
    "win": "5s",
    "by": "ron",
    "melds": [{"kind": "chi", "tiles": "234p", "from": "left"}],
    "seat": "south",
    "round": "east",
    "riichi": "none",
    "dora_indicators": ["3p"],
    "honba": 1,
    "deposits": 2,
    "discarder": "west",
    "win_apart": True,
}
_QUADS: Final[dict[str, Any]] = {
    "concealed": "5z",
    "win": "5z",
    "by": "tsumo",
    "rules": "tenhou",
    "melds": [
        {"kind": "closed_kan", "tiles": "1111z"},
        {"kind": "added_kan", "tiles": "2222z", "from": "across"},
        {"kind": "open_kan", "tiles": "3333z", "from": "right"},
        {"kind": "pon", "tiles": "444z", "from": "left"},
    ],
    "liable": {"seat": "west", "yaku": "daisuushii"},
    "seat": "north",
    "rinshan": True,
}
_END: Final[dict[str, Any]] = {
    "rules": "ema-2025",
    "dealer": "east",
    "honba": 2,
    "deposits": 1,
    "riichi": ["south", "north"],
    "event": "ron",
    "discarder": "east",
    "wins": [{"seat": "south", "hand": _HAND}, {"seat": "north", "han": 2, "fu": 30}],
    "scores": {"east": 30000, "south": 30000, "west": 30000, "north": 30000},
    "tournament": True,
}
_DRAW: Final[dict[str, Any]] = {
    "event": "exhaustive_draw",
    "tenpai": ["east", "west"],
    "nagashi": ["south"],
    "round": "south",
    "hand_number": 4,
}
_GAME: Final[dict[str, Any]] = {
    "rules": "wrc-2015",
    "scores": {"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000},
    "deposits": 1000,
    "penalties": {"Bo": -20000},
}
_WAITING: Final[dict[str, Any]] = {
    "concealed": "234567m234p6788s",
    "discards": "9p1z",
    "rules": "ema-2025",
    "seat": "west",
    "riichi": True,
}

_STANDING: Final[dict[str, Any]] = {
    "rules": "tenhou",
    "scores": {"east": 41000, "south": 17000, "west": 22000, "north": 20000},
    "riichi": ["south"],
    "honba": 2,
    "round": "south",
    "hand_number": 4,
}

SOUND: Final[tuple[tuple[Callable[[object], dict[str, Any]], dict[str, Any]], ...]] = (
    (score_json, _HAND),
    (score_json, _QUADS),
    (settle_json, _END),
    (settle_json, _DRAW),
    (final_json, _GAME),
    (waits_json, _WAITING),
    (need_json, _STANDING),
)
"""What answers a line, and a line that is in order."""


def line(rng: Random, numbers: Sequence[int] = range(7)) -> tuple[int, str]:
    """Which of ``SOUND`` a line was made of, out of these, and the line without its end."""
    number = rng.choice(numbers)
    value = SOUND[number][1]
    form = rng.choice(("shape", "shape", "shape", "both", "bytes", "text"))
    if form in {"shape", "both"}:
        value = misshapen(rng, value)
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if form in {"bytes", "both"}:
        text = damaged(rng, text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogateescape")
    elif form == "text":
        text = rng.choice(_TEXTS)(text)
    return number, text.replace("\n", " ")


_TEXTS: Final[tuple[Callable[[str], str], ...]] = (
    lambda text: text[: len(text) // 2],
    lambda text: text * 2,
    lambda text: f"[{text}]",
    lambda text: text.replace("{", '{"id": ' + "[" * 600 + "]" * 600 + ", ", 1),
    lambda text: text.replace("1", "1e999"),
    lambda text: text.replace("2", "2" * 5000),
    lambda text: text.replace('"', "'"),
    lambda text: text.replace("{", '{"id": NaN, ', 1),
    lambda text: text.replace("{", '{"rules": "ema-2025", ', 1),
    lambda text: text + " " * 100_000,
    lambda _: "{" * 3000,
    lambda _: "null",
)
