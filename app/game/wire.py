"""A game as JSON and as a short text for an address or a QR code, and back. Pure.

What comes back is not trusted: its hands are settled again, and a game that cannot be settled is refused.
"""

import base64
import json
import zlib
from dataclasses import asdict, replace
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.game import Game, Penalised, begin, replay
from yakulens.app.game.penalties import penalise, substitute
from yakulens.scorer.errors import InputError
from yakulens.scorer.rules.load import is_offered
from yakulens.scorer.vocabulary import SUBSTITUTED

LINKED: Final = "game"
"""A game's key in the query of a server's page, and in the address of the page without a server."""
MAX_LETTERS: Final = 8_000
"""Letters of a game's link, at most: four times those of a long game."""
_MAX_BYTES: Final = 400_000
_MAX_HANDS: Final = 100
_NO_GAME: Final = "this is no game of Yakulens, or part of it is missing"
_LEFT_OUT: Final = ("start", "until")
"""Of a game in JSON: no game here begins in the middle, and a clock runs on one device only."""


class GameLinkError(InputError):
    """A text is no game; the message is one line."""


def game_to_json(game: Game) -> Json:
    """A game as a JSON object.

    >>> from yakulens.app.game import begin
    >>> told = game_to_json(begin("wrc-2015", ("Ann", "Bo", "Cy", "Di")))
    >>> told["players"], game_from_json(told).rules
    (['Ann', 'Bo', 'Cy', 'Di'], 'wrc-2015')
    """
    told = {key: value for key, value in asdict(game).items() if key not in _LEFT_OUT}
    plain: Json = json.loads(json.dumps(told))
    return plain


def game_from_json(told: object) -> Game:
    """The game that `game_to_json` was given; every hand is settled again.

    Raises:
        GameLinkError: it is no game, its rules are not available here, or a hand cannot be settled.
    """
    try:
        return _game(told)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        raise GameLinkError(_NO_GAME) from error


def _game(told: Any) -> Game:  # noqa: ANN401 - any JSON
    rules, players, ends = str(told["rules"]), tuple(map(str, told["players"])), list(told["ends"])
    if not is_offered(rules) or len(ends) > _MAX_HANDS:
        raise GameLinkError(_NO_GAME)
    seatings = {int(at): tuple(map(int, order)) for at, order in told.get("seatings") or []}
    places = [*range(len(players))]
    if any(at < 0 or sorted(sitting) != places for at, sitting in seatings.items()):
        raise GameLinkError(_NO_GAME)
    # Where a hand was taken back, a change of seats after it waits until it is entered again.
    begun = begin(rules, players, east_only=bool(told.get("east_only")))
    game = replace(begun, ends=tuple(map(dict, ends)), seatings=tuple(sorted(seatings.items())))
    played, _ = replay(game)
    if any(hand.settled["problems"] for hand in played):
        raise GameLinkError(_NO_GAME)
    for player, when in told.get("substitutes") or []:
        game = substitute(game, int(player), SUBSTITUTED[SUBSTITUTED.index(when)])
    for each in told.get("penalties") or []:
        taken = Penalised(int(each["player"]), int(each["points"]), str(each["offence"]))
        game = penalise(game, taken)
    return game


def to_link(game: Game) -> str:
    """A game as a text of letters, digits, ``-`` and ``_``.

    >>> from yakulens.app.game import begin
    >>> game = begin("ema-2025", ("Ann", "Bo", "Cy", "Di"))
    >>> from_link(to_link(game)) == game, len(to_link(game)) < 300
    (True, True)
    """
    content = json.dumps(game_to_json(game), separators=(",", ":"), ensure_ascii=False).encode()
    return base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


def from_link(text: str) -> Game:
    """The game that `to_link` was given, without its clock.

    Raises:
        GameLinkError: the text is not a game's link, or its game cannot be played here.
    """
    if len(text) > MAX_LETTERS:
        raise GameLinkError(_NO_GAME)
    decompressor, padding = zlib.decompressobj(), "=" * (-len(text) % 4)
    try:
        content = decompressor.decompress(base64.urlsafe_b64decode(text + padding), _MAX_BYTES)
        told = json.loads(content) if decompressor.eof else None
    except (ValueError, zlib.error, RecursionError) as error:
        raise GameLinkError(_NO_GAME) from error
    return game_from_json(told)


def kept_game(told: object, until: object = None) -> Game:
    """A game as this device kept it, with its clock; see `game_from_json`."""
    game = game_from_json(told)
    return replace(game, until=until) if isinstance(until, int) else game
