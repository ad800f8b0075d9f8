"""Which tiles show the dora and the ura dora: how many there are, and how they are asked for."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, Literal

from yakulens.app.contract import Json
from yakulens.app.dock.choice import Ask, Choice
from yakulens.app.i18n import text
from yakulens.app.situation import Declared
from yakulens.app.tiles import name
from yakulens.scorer.judge.check import MOST_INDICATORS
from yakulens.scorer.rules.load import load_rules
from yakulens.vision.desk import Desk, DeskPlace
from yakulens.vision.desk.questions import offered_indicators
from yakulens.vision.desk.rows import quads_beside

Row = Literal["dora", "ura"]
PLACES: Final[dict[Row, DeskPlace]] = {"dora": "indicators", "ura": "ura"}
"""Where on the desk the tiles of a row lie."""
NOR_URA: Final = "nor_ura"
"""What is said of the dora where no ura shows any either."""


def indicators(desk: Desk, now: Declared) -> int:
    """How many tiles show the dora, as far as hand and photo tell: one, and one for each quad.

    Other players' quads count as well: where some are in view there may be more, that are not.
    """
    if not load_rules(now.rules).kan_dora:
        return 1
    return min(1 + desk.quads() + quads_beside(desk), MOST_INDICATORS)


def shown(row: Row, desk: Desk) -> tuple[int, ...]:
    """The uids of the tiles that are known to show it."""
    return desk.indicators if row == "dora" else desk.ura


def is_said(row: Row, desk: Desk, now: Declared) -> bool:
    """Whether all tiles that show it are known, or somebody has said that no (other) one does.

    One ura lies under each dora indicator: where some of them are known, all of the row above are.
    """
    most, dora, ura = indicators(desk, now), len(desk.indicators), len(desk.ura)
    if row == "ura":
        return "ura" in now.said and now.ura_of >= most if not ura else ura >= max(dora, most)
    return dora >= most or ("dora" in now.said and now.dora_of >= most and dora >= ura)


def say(now: Declared, desk: Desk, *rows: Row) -> Declared:
    """What was declared, and that no (other) tile of these rows shows any dora."""
    so_many: dict[str, Any] = dict.fromkeys((f"{row}_of" for row in rows), indicators(desk, now))
    return replace(now.saying(*rows), **so_many)


def told(language: str, row: Row, desk: Desk, now: Declared) -> str:
    """What is known of a row, in a few words."""
    known = len(shown(row, desk))
    if not known:
        return text(language, f"fact.no_{row}" if is_said(row, desk, now) else f"fact.{row}")
    return text(language, f"fact.{row}_shown", n=known, of=max(known, indicators(desk, now)))


def ask(language: str, row: Row, desk: Desk, now: Declared) -> Ask:
    """Which tiles show it: those that the photo offers and any other of it are a tap away."""
    place, uids, most = PLACES[row], shown(row, desk), indicators(desk, now)
    lacking = len(uids) < most
    taken = [Choice(text(language, "fact.correct"), face=desk.face(uid), opens=f"tile:{uid}") for uid in uids]
    offered = offered_indicators(desk) if len(uids) < max(most, len(desk.indicators)) else ()
    found = moves(language, desk, offered, place)
    from_photo = any(desk.tiles[uid].quad is not None for uid in desk.others)
    words = "another" if not lacking else "type" if from_photo else "tap"
    more = Choice(
        text(language, f"fact.{words}_indicator"), opens=f"keys:{place}", strong=lacking and not from_photo
    )
    asked = [text(language, f"fact.ask_{row}")]
    asked += [text(language, "fact.tap_on_photo")] if from_photo and lacking else []
    choices = (*taken, *found, *_none(language, row, desk, now, lacking=lacking), more)
    return Ask(
        f"fact-{row}",
        " ".join(asked),
        choices,
        offered,
        _so_many(language, desk, len(uids), most),
        picks=place,
    )


def moves(language: str, desk: Desk, uids: Iterable[int], place: DeskPlace) -> list[Choice]:
    """Tiles of a desk as answers: a tap on one moves it to a place."""
    shown = ((uid, desk.face(uid)) for uid in uids)
    return [Choice(name(language, f), {"do": "move", "uid": uid, "place": place}, f) for uid, f in shown]


def _so_many(language: str, desk: Desk, known: int, most: int) -> str:
    """How many of a row are known, of how many."""
    if most == 1:
        return ""
    return text(language, "fact.so_many_seen" if quads_beside(desk) else "fact.so_many", n=known, of=most)


def _none(language: str, row: Row, desk: Desk, now: Declared, *, lacking: bool) -> list[Choice]:
    """That no tile of a row shows any, or no other one."""
    known, held = bool(shown(row, desk)), row in now.said and is_said(row, desk, now)
    if known:
        more = Choice(text(language, "fact.no_more_dora"), _event(row), held=held)
        return [more] if row == "dora" and lacking else []
    found = [Choice(text(language, f"fact.no_{row}"), _event(row), held=held)]
    if row == "dora" and now.riichi != "none" and not desk.ura:
        # One tap for what most riichi hands are.
        found.append(Choice(text(language, "fact.no_dora_nor_ura"), _event(row, NOR_URA)))
    return found


def _event(row: Row, value: str = "none") -> Json:
    return {"do": "say", "field": row, "value": value}
