"""Converts desk and situation to JSON and back, and first readings from JSON."""

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from yakulens.app import Json
from yakulens.app.hand.from_json import from_json
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.from_reading import from_reading, without_flowers
from yakulens.vision.reading import Reading


def desk_to_json(desk: Desk) -> Json:
    """A desk with its open questions as a JSON object."""
    tiles = [{key.name: getattr(tile, key.name) for key in fields(tile)} for tile in desk.tiles.values()]
    return asdict(replace(desk, tiles={})) | {"tiles": tiles}


def desk_from_json(value: Mapping[str, Any]) -> Desk:
    """The desk that ``desk_to_json`` was given.

    >>> from yakulens.vision.desk import typed
    >>> desk = typed.hand("23m55p +4m [777z]")
    >>> desk_to_json(desk)["tiles"][2]["face"], desk_from_json(desk_to_json(desk)) == desk
    ('5p', True)
    """
    tiles = [from_json(DeskTile, tile, "tiles") for tile in value["tiles"]]
    desk = from_json(Desk, {**value, "tiles": {}}, "desk")
    return replace(desk, tiles={tile.uid: tile for tile in tiles})


def situation_from_json(value: Mapping[str, Any]) -> WinFacts:
    """The situation from which ``dataclasses.asdict`` made this; obsolete keys are ignored.

    Raises:
        FormError: a value is invalid.
    """
    return from_json(WinFacts, value, "situation")


def reading_from_json(value: Mapping[str, Any]) -> Reading:
    """The reading of the contract's Reading, whose scores and corners are rounded."""
    reading = value["reading"]
    hands = [_hand_fields(hand) for hand in reading["hands"]]
    others = {"tiles": value["tiles"], "indicators": reading["indicator_ids"], "issues": _issues(value)}
    return from_json(Reading, {**_hand_fields(reading), **others, "hands": hands}, "reading")


def _hand_fields(hand: Mapping[str, Any]) -> Json:
    """A hand of the contract's Reading with the field names of our records, and tiles by their ids."""
    melds = [{**meld, "faces": meld["tiles"], "origin": meld["from"]} for meld in hand["melds"]]
    own = {"issues": _issues(hand)} if "issues" in hand else {}
    return {**hand, **own, "concealed": hand["concealed_ids"], "win": hand["win_id"], "melds": melds}


def _issues(holder: Mapping[str, Any]) -> list[Json]:
    """Issues of the contract's Reading, of an earlier version too, with their values as pairs."""
    return [{**issue, "values": [*issue.get("values", {}).items()]} for issue in holder["issues"]]


def first_desk(value: Mapping[str, Any]) -> Desk:
    """The desk before any correction, from the contract's Reading."""
    return without_flowers(from_reading(reading_from_json(value)))
