"""Penalties and substitutes that are said at the table: kept with the game, handed to its end, taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from yakulens.app import game, store
from yakulens.app.exports import card_drawing as drawing
from yakulens.app.exports import card_of_game, ruling_card
from yakulens.app.exports.card_fonts import CardFont
from yakulens.app.game import Penalised
from yakulens.app.game.correction import correct
from yakulens.app.game.penalties import bounds, offered, penalise, spared, substitute, take_back
from yakulens.app.store import Store
from yakulens.scorer import BUILT_IN, load_rules

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.app import Json
    from yakulens.app.game import Game

PLAYERS = ("Ann", "Bo", "Cy", "Di")
DRAW = {"event": "exhaustive_draw", "tenpai": ["south"]}
CHOMBO = {"event": "chombo", "offender": "south", "tournament": True}


def running(rules: str = "ema-2025") -> Game:
    return game.begin(rules, PLAYERS)


def end_of(found: Game, player: str) -> Json:
    (row,) = (row for row in game.standing(found)["standing"] if row["player"] == player)
    return row


def test_ema_7_5_a_penalty_is_taken_after_the_game_with_its_reason_and_section() -> None:
    found = penalise(game.add(running(), DRAW), Penalised(1, -2000, "score_sheet_wrong"))
    assert (end_of(found, "Bo")["penalty"], end_of(found, "Bo")["points"]) == (-2000, 33_000)
    assert end_of(found, "Ann")["penalty"] == 0
    (row,) = (row for row in game.standing(found)["rows"] if row["points"] == 2000)
    assert row["text"] == "Bo: a mistake on the score sheet that cannot be fixed"
    assert row["cite"] == "EMA 2025 7.5"


def test_penalties_of_one_player_add_up_and_stand_beside_a_chombo() -> None:
    found = game.add(running(), CHOMBO)
    assert end_of(found, "Bo")["penalty"] == -20_000
    for each in (Penalised(1, -3000, "late"), Penalised(1, -500), Penalised(0, -2000, "score_sheet_wrong")):
        found = penalise(found, each)
    assert (end_of(found, "Bo")["penalty"], end_of(found, "Ann")["penalty"]) == (-23_500, -2000)
    assert end_of(take_back(found, 0), "Bo")["penalty"] == -20_500
    assert [each.points for each in take_back(found, 0).penalties] == [-500, -2000]


def test_a_penalty_of_which_the_book_says_nothing_cites_no_section_of_it() -> None:
    (row,) = (
        row for row in game.standing(penalise(running(), Penalised(2, -500)))["rows"] if row["from"] == "Cy"
    )
    assert (row["text"], row["cite"], row["points"]) == ("Cy: at the referee's discretion", "", 500)


def test_a_penalty_outlasts_a_hand_that_is_taken_back_or_corrected() -> None:
    found = penalise(game.add(running(), DRAW), Penalised(1, -2000, "score_sheet_wrong"))
    assert game.undo(found).penalties == found.penalties
    assert correct(found, 0, DRAW | {"tenpai": ["east"]}).game.penalties == found.penalties
    assert correct(found, 0, None).game.penalties == found.penalties


def test_ema_7_3_who_is_replaced_scores_what_the_rules_fix() -> None:
    found = substitute(game.add(running(), DRAW), 1, "during")
    assert end_of(found, "Bo")["final"] == -30_000
    assert end_of(substitute(found, 1, None), "Bo")["final"] > 0
    assert substitute(found, 1, "before").substitutes == ((1, "before"),)


def test_ema_7_3_who_is_replaced_is_spared_being_late_and_nothing_else() -> None:
    said = penalise(
        penalise(running(), Penalised(1, -10_000, "late")), Penalised(1, -2000, "score_sheet_wrong")
    )
    found = substitute(penalise(said, Penalised(2, -1000, "late")), 1, "before")
    assert [(each.player, each.offence) for each in found.penalties] == [
        (1, "score_sheet_wrong"),
        (2, "late"),
    ]
    assert spared(found, "late") == {1}
    with pytest.raises(ValueError, match="no penalty"):
        penalise(found, Penalised(1, -1000, "late"))


@pytest.mark.parametrize(
    "wrong",
    [Penalised(4, -1000), Penalised(-1, -1000), Penalised(0, 0), Penalised(0, 1000), Penalised(0, -(10**9))],
)
def test_what_is_no_penalty_is_refused(wrong: Penalised) -> None:
    with pytest.raises(ValueError, match="no penalty"):
        penalise(running(), wrong)


@pytest.mark.parametrize(("rules", "player"), [("ema-2025", 4), ("tenhou", 0)])
def test_a_substitute_of_whom_the_rules_say_nothing_is_refused(rules: str, player: int) -> None:
    with pytest.raises(ValueError, match="no substitute"):
        substitute(running(rules), player, "before")


@pytest.mark.parametrize("rules", BUILT_IN)
def test_every_offence_that_is_offered_can_be_entered_with_the_points_of_the_book(rules: str) -> None:
    book = load_rules(rules)
    for each in offered(book):
        least, most = bounds(each)
        assert 0 < least <= most
        found = game.begin(rules, PLAYERS[: book.players])
        for points in {least, most}:
            told = game.standing(penalise(found, Penalised(0, -points, each.id)))
            assert told["problems"] == []
            assert [row["penalty"] for row in told["standing"] if row["player"] == "Ann"] == [-points]
    assert "missed" not in {each.id for each in offered(load_rules("ema-2025"))}


def test_what_was_said_outlives_a_restart(tmp_path: Path) -> None:
    said = penalise(penalise(running(), Penalised(1, -2000, "score_sheet_wrong")), Penalised(2, -500))
    said = substitute(said, 3, "before")
    kept = Store(tmp_path / store.FILE).games
    number = kept.begin(running())
    assert kept.save(number, 0, said) == "saved"
    found = Store(tmp_path / store.FILE).games.load(number)
    assert found is not None
    assert found.game == said


def test_the_score_sheet_tells_each_with_its_section() -> None:
    found = substitute(penalise(running(), Penalised(1, -2000, "score_sheet_wrong")), 3, "during")
    names = dict(zip(PLAYERS, PLAYERS, strict=True)) | {"Bo": "bo"}  # as he writes it

    def sheet(of: Game) -> ruling_card.RulingCard:
        return card_of_game.sheet_card(of, "en", names, "")

    (part,) = sheet(found).parts
    assert part.heading == "Penalty"
    mistake = "bo: a mistake on the score sheet that cannot be fixed"
    replaced = "Di was substituted: -15,000 points and -15,000 uma, whatever the result"
    assert [(line.text, line.number, line.cite) for line in part.lines] == [
        (f"{mistake} (for each of the players)", "\N{MINUS SIGN}2,000", "EMA 2025 7.5"),
        (f"{replaced} (and the last place's uma)", "", "EMA 2025 7.3"),
    ]
    assert sheet(running()).parts == ()
    own = CardFont(None, "ascii")
    assert len(drawing.draw(sheet(found), own)) > len(drawing.draw(sheet(running()), own))
    assert replace(found, penalties=(), substitutes=()) == running()
