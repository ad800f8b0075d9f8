"""The scorer's messages and scores as sentences in the visitor's language. Pure.

In this module ``language`` is the visitor's, such as ``en``, ``score`` the contract's Score, and ``names``
who sits on each wind, where known (`words.seating`).
"""

import functools
from collections.abc import Iterable, Mapping
from typing import Any, Final

from yakulens.app.words import tiles
from yakulens.app.words.i18n import catalogue, knows, listed, text
from yakulens.app.words.rule_phrases import cite, remark, yakuman
from yakulens.app.words.seating import NOBODY, Names, seated
from yakulens.scorer.message import Message, Voice, Word, WordKind, english
from yakulens.scorer.tile import parse
from yakulens.scorer.transfers import TABLE
from yakulens.scorer.yaku import YAKU_IDS
from yakulens.vision.desk import Desk
from yakulens.vision.labels import LABELS

ENGLISH: Final = "en"
MINUS: Final = "\N{MINUS SIGN}"
_SECTION: Final = {"round": "wind", "event": "table"}
"""By kind of word, the catalogue section that names it, if that is called otherwise."""


def worth(language: str, score: Mapping[str, Any]) -> str:
    """Han, fu and limit of a score; for a hand without a win, the reason.

    >>> from yakulens.scorer.contract.hand_json import score_json
    >>> worth("ja", score_json({"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo"}))
    '3 翻 · 20 符'
    """
    if score["outcome"] != "win":
        return text(language, f"result.{score['outcome']}")
    if score["yakuman"]:
        return yakuman(language, score["yakuman"])
    parts = [text(language, "result.han", han=score["han"])]
    if score["fu"]:
        parts.append(text(language, "result.fu", fu=score["fu"]))
    if score["limit"]:
        parts.append(text(language, f"limit.{score['limit']}"))
    return " · ".join(parts)


def titled(language: str, desk: Desk, score: Mapping[str, Any] | None) -> str:
    """A hand in a few words: its yaku if it wins, else (or without a score) whether it is closed, or empty.

    >>> from yakulens.vision.desk.typed import hand
    >>> from yakulens.app.hand.scoring import Scored
    >>> from yakulens.app.hand.situation import WinFacts
    >>> desk = hand("234m456p7s +7s [777z] (1111z)")
    >>> titled("en", desk, Scored.of(desk, WinFacts("ron", "south")).score), titled("en", desk, None)
    ('Yakuhai: Red · Yakuhai: round wind', 'Open hand, 1 called')
    >>> from yakulens.vision.desk import Desk
    >>> titled("en", Desk(), None)
    'No tiles'
    """
    if score is not None and score["outcome"] == "win":
        names = [text(language, f"yaku.{row['id']}") for row in score["yaku"]]
        dora = sum(row["han"] for row in score["dora"])
        return " · ".join([*names, *([f"{text(language, 'dora.dora')} {dora}"] if dora else [])])
    if not any(desk.in_hand()):
        return text(language, "history.no_tiles")
    called = sum(meld.kind != "closed_kan" for meld in desk.melds)
    return text(language, "history.called", n=called) if called else text(language, "history.closed")


def paid(language: str, score: Mapping[str, Any], winner: str, by: str | None) -> str:
    """The payment as players call it: for a self-draw what the others pay each, else the sum.

    The winner is a seat, ``by`` is ``ron`` or ``tsumo``; the score is of a hand that wins, payments included.

    >>> self_draw = {"east": -1000, "south": 2000, "west": -500, "north": -500}
    >>> paid("en", {"value": 2000, "payments": self_draw}, "south", "tsumo")
    '1,000 / 500'
    >>> dealers = dict.fromkeys(("south", "west", "north"), -500)
    >>> paid("en", {"value": 1500, "payments": dealers}, "east", "tsumo")
    '500 all'
    >>> liable = {"east": 48000, "south": -24000, "west": -24000}
    >>> paid("en", {"value": 48000, "payments": liable}, "east", "ron")
    '48,000'
    """
    paid = {seat: -change for seat, change in score["payments"].items() if seat != winner and change < 0}
    by_others = [points for seat, points in paid.items() if seat != "east"]
    if by == "tsumo" and len(paid) > 1 and len(set(by_others)) == 1:
        if set(paid.values()) == set(by_others):
            return text(language, "result.all", points=f"{by_others[0]:,}")
        return f"{paid['east']:,} / {by_others[0]:,}"
    return f"{sum(paid.values()) or score['value']:,}"


def payers(language: str, score: Mapping[str, Any], names: Names = NOBODY) -> str:
    """Who pays how much, by name.

    >>> payers("en", {"payments": {"east": -3900, "south": 3900}}, {"east": "Ann"})
    'Paid by: Ann 3,900'
    >>> payers("en", {"payments": {"south": 3900, "discarder": -3900}})
    'Paid by: Discarder 3,900'
    """
    shares = " · ".join(
        f"{seated(language, seat, names)} {-change:,}"
        for seat, change in score["payments"].items()
        if change < 0
    )
    return text(language, "result.paid_by", who=shares)


def in_chips(language: str, score: Mapping[str, Any], winner: str) -> str:
    """What the winner is paid in chips; empty for nothing.

    >>> in_chips("en", {"chip_payments": {"south": 3, "west": -3}}, "south"), in_chips("en", {}, "south")
    ('Chips +3', '')
    """
    won = score.get("chip_payments", {}).get(winner, 0)
    return text(language, "table.chips_won", chips=f"{won:+,}") if won else ""


def each_in_chips(language: str, score: Mapping[str, Any]) -> list[tuple[str, int, str]]:
    """What each payer pays in chips: every line with its number and section, then their sum."""
    pairs = zip(score.get("chips") or (), score["messages"].get("chips", ()), strict=True)
    rows = [(say(language, message), row["chips"], row["cite"]) for row, message in pairs]
    total = [(text(language, "result.total"), sum(row[1] for row in rows), "")] if len(rows) > 1 else []
    return rows + total


def total(score: int) -> str:
    """A score, with a true minus sign."""
    return f"{score:,}".replace("-", MINUS)


def signed(change: int) -> str:
    """A change as a number: +8,000, with a true minus sign, and 0."""
    return f"{change:+,}".replace("-", MINUS) if change else "0"


def say(language: str, message: Message | Mapping[str, Any], names: Mapping[str, str] = NOBODY) -> str:
    """One message of the scorer, or its JSON in an answer of the contract, as a sentence.

    A sentence begins with a capital letter, but a name among ``names`` stays as its player writes it.

    >>> say("en", Message.of("row_noten", payer="south", payee="east"), {"east": "Ann"})
    'South, noten, pays Ann, tenpai'
    >>> say("en", Message.of("row_noten", payer="south", payee="east"), {"south": "bo"})
    'bo, noten, pays East, tenpai'
    >>> say("ja", Message.of("row_noten", payer="south", payee="east"))
    '不聴の南家が聴牌の東家に支払う'
    >>> say("en", Message.of("note_extension", points=30000, round="west"), {"west": "Ann"})
    'Nobody has 30,000 points: the game goes on with the West round'
    >>> say("en", Message.of("not_the_same_tile", kind="pon", tiles="566z"))
    'Pon White dragon, Green dragon, Green dragon: not all the same tile'
    >>> say("en", Message.of("winning_tiles_differ", tiles=("1p", "2p")))
    'One discard cannot be 1 of circles, 2 of circles'
    """
    message = message if isinstance(message, Message) else Message.from_json(message)
    voice = _voice(language, tuple(names.items()))
    sentence = voice.say(message)
    if voice.sentences[message.code].startswith("{") and sentence.startswith(tuple(names.values())):
        return sentence
    return sentence[:1].upper() + sentence[1:]


def because(language: str, reasons: Iterable[Message]) -> str:
    """Why something was missed: all reasons in one sentence.

    >>> because("en", [Message("missing_closed"), Message("missing_two_sided_wait")])
    'The hand is open; the winning tile did not finish a sequence from a two-sided wait'
    """
    voice = _voice(language, ())
    joined = text(language, "language.clause").join(map(voice.say, reasons))
    return joined[:1].upper() + joined[1:]


def missed(language: str, name: str) -> str:
    """The name of what was missed: a yaku, a kind of dora or ``liability``.

    >>> missed("en", "pinfu"), missed("en", "red_five"), missed("en", "liability")
    ('Pinfu', 'Red fives', 'Liability')
    """
    if name in YAKU_IDS:
        return text(language, f"yaku.{name}")
    return text(language, "result.liability" if name == "liability" else f"dora.{name}")


def problems(language: str, answer: Mapping[str, Any], names: Names = NOBODY) -> list[str]:
    """What is wrong with an input, one sentence each, from any answer of the contract.

    >>> from yakulens.scorer.contract.hand_json import score_json
    >>> problems("en", score_json({"concealed": "123m", "win": "5s"}))
    ['Missing; one of ron, tsumo is needed']
    """
    return [say(language, message, names) for message in answer["messages"]["problems"]]


@functools.lru_cache(maxsize=64)
def _voice(language: str, names: tuple[tuple[str, str], ...]) -> Voice:
    """A language's catalogue of the scorer's sentences, with its words; English is the scorer's own."""
    sentences = english().sentences
    if language != ENGLISH:
        translated = catalogue(language)
        sentences = {code: translated.get(f"message.{code}", each) for code, each in sentences.items()}
    word = functools.partial(_word, language, dict(names))
    comma = text(language, "language.comma")
    return Voice(sentences, word, comma, comma)


def _word(language: str, names: Names, kind: WordKind, value: Word) -> str:
    """A word of the contract in the visitor's language."""
    if kind == "number":
        return f"{value:,}"
    word = str(value)
    if kind == "seat":
        return "" if word == TABLE else seated(language, word, names)
    if kind == "tile":
        faces = [word] if word in LABELS else parse(word)
        return listed(language, [tiles.name(language, face) for face in faces])
    if kind == "cite":
        return cite(language, word)
    if kind == "remark":
        return remark(language, word)
    key = f"meld.from_{word}" if kind == "from" else f"{_SECTION.get(kind, kind)}.{word}"
    return text(language, key) if knows(language, key) else word
