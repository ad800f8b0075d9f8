"""What leaves the page in a browser when a person hands it on: links, codes, files and cards. Pure."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from typing import Final

from yakulens.app import Json
from yakulens.app.exports import card_of_game, qr
from yakulens.app.exports.pantheon import pantheon_json
from yakulens.app.exports.tenhou import tenhou_json
from yakulens.app.game import Game, wire

_ADDRESS: Final = re.compile(r"(https?://)?(?(1)[\w.\-\[\]:]+|[\w.\-]+:\d+)(/[\w./\-]*)?")
"""An address that a link can be appended to: a host, perhaps its port and a folder.

Without http it must name a port.
"""
MOST_OF_CODE: Final = 1_800
"""Letters of an address in a QR code, at most: more make squares too small for a phone's camera."""
_FORMS: Final[dict[str, Callable[[Game], Json]]] = {
    "game": wire.game_to_json,
    "tenhou": tenhou_json,
    "pantheon": pantheon_json,
}
"""A game's files: for another device, for tenhou.net/6, and for Pantheon."""


def links(own: str, server: str, part: str, path: str, link: str) -> str:
    """Addresses that open a link, as JSON: on this page, on a server's, and one of the two as a QR code.

    The page at ``own`` finds it after the ``#`` by the name ``part``, a server's at its ``path``, whose last
    word is a key of the query. Where the link is too long for a code there is none.
    """
    here = f"{own}#{part}={link}"
    address = _ADDRESS.fullmatch(server)
    there = "" if address is None else f"{server.rstrip('/')}/{path.lstrip('/')}={link}"
    if address is not None and address[1] is None:
        there = f"http://{there}"
    shown = there or here
    code = qr.data_uri(shown) if len(shown) < MOST_OF_CODE else ""
    return json.dumps({"own": here, "there": there, "code": code})


def game_links(own: str, server: str, game: Game) -> str:
    """Addresses that open a game on another device; see `links`."""
    return links(own, server, wire.LINKED, f"/table?{wire.LINKED}", wire.to_link(game))


def game_of(text: str) -> Game:
    """The game of a link (`app.game.wire`) or of a file's text.

    Raises:
        GameLinkError: the text holds no game that can be played here.
    """
    if not text.lstrip().startswith("{"):
        return wire.from_link(text)
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    return wire.game_from_json(told)


def game_file(game: Game, form: str) -> str:
    """A game as a file, by the name of its form (``game``, ``tenhou`` or ``pantheon``)."""
    return json.dumps(_FORMS[form](game), ensure_ascii=False)


def game_card(game: Game, language: str) -> str:
    """The places of a finished game as a card to draw, as JSON."""
    card = card_of_game.game_card(game, language, {name: name for name in game.players}, "")
    return json.dumps(asdict(card) | {"photo": None})
