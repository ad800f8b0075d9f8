"""The history's search: turns typed words into a query, and a hand into its searchable texts."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from yakulens.app.hand.place import Place
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.wire import desk_to_json
from yakulens.app.store import truth
from yakulens.app.store.history import HandRecord, Query
from yakulens.app.words import i18n
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.tile import TileError, parse
from yakulens.vision.desk import Desk
from yakulens.vision.labels import FACES, RED_FIVES, plain

_DATE: Final = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$")
_LAST_MONTH: Final = 12


def query(text: str, zone: tzinfo = UTC, *, corrected: bool = False) -> Query:
    """Typed text as a query: tiles in compact notation, dates (2026, 2026-11, 2026-11-21) and words.

    >>> query("77z 0p tanyao").faces, query("77z 0p tanyao").words
    (('5p', '7z', '7z'), ('tanyao',))
    """
    faces: list[str] = []
    words: list[str] = []
    spans: list[tuple[str, str]] = []
    for word in text.split():
        span, tiles = _span(word, zone), _tiles(word)
        if span is not None:
            spans.append(span)
        elif tiles:
            faces += tiles
        else:
            words.append(word.casefold())
    reds = tuple(sorted(face for face in faces if face in RED_FIVES))
    return Query(tuple(sorted(map(plain, faces))), reds, tuple(words), tuple(spans), corrected)


def _tiles(word: str) -> tuple[str, ...]:
    try:
        return parse(word.lower())
    except TileError:
        return ()


def _span(word: str, zone: tzinfo) -> tuple[str, str] | None:
    """The first moment of a year, month or day, and of the next one; None for another word."""
    match = _DATE.match(word)
    if not match:
        return None
    year, month, day = (int(part or 0) for part in match.groups())
    try:
        begin = datetime(year, month or 1, day or 1, tzinfo=zone)
        if day:
            end = datetime.fromordinal(begin.toordinal() + 1).replace(tzinfo=zone)
        else:  # without a month, the year's last one ends it
            last = month or _LAST_MONTH
            end = begin.replace(year=year + last // _LAST_MONTH, month=last % _LAST_MONTH + 1)
    except (ValueError, OverflowError):
        return None
    return utc(begin), utc(end)


def utc(moment: datetime) -> str:
    """A moment in UTC as the history stores it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def hand_record(first: Desk, hand: Scored, file: str, place: Place | None = None) -> HandRecord:
    """A hand as first read and as corrected, with its score and its searchable texts."""
    desk, rules = hand.desk, hand.situation.rules
    faces = hand_faces(desk)
    return HandRecord(
        rules=rules,
        corrected=truth.is_corrected(first, desk),
        desk=desk_to_json(desk),
        situation=asdict(hand.situation),
        score=hand.score,
        faces=tiles_text(plain(face) for face in faces),
        reds=tiles_text(face for face in faces if face in RED_FIVES),
        words=words_text(file, rules, hand.score),
        place=place,
    )


def hand_faces(desk: Desk) -> list[str]:
    """The faces of the hand's tiles, without those that riichi does not use."""
    return [face for face in desk.faces(desk.in_hand()) if face in FACES]


def tiles_text(faces: Iterable[str]) -> str:
    """Faces in a fixed order: the text of some of a hand's tiles is a subsequence of the hand's text.

    >>> tiles_text(["7z", "5p", "7z"])
    ' 5p 7z 7z'
    """
    return "".join(f" {face}" for face in sorted(faces))


def words_text(file: str, rules: str, score: Mapping[str, Any] | None) -> str:
    """The casefolded words that find a reading: file, rule set, its yaku's names in every language."""
    words = [file, rules, load_rules(rules).title or rules]
    if score is not None and score["outcome"] == "win":
        words.append(str(score["value"]))
        rows = [*(score["yaku"] or ()), *(row for row in score["dora"] or () if row["han"])]
        for row in rows:
            words.append(row["id"])
            for language in i18n.LANGUAGES:
                keys = [f"{part}.{row['id']}" for part in ("yaku", "gloss", "dora")]
                words += [i18n.text(language, key) for key in keys if i18n.knows(language, key)]
        limit = score["limit"]
        words += [i18n.text(language, f"limit.{limit}") for language in i18n.LANGUAGES] if limit else []
    return "\n".join(words).casefold()
