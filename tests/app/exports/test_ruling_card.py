from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from yakulens.app.exports import card_drawing as drawing
from yakulens.app.exports import ruling_card
from yakulens.app.exports.card_fonts import CardFont, letters_of, written_in
from yakulens.app.exports.ruling_card import compose, summary
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import i18n
from yakulens.vision.desk import typed
from yakulens.vision.desk.edits import AddTile, SetMeldKind, SetMeldOrigin
from yakulens.vision.desk.session import Session, apply

if TYPE_CHECKING:
    from yakulens.app.exports.ruling_card import RulingCard

OWN = CardFont(None, "ascii")


def card(hand: str, now: WinFacts, language: str = "en", **more: object) -> RulingCard:
    desk = typed.hand(hand)
    return ruling_card.compose(language, Scored.of(desk, now), **more)  # type: ignore[arg-type]


WON = WinFacts("ron", "south", discarder="west", honba=1, riichi="none")
HAND = "234m456p7s +7s [777z] (1111z)"


def picture(made: RulingCard, drawn: CardFont = OWN) -> Image.Image:
    image = Image.open(io.BytesIO(drawing.draw(made, drawn)))
    assert image.format == "PNG"
    return image


def test_a_card_holds_points_payments_and_every_section() -> None:
    made = card(HAND, WON, names={"south": "Ann"}, made="2026-11-21 12:00")
    assert made.headline == "3,900 points"
    assert made.rules == "EMA Riichi rules 2025"
    assert "2026-11-21" in made.made
    assert [(seat.wind, seat.name, seat.change) for seat in made.seats] == [
        ("East", "", 0),
        ("South", "Ann", 4200),
        ("West", "", -4200),
        ("North", "", 0),
    ]
    yaku, fu, *_ = made.parts
    assert all(line.cite for line in yaku.lines)
    assert all(line.cite for line in fu.lines[:-1])
    assert fu.lines[-1].number == "60"


def test_melds_lie_on_the_card_as_they_lie_on_the_table() -> None:
    session = Session.begin(typed.hand("234m7s +7s [777z] (1111z) [999p]"))
    for edit in (SetMeldOrigin(0, "across"), SetMeldOrigin(2, "left"), SetMeldKind(2, "added_kan")):
        session = apply(session, edit)
    _, won, red, east, nine = ruling_card.compose("en", Scored.of(session.desk, WON)).hand
    assert won[0].won
    assert [tile.rotated for tile in red] == [False, True, False]
    assert [tile.face for tile in east] == ["back", "1z", "1z", "back"]
    assert [(tile.rotated, tile.stacked) for tile in nine][:2] == [(True, False), (False, True)]


def test_a_hand_that_does_not_win_says_why_and_pays_nothing() -> None:
    made = card("234m567p789s11z67p +8p", WinFacts("ron", "west"))
    assert (made.headline, made.seats) == ("No yaku", ())
    assert made.worth
    assert [part.heading for part in made.parts] == ["Not counted"]


@pytest.mark.parametrize("language", list(i18n.LANGUAGES))
def test_a_card_is_as_wide_as_a_phone_likes_and_not_blank(language: str) -> None:
    language = written_in(language)
    image = picture(card(HAND, WON, language), OWN if language == "en" else letters_of(language))
    assert image.width == drawing.WIDTH
    assert 800 < image.height < 4000
    colours = image.getcolors(1 << 24) or []
    assert len(colours) > 50
    assert max(count for count, _ in colours) < 0.95 * image.width * image.height


def test_the_photo_takes_its_place_on_the_card() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (1400, 1050), (200, 30, 30)).save(buffer, "JPEG")
    with_photo = picture(card(HAND, WON, photo=(buffer.getvalue(), "ab" * 32)))
    without = picture(card(HAND, WON))
    assert with_photo.height > without.height + 600
    red, green, _ = with_photo.convert("RGB").getpixel((540, 400))  # type: ignore[misc]
    assert red > 150 > green


def test_dora_indicators_have_their_own_row() -> None:
    without = typed.hand("234m456s0p +5p [777z] (1111z)")
    desk = apply(Session.begin(without), AddTile("3p", "indicators")).desk
    made = ruling_card.compose("en", Scored.of(desk, WON))
    assert made.indicators == (("Dora indicators", ("3p",)),)
    bare = ruling_card.compose("en", Scored.of(without, WON))
    assert picture(made).height > picture(bare).height


def test_dora_have_their_section_as_yaku_have() -> None:
    desk = apply(Session.begin(typed.hand(HAND)), AddTile("6s", "indicators")).desk
    made = ruling_card.compose("en", Scored.of(desk, WON))
    (dora,) = (line for part in made.parts for line in part.lines if line.text == "Dora")
    assert (dora.number, dora.cite) == ("2 han", "EMA 2025 2.7")


def test_letters_that_a_font_lacks_are_replaced_by_plain_ones() -> None:
    assert OWN.fitted("\N{MINUS SIGN}1,000") == "-1,000"
    assert not OWN.has("花子")
    assert CardFont("x.ttf", "latin").has("Zoë")
    assert CardFont("x.ttc", "all").fitted("花子") == "花子"


def test_a_card_is_told_in_a_line() -> None:
    hand = Scored.of(typed.hand("345678m44p67s +5s [234p]"), WinFacts("tsumo", "east"))
    assert summary(compose("en", hand, names={"east": "Ann", "south": "Bo"})).split(" · ")[-4:] == [
        "East Ann +1,500",
        "South Bo \N{MINUS SIGN}500",
        "West \N{MINUS SIGN}500",
        "North \N{MINUS SIGN}500",
    ]
