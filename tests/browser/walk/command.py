"""What the command line says: of a photo, of a hand that was won, and of one that waits."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from yakulens.vision.labels import FACES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


def readings(photos: Sequence[Path]) -> dict[Path, dict[str, Any]]:
    """What `yakulens read` prints of each photo."""
    return dict(zip(photos, _say("read", "--jsonl", *map(str, photos)), strict=True))


def score(hand: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """What `yakulens score` prints of a hand's tiles with these facts."""
    tiles = {key: hand[key] for key in ("concealed", "win", "melds")}
    return _say("score", "--jsonl", given=json.dumps(tiles | dict(facts)))[0]


def before_win(command: str, reading: Mapping[str, Any], rules: str) -> dict[str, Any]:
    """What `yakulens waits` or `yakulens discards` prints of a photo's hand: all that lies open is gone."""
    own = reading["reading"]
    faces = {tile["id"]: tile["face"] for tile in reading["tiles"]}
    seen = [faces[at] for at in own["others"] if faces[at] in FACES]
    melds = [{key: meld[key] for key in ("kind", "tiles", "from")} for meld in own["melds"]]
    win = [] if own["win"] is None else [own["win"]]
    asked = {"concealed": [*own["concealed"], *win], "melds": melds, "seen": seen, "rules": rules}
    return _say(command, json.dumps(asked), "--json")[0]


def _say(*words: str, given: str = "") -> list[dict[str, Any]]:
    """The JSON that a command prints: one object, or one a line."""
    command = [sys.executable, "-m", "yakulens", *words]
    told = subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout
    lines = told.splitlines() if "--jsonl" in words else [told]
    return [json.loads(line) for line in lines]
