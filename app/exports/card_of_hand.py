"""The ruling card of a hand that was not scored on the page: for bots and other programs."""

from dataclasses import fields

from yakulens.app.exports import card_drawing as drawing
from yakulens.app.exports.card_fonts import letters_of, written_in
from yakulens.app.exports.ruling_card import compose
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import FACTS, WinFacts
from yakulens.scorer.hand import Hand, Situation
from yakulens.vision.desk.typed import desk_of_hand


def png(  # noqa: PLR0913 - what a card shows
    hand: Hand,
    situation: Situation,
    rules: str = "ema-2025",
    *,
    language: str = "en",
    photo: tuple[bytes, str] | None = None,
    made: str = "",
) -> bytes:
    """The card as PNG, as the page draws it.

    It is in ``language``, or in English where this machine has no letters for it. ``photo`` is the JPEG to
    show and the photo's sha256; the card shows ``made`` as the time.

    Raises:
        ValueError: something is lacking for a score, such as a ura indicator for each dora indicator.
    """
    names = {field.name for field in fields(WinFacts)} - {"liable"}
    values = {name: getattr(situation, name) for name in names if hasattr(situation, name)}
    liable = None if situation.liable is None else situation.liable.seat
    declared = WinFacts(**values, liable=liable, rules=rules, said=FACTS)
    scored = Scored.of(desk_of_hand(hand, situation.dora_indicators, situation.ura_indicators), declared)
    written = written_in(language)
    return drawing.draw(compose(written, scored, photo=photo, made=made), letters_of(written))
