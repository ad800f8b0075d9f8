"""An exhaustive draw from a photo: it proposes tenpai or noten for each open hand, and a tap confirms."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from yakulens.app import Json
from yakulens.app.game.open_hands import Proposal, proposals
from yakulens.app.game.seated import Seated
from yakulens.app.hand import shown
from yakulens.app.page import playing, state
from yakulens.app.page.inputs import DrawInView
from yakulens.app.page.parts import device, drawn, intake
from yakulens.app.page.parts.buttons import choices, label_above, tool
from yakulens.app.readers.photos import ShownPhoto
from yakulens.app.table.pieces import note
from yakulens.vision.desk import Desk

Options = list[tuple[str, str]]
_set: Final = partial(state.change_part, "draw")


def proposed(table: Seated) -> tuple[Proposal, ...]:
    """A proposal for each open hand; none until there is a photo and its taker is known."""
    draw = _draw(table)
    reading = None if draw.photo is None else draw.photo.reading
    if reading is None or draw.taker is None:
        return ()
    return proposals(reading, table.stand.seats(), draw.taker, table.game.rules)


def lacking(table: Seated) -> str | None:
    """The key of the sentence that asks for what is still missing about the photo; None if complete."""
    draw = _draw(table)
    if draw.photo is not None and draw.taker is None:
        return "table.say_taker"
    return None if all(proposal.seat in draw.said for proposal in proposed(table)) else "table.say_draw"


def show(table: Seated, seats: Options, proposed_hands: tuple[Proposal, ...]) -> None:
    """Draw the way to a photo, or its hands (``proposed_hands`` from ``proposed``)."""
    draw = _draw(table)
    if draw.photo is None:
        with st.expander(state.say("table.draw_photo"), icon=":material/photo_camera:"):
            _ask_for_photo(draw)
        return
    choices("draw-taker", seats, draw.taker, _set_taker, title="table.draw_taker")
    names = dict(seats)
    for proposal in proposed_hands:
        _hand(proposal, names[proposal.seat], draw)
    fresh = {"photo": None, "taker": None, "round": draw.round + 1}
    tool("table.draw_leave", "draw-leave", "undo", _forget, **fresh)


def _draw(table: Seated) -> DrawInView:
    """The current hand's photo and what was said about it; those of another hand are dropped."""
    memory, place = state.memory(), table.place
    if memory.draw.of != place:
        memory.draw = DrawInView(place, round=memory.draw.round + 1)
    return memory.draw


def _ask_for_photo(draw: DrawInView) -> None:
    drawn.words("", "table.draw_note")
    score_page_photo = state.memory().photo
    if _shows_hands(score_page_photo):
        tool("table.draw_score", "draw-score", "photo", _set, photo=score_page_photo, trouble=None)
    if intake.under_way(draw, _take_read):
        return
    field = f"draw-upload-{draw.round}"
    device.camera(field)
    uploaded = intake.uploader(state.say("table.draw_upload"), field)
    intake.take(draw, uploaded)
    intake.trouble(draw)


def _shows_hands(photo: ShownPhoto | None) -> bool:
    return photo is not None and photo.reading is not None and bool(photo.reading.hands)


def _take_read(_: Desk, photo: ShownPhoto | None) -> None:
    """Take the photo that was read if it shows open hands."""
    if _shows_hands(photo):
        _set(photo=photo, trouble=None)
    else:
        state.memory().draw.refuse("table.draw_none")


def _hand(proposal: Proposal, name: str, draw: DrawInView) -> None:
    """Draw one open hand, the proposal for it, and the taps that settle it."""
    seat = proposal.seat
    tenpai = seat in playing.ending().tenpai
    chosen = ("tenpai" if tenpai else "noten") if seat in draw.said else ""
    options = [("tenpai", state.say("check.tenpai")), ("noten", state.say("table.draw_noten"))]
    with st.container(key=f"panel-draw-{seat}"):
        label_above(name)
        drawn.tiles(shown.hand(state.language(), proposal.hand), f"open-hand-{seat}", small=True)
        drawn.parts(_proposal(proposal), f"proposal-{seat}")
        choices(f"draw-{seat}", options, [chosen], partial(_settle, seat))


def _proposal(proposal: Proposal) -> list[Json]:
    """What the photo says of an open hand: whether it is tenpai, its waits, and a doubt."""
    if proposal.tenpai is None:
        return [note(state.say("table.draw_untold"), asks=True)]
    told = [note(state.say("table.draw_tenpai" if proposal.tenpai else "check.noten"))]
    if proposal.waits:
        told.append({"part": "tiles", "tiles": shown.row_of_tiles(state.language(), proposal.waits)})
    return [*told, note(state.say("table.draw_doubtful"), asks=True)] if proposal.doubtful else told


def _settle(seat: str, verdict: str) -> None:
    playing.set_ending(playing.ending().shows(seat, tenpai=verdict == "tenpai").none_other())
    _set(said=state.memory().draw.said | {seat})


def _set_taker(seat: str) -> None:
    if seat != state.memory().draw.taker:
        _forget(taker=seat)


def _forget(**changes: Any) -> None:  # noqa: ANN401 - the fields' own types
    """Clear the answers about the hands, because their owners may change; riichi still means tenpai."""
    ending, said = playing.ending(), state.memory().draw.said
    by_riichi = [seat for seat in ending.tenpai if seat in said and seat in ending.riichi]
    tenpai = [seat for seat in ending.tenpai if seat not in said or seat in by_riichi]
    by_riichi = [*ending.by_riichi, *by_riichi]
    playing.set_ending(replace(ending, tenpai=tenpai, by_riichi=by_riichi, tenpai_said=False))
    _set(said=frozenset(), **changes)
