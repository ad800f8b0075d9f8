"""A draw from a photo at a game's table: the ways to the photo, and each open hand on it to confirm. Pure."""

from collections.abc import Collection

from yakulens.app import Json
from yakulens.app.game.open_hands import DrawPhoto, Proposal
from yakulens.app.game.seated import Seated
from yakulens.app.hand import shown
from yakulens.app.table.pieces import Speaker, buttons, fold, label, note


def camera(speaker: Speaker, *, on_desk: bool) -> Json:
    """The ways to a photo of a draw; ``on_desk`` offers the one that was read last.

    The other taps are the page's own.
    """
    ways = [speaker.button("table.draw_desk", "draw_desk")] if on_desk else []
    ways += [
        speaker.button("finder.camera", "photograph", value="camera"),
        speaker.button("pocket.library", "photograph", value="library"),
    ]
    told = note(speaker.say("table.draw_note"))
    return fold("draw-photo", speaker.say("table.draw_photo"), told, buttons(*ways))


def open_hands(speaker: Speaker, photo: DrawPhoto, table: Seated, tenpai: Collection[str]) -> list[Json]:
    """Each open hand on a photo of a draw, what it shows, and the taps that settle whether it is tenpai.

    ``tenpai`` are the winds of those of whom that was said.
    """
    parts: list[Json] = []
    for proposal in photo.proposals(table.stand.seats(), table.game.rules):
        seat = proposal.seat
        said = ("tenpai" if seat in tenpai else "noten") if seat in photo.said else ""
        parts += _open_hand(speaker, proposal, table.names()[seat], said)
    return [*parts, buttons(speaker.button("table.draw_leave", "draw_leave"))]


def _open_hand(speaker: Speaker, shows: Proposal, name: str, said: str) -> list[Json]:
    labels = {"tenpai": speaker.say("check.tenpai"), "noten": speaker.say("table.draw_noten")}
    options = [(words, speaker.tap("draw_hand", seat=shows.seat, value=key)) for key, words in labels.items()]
    return [
        label(speaker.seated(shows.seat, {shows.seat: name})),
        {"part": "hand", "groups": shown.hand(speaker.language, shows.hand)},
        *_proposal(speaker, shows),
        speaker.choices("", options, [labels[said]] if said else []),
    ]


def _proposal(speaker: Speaker, shows: Proposal) -> list[Json]:
    """What the photo says of an open hand: whether it is tenpai, its waits, and a doubt."""
    if shows.tenpai is None:
        return [note(speaker.say("table.draw_untold"), asks=True)]
    told = [note(speaker.say("table.draw_tenpai" if shows.tenpai else "check.noten"))]
    if shows.waits:
        told.append({"part": "tiles", "tiles": shown.row_of_tiles(speaker.language, shows.waits)})
    return [*told, note(speaker.say("table.draw_doubtful"), asks=True)] if shows.doubtful else told
