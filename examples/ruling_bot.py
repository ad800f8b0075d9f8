"""A bot that answers a photo with a ruling card.

    python examples/ruling_bot.py --port 8765
    curl --data-binary @hand.jpg -o ruling.png 'http://127.0.0.1:8765/?won=ron&seat=west&discarder=north'

The photo is the request body. The URL says how the hand was won, with the names of `yakulens.HowWon`. The
response is the card as PNG. If the reading has open questions, the response is their JSON (status 409): ask a
person, and send the photo again with an answer to each, `&answer=doubtful_face:5m`. If the hand cannot be
scored, the response is a one-line reason (status 400). The bot serves this machine only: put a public server
in front of it.
"""

from __future__ import annotations

import argparse
import json
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, get_args, get_type_hints
from urllib.parse import parse_qsl, urlsplit

import yakulens
from yakulens.app.exports.card_of_hand import png
from yakulens.vision.overlay import encode

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_BYTES = 50_000_000
TYPES = get_type_hints(yakulens.HowWon)
ANSWERS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


def ruling(reader: yakulens.Reader, photo: bytes, asked: list[tuple[str, str]]) -> bytes:
    """The ruling card for a photo.

    Args:
        reader: reads the photo.
        photo: the bytes of its file.
        asked: the names and values of the query string.

    Raises:
        yakulens.OpenQuestionsError: a person must answer a question first.
        ValueError: the photo or the query string cannot be used.
    """
    answers = dict(value.split(":", 1) for name, value in asked if name == "answer" and ":" in value)
    how = {name: fact(name, value) for name, value in asked if name != "answer"}
    rules, won = how.pop("rules", "ema-2025"), how.pop("won", None)
    if won is None:
        message = "say how the hand was won: ?won=ron or ?won=tsumo"
        raise ValueError(message)
    reading = reader.read(photo)
    hand = reading.to_hand(won=won, answers=answers, **how)
    yakulens.score(hand, rules)  # refuses an impossible hand with a one-line message
    shown = encode(reading.overlay()), reading.photo.sha256
    now = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
    return png(hand.tiles, hand.situation, rules, photo=shown, made=now)


def fact(name: str, told: str) -> Any:  # noqa: ANN401 - its type in `HowWon`
    """A fact of the win from its text.

    Raises:
        ValueError: the text is no number, or neither yes nor no.
    """
    kind = TYPES.get(name)
    if kind is int:
        return int(told)
    if kind is bool and told.lower() not in ANSWERS:
        message = f"{name}: {told!r} is neither yes nor no"
        raise ValueError(message)
    return ANSWERS.get(told.lower(), told) if kind is bool or bool in get_args(kind) else told


class Bot(BaseHTTPRequestHandler):
    """Answers posted photos."""

    reader: yakulens.Reader

    def do_POST(self) -> None:
        """Take a photo and send its ruling card, its open questions, or the reason why there is none."""
        told = self.headers.get("Content-Length", "")
        length = int(told) if told.isdecimal() else 0
        if not 0 < length <= MOST_BYTES:
            self._answer(413, "text/plain", b"send one photo as the body of the request\n")
            return
        photo = self.rfile.read(length)
        try:
            asked = parse_qsl(urlsplit(self.path).query, keep_blank_values=True)
            # Without tiles, indicators are said to be none; any other name without a value says nothing.
            said = [(name, value) for name, value in asked if value or name.endswith("_indicators")]
            card = ruling(self.reader, photo, said)
        except yakulens.OpenQuestionsError as error:
            questions = [
                {"code": each.code, "message": each.message, "choices": each.choices}
                for each in error.questions
            ]
            self._answer(409, "application/json", json.dumps({"questions": questions}).encode())
        except ValueError as error:
            self._answer(400, "text/plain", f"{error}\n".encode())
        else:
            self._answer(200, "image/png", card)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that it has there
        """Log nothing."""

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def server(port: int) -> ThreadingHTTPServer:
    """The bot on localhost; the model is loaded before it answers."""
    handler = type("Bot", (Bot,), {"reader": yakulens.Reader()})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


def main(argv: Sequence[str] | None = None) -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--port", type=int, default=8765)
    bot = server(parser.parse_args(argv).port)
    print(f"post photos to http://127.0.0.1:{bot.server_port}/?won=ron&seat=west")
    bot.serve_forever()


if __name__ == "__main__":
    main()
