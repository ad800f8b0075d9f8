"""The dora and ura indicators of a hand: how many, which are known, and the question about them."""

from collections.abc import Iterable
from typing import Final, Literal

from yakulens.app.hand.choice import Choice, Prompt, say_event, tile_choice
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words.i18n import text
from yakulens.app.words.tiles import name
from yakulens.scorer.judge.check import MOST_INDICATORS
from yakulens.scorer.rules.load import load_rules
from yakulens.vision.desk import Desk, DeskPlace, DeskTile
from yakulens.vision.desk.questions import offered_indicators
from yakulens.vision.desk.rows import quads_beside

Row = Literal["dora", "ura"]
PLACES: Final[dict[Row, DeskPlace]] = {"dora": "indicators", "ura": "ura"}
"""Where on the desk a row's indicators lie."""
NOR_URA: Final = "nor_ura"
"""The answer to the dora question that also rules out ura dora."""


def indicator_count(desk: Desk, situation: WinFacts) -> int:
    """How many dora indicators hand and photo imply: one, plus one for each quad.

    Other players' quads count too: if the photo shows some of them, more may be out of view.
    """
    if not load_rules(situation.rules).kan_dora:
        return 1
    return min(1 + desk.quads() + quads_beside(desk), MOST_INDICATORS)


def known_indicators(row: Row, desk: Desk) -> tuple[int, ...]:
    """The uids of the indicators of a row that lie on the desk."""
    return desk.indicators if row == "dora" else desk.ura


def is_known(row: Row, desk: Desk, situation: WinFacts) -> bool:
    """Whether all indicators of a row are known, or somebody said that there are no (more) dora.

    One ura indicator lies under each dora indicator, so both rows have the same length.
    """
    count, dora, ura = indicator_count(desk, situation), len(desk.indicators), len(desk.ura)
    if row == "dora":
        return dora >= count or ("dora" in situation.said and situation.dora_of >= count and dora >= ura)
    return ura >= max(dora, count) if ura else "ura" in situation.said and situation.ura_of >= count


def label(language: str, row: Row, desk: Desk, situation: WinFacts) -> str:
    """What is known of a row, in a few words."""
    known = len(known_indicators(row, desk))
    if not known:
        return text(language, f"fact.no_{row}" if is_known(row, desk, situation) else f"fact.{row}")
    return text(language, f"fact.{row}_shown", n=known, of=max(known, indicator_count(desk, situation)))


def ask(language: str, row: Row, desk: Desk, situation: WinFacts) -> Prompt:
    """The question about a row's indicators; a tap on a tile beside the hand also answers it."""
    place, uids, count = PLACES[row], known_indicators(row, desk), indicator_count(desk, situation)
    missing = len(uids) < count
    offered = offered_indicators(desk) if len(uids) < max(count, len(desk.indicators)) else ()
    has_photo = any(desk.tiles[uid].quad is not None for uid in desk.others)
    keyboard = "another" if not missing else "type" if has_photo else "tap"
    choices = [
        Choice(text(language, "fact.correct"), face=desk.face(uid), opens=f"tile:{uid}") for uid in uids
    ]
    choices += move_choices(language, desk, offered, place)
    choices += _none_choices(language, row, desk, situation, missing=missing)
    choices.append(
        Choice(
            text(language, f"fact.{keyboard}_indicator"),
            opens=f"keys:{place}",
            strong=missing and not has_photo,
        )
    )
    question = text(language, f"fact.ask_{row}")
    if has_photo and missing:
        where = "tap_on_photo" if offered else "tap_here_or_photo"
        question = f"{question} {text(language, f'fact.{where}')}"
    note = ""
    if count > 1:
        key = "fact.so_many_seen" if quads_beside(desk) else "fact.so_many"
        note = text(language, key, n=len(uids), of=count)
    keys = f"keys:{place}" if missing and not offered else ""
    return Prompt(f"fact-{row}", question, tuple(choices), offered, note, picks=place, opens=keys)


def chosen(language: str, desk: Desk) -> dict[DeskPlace, list[Choice]]:
    """The known indicators as answers by where they lie: a tap on one takes it back.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.vision.desk.edits import AddTile
    >>> (one,) = chosen("en", AddTile("3p", "ura").applied_to(typed.hand("23m55p +4m")))["ura"]
    >>> one.label, one.event
    ('Take back the ura indicator: 3 of circles', {'do': 'remove', 'uid': 5})
    """
    return {
        place: [_take_back(language, row, desk.tiles[uid]) for uid in known_indicators(row, desk)]
        for row, place in PLACES.items()
    }


def _take_back(language: str, row: Row, tile: DeskTile) -> Choice:
    """The answer that a tile is no indicator: on a photo it lies beside the hand again, typed it is gone."""
    on_photo = tile.quad is not None
    event = {"do": "move" if on_photo else "remove", "uid": tile.uid} | (
        {"place": "others"} if on_photo else {}
    )
    label = text(language, f"fact.take_back_{row}", tile=name(language, tile.face))
    return Choice(label, event, tile.face)


def move_choices(language: str, desk: Desk, uids: Iterable[int], place: DeskPlace) -> list[Choice]:
    """Tiles of a desk as answers: a tap on one moves it to a place."""
    return [tile_choice(language, desk.face(uid), {"do": "move", "uid": uid, "place": place}) for uid in uids]


def _none_choices(language: str, row: Row, desk: Desk, situation: WinFacts, *, missing: bool) -> list[Choice]:
    """The answers that a row shows no dora, or none beyond the known ones."""
    declared = row in situation.said and is_known(row, desk, situation)
    if known_indicators(row, desk):
        more = Choice(text(language, "fact.no_more_dora"), say_event(row, "none"), held=declared)
        return [more] if row == "dora" and missing else []
    choices = [Choice(text(language, f"fact.no_{row}"), say_event(row, "none"), held=declared)]
    if row == "dora" and situation.riichi != "none" and not desk.ura:
        # One tap for the most common riichi hand.
        choices.append(Choice(text(language, "fact.no_dora_nor_ura"), say_event(row, NOR_URA)))
    return choices
