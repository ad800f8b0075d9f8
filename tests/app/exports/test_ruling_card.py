from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from yakulens.app import game
from yakulens.app.exports import card_drawing as drawing
from yakulens.app.exports import ruling_card
from yakulens.app.exports.card_fonts import CardFont, letters_of, written_in
from yakulens.app.exports.ruling_card import compose, ended, summary
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import i18n
from yakulens.scorer.vocabulary import SEATS
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


PLAYERS = ("Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ({"event": "ron", "discarder": "west", "wins": [{"seat": "south", "han": 5}]}, "Ron: Bo off Cy"),
        (
            {
                "event": "ron",
                "discarder": "east",
                "wins": [{"seat": each, "han": 5} for each in ("west", "south")],
            },
            "Ron: Bo, Cy off Ann",
        ),
        ({"event": "tsumo", "wins": [{"seat": "east", "han": 5}]}, "Tsumo: Ann"),
        ({"event": "exhaustive_draw", "tenpai": ["east", "north"]}, "Draw: Ann, Di tenpai"),
        ({"event": "exhaustive_draw", "tenpai": []}, "Draw: nobody tenpai"),
        ({"event": "exhaustive_draw"}, "Draw: nobody tenpai"),
        ({"event": "exhaustive_draw", "nagashi": ["south"], "tenpai": ["west"]}, "Draw: Cy tenpai"),
        ({"event": "chombo", "offender": "west"}, "Chombo: Cy"),
        ({"event": "chombo", "offender": ["west", "north"]}, "Chombo: Cy, Di"),
    ],
)
def test_a_score_sheet_tells_how_each_hand_ended(end: dict[str, Any], told: str) -> None:
    running = game.add(game.begin("ema-2025", PLAYERS), end)
    (hand,), _ = game.replay(running)
    names = dict(zip(hand.before.seats(), PLAYERS, strict=True))
    assert ended("en", game.ruling(running, hand), names) == told


def test_nagashi_mangan_and_what_voids_a_hand_are_told_too() -> None:
    running = game.begin("tenhou", PLAYERS)
    three = [{"seat": seat, "han": 1, "fu": 30} for seat in ("south", "west", "north")]
    for end in (
        {"event": "exhaustive_draw", "nagashi": ["south"], "tenpai": ["east"]},
        {"event": "abortive_draw", "reason": "nine_terminals"},
        {"event": "ron", "discarder": "east", "wins": three},
    ):
        running = game.add(running, end)
    played, _ = game.replay(running)
    names = dict(zip(played[0].before.seats(), PLAYERS, strict=True))
    told = [ended("en", game.ruling(running, hand), names) for hand in played]
    assert told == ["Nagashi mangan: Bo", "Abortive draw", "Abortive draw"]


def test_a_long_score_sheet_shows_the_points_after_every_hand_and_all_of_its_sums() -> None:
    win = {"event": "ron", "discarder": "south", "wins": [{"seat": "east", "han": 1, "fu": 30}]}
    running = game.add(game.begin("ema-2025", PLAYERS), win)
    for _ in range(29):
        running = game.add(running, {"event": "exhaustive_draw", "tenpai": list(SEATS)})
    names = dict(zip(PLAYERS, PLAYERS, strict=True))
    made = ruling_card.sheet_card(running, "en", names, "")
    assert made.grid is not None
    assert made.grid.rows[2] == ("Ron: Ann off Bo", "31,500", "28,500", "30,000", "30,000")
    assert sorted(made.grid.small) == list(range(2, 61, 2))
    tall = picture(made).height
    fewer = ruling_card.sheet_card(game.undo(running), "en", names, "")
    assert 80 < tall - picture(fewer).height < 160


@pytest.mark.parametrize("name", ["Maximilian Weber", "Wolfeschlegelsteinhausen"])
def test_a_score_sheet_writes_a_long_name_whole_and_its_date_under_the_rules(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = (name, *PLAYERS[1:])
    running = game.stop(game.add(game.begin("ema-2025", players), {"event": "exhaustive_draw"}))
    made = ruling_card.sheet_card(running, "en", dict(zip(players, players, strict=True)), "today")
    at: dict[str, int] = {}
    monkeypatch.setattr(drawing._Canvas, "_write", lambda _, _x, y, text, _style: at.update({text: y}))
    drawing.draw(made, OWN)
    assert name.replace(" ", "") in "".join(at)
    assert at["today"] - at[made.rules] < 100


NUMBERED = dict(zip(PLAYERS, ("1", "2", "3", "4"), strict=True))


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("ema-2025", [("1, place 1, takes the remaining riichi sticks", "+1,000")]),
        (
            "wrc-2025",
            [
                ("Nobody takes the remaining riichi sticks", ""),
                ("3: penalties of the game", "\N{MINUS SIGN}20,000"),
            ],
        ),
    ],
)
def test_the_picture_of_a_game_shows_leftover_sticks_and_penalties_by_the_names_on_it(
    rules: str, told: list[tuple[str, str]]
) -> None:
    running = game.begin(rules, PLAYERS)
    running = game.add(running, {"event": "exhaustive_draw", "tenpai": ["east"], "riichi": ["east"]})
    running = game.add(running, {"event": "chombo", "offender": "west"})
    made = ruling_card.game_card(running, "en", NUMBERED, "2026-11-24")
    assert [(line.text, line.number) for part in made.parts[1:] for line in part.lines] == told
    assert all(line.cite for part in made.parts for line in part.lines)


def test_the_picture_of_a_game_says_nothing_of_sticks_and_penalties_that_there_were_not() -> None:
    begun = game.begin("ema-2025", PLAYERS)
    assert len(ruling_card.game_card(begun, "en", NUMBERED, "2026-11-24").parts) == 1


def test_a_card_is_told_in_a_line() -> None:
    hand = Scored.of(typed.hand("345678m44p67s +5s [234p]"), WinFacts("tsumo", "east"))
    assert summary(compose("en", hand, names={"east": "Ann", "south": "Bo"})).split(" · ")[-4:] == [
        "East Ann +1,500",
        "South Bo \N{MINUS SIGN}500",
        "West \N{MINUS SIGN}500",
        "North \N{MINUS SIGN}500",
    ]
