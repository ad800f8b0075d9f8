"""The desk, the situation and the first reading as JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from yakulens.app.contract import Json
from yakulens.app.from_json import from_json
from yakulens.app.situation import Declared
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.from_reading import from_reading, without_flowers
from yakulens.vision.reading import Reading


def desk_to_json(desk: Desk) -> Json:
    """A desk as a JSON object, its open questions included."""
    tiles = [{key.name: getattr(tile, key.name) for key in fields(tile)} for tile in desk.tiles.values()]
    return asdict(replace(desk, tiles={})) | {"tiles": tiles}


def desk_from_json(held: Mapping[str, Any]) -> Desk:
    """The desk that ``desk_to_json`` was given.

    >>> from yakulens.vision.desk import typed
    >>> desk = typed.hand("23m55p +4m [777z]")
    >>> desk_to_json(desk)["tiles"][2]["face"], desk_from_json(desk_to_json(desk)) == desk
    ('5p', True)
    """
    tiles = [from_json(DeskTile, tile, "tiles") for tile in held["tiles"]]
    desk = from_json(Desk, {**held, "tiles": {}}, "desk")
    return replace(desk, tiles={tile.uid: tile for tile in tiles})


def situation_from_json(held: Mapping[str, Any]) -> Declared:
    """The situation that ``dataclasses.asdict`` was given; keys that it no longer has are left out.

    >>> situation_from_json(asdict(Declared("ron", "south")) | {"weather": "fine"}).seat
    'south'

    Raises:
        FormError: a value is none that its key can have.
    """
    return from_json(Declared, held, "situation")


def reading_from_json(held: Mapping[str, Any]) -> Reading:
    """The reading of the contract's Reading, with scores and corners rounded as they are there.

    >>> from yakulens.vision.reading import ReadTile
    >>> corners = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    >>> read = Reading((ReadTile(0, "5p", 0.9, corners),), concealed=(0,))
    >>> reading_from_json(read.to_json()) == read, first_desk(read.to_json()).concealed
    (True, (0,))
    """
    read = held["reading"]
    hands = [_named(hand) for hand in read["hands"]]
    seen = {"tiles": held["tiles"], "issues": held["issues"], "indicators": read["indicator_ids"]}
    return from_json(Reading, {**_named(read), **seen, "hands": hands}, "reading")


def _named(held: Mapping[str, Any]) -> Json:
    """A hand of the contract's Reading under the names of our records, its tiles by their numbers."""
    melds = [{**meld, "faces": meld["tiles"], "origin": meld["from"]} for meld in held["melds"]]
    return {**held, "concealed": held["concealed_ids"], "win": held["win_id"], "melds": melds}


def first_desk(held: Mapping[str, Any]) -> Desk:
    """The desk as it stood before any correction, from the contract's Reading."""
    return without_flowers(from_reading(reading_from_json(held)))
