"""The desk, the situation and the first reading as JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any

from yakulens.app.contract import Json
from yakulens.app.from_json import from_json
from yakulens.app.situation import FACTS, Declared
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.from_reading import from_reading, without_flowers
from yakulens.vision.reading import Issue, OpenHand, Quad, Reading, ReadMeld, ReadTile


def desk_to_json(desk: Desk) -> Json:
    """A desk as a JSON object, its open questions included.

    >>> from yakulens.vision.desk import typed
    >>> desk_to_json(typed.hand("23m +4m"))["tiles"][2]["face"]
    '4m'
    """
    tiles = [{key.name: getattr(tile, key.name) for key in fields(tile)} for tile in desk.tiles.values()]
    return asdict(replace(desk, tiles={})) | {"tiles": tiles}


def desk_from_json(held: Mapping[str, Any]) -> Desk:
    """The desk that ``desk_to_json`` was given.

    >>> from yakulens.vision.desk import typed
    >>> desk = typed.hand("23m55p +4m [777z]")
    >>> desk_from_json(desk_to_json(desk)) == desk
    True
    """
    tiles = [from_json(DeskTile, tile, "tiles") for tile in held["tiles"]]
    desk = from_json(Desk, {**held, "tiles": {}}, "desk")
    return replace(desk, tiles={tile.uid: tile for tile in tiles})


def situation_from_json(held: Mapping[str, Any]) -> Declared:
    """The situation that ``dataclasses.asdict`` was given; keys that it no longer has are left out.

    Of one that was kept before it was noted what a person had said, everything counts as said.

    >>> kept = situation_from_json({"by": "ron", "seat": "south", "weather": "fine"})
    >>> kept == Declared("ron", "south", said=FACTS)
    True

    Raises:
        FormError: a value is none that its key can have.
    """
    return from_json(Declared, {"said": FACTS, **held}, "situation")


def reading_from_json(held: Mapping[str, Any]) -> Reading:
    """The reading of the contract's Reading, with scores and corners rounded as they are there.

    >>> corners = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    >>> read = Reading((ReadTile(0, "5p", 0.9, corners),), concealed=(0,))
    >>> reading_from_json(read.to_json()) == read
    True
    """
    read = held["reading"]
    return Reading(
        tiles=tuple(
            ReadTile(
                t["id"],
                t["face"],
                t["score"],
                _quad(t["quad"]),
                tuple((face, p) for face, p in t["alternatives"]),
            )
            for t in held["tiles"]
        ),
        concealed=tuple(read["concealed_ids"]),
        win=read["win_id"],
        melds=_melds(read["melds"]),
        indicators=tuple(read["indicator_ids"]),
        others=tuple(read["others"]),
        issues=_issues(held["issues"]),
        confidence=read["confidence"],
        # Readings that were kept before all open hands were read hold none.
        hands=tuple(
            OpenHand(
                side=hand["side"],
                concealed=tuple(hand["concealed_ids"]),
                win=hand["win_id"],
                melds=_melds(hand["melds"]),
                probability=hand["probability"],
                issues=_issues(hand["issues"]),
                confidence=hand["confidence"],
            )
            for hand in read.get("hands", ())
        ),
    )


def _melds(held: Sequence[Mapping[str, Any]]) -> tuple[ReadMeld, ...]:
    return tuple(
        ReadMeld(
            m["kind"],
            tuple(m["ids"]),
            tuple(m["tiles"]),
            tuple(m["rotated"]),
            tuple(m["backs"]),
            m["from"],
        )
        for m in held
    )


def _issues(held: Sequence[Mapping[str, Any]]) -> tuple[Issue, ...]:
    return tuple(Issue(i["code"], tuple(i["ids"]), i["message"], tuple(i["choices"])) for i in held)


def first_desk(held: Mapping[str, Any]) -> Desk:
    """The desk as it stood before any correction, from the contract's Reading.

    >>> corners = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    >>> read = Reading((ReadTile(0, "5p", 0.9, corners),), concealed=(0,))
    >>> first_desk(read.to_json()).concealed
    (0,)
    """
    return without_flowers(from_reading(reading_from_json(held)))


def _quad(points: Sequence[Sequence[float]]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return (a, b, c, d)
