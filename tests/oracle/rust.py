"""Hands as the `riichienv` wheel wants them, a scorer in Rust; asked only where it is installed."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from mahjong.meld import Meld

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.oracle.theirs import Question

_EAST = 27


def installed() -> bool:
    """Whether it can be asked."""
    try:
        importlib.import_module("riichienv")
    except ImportError:
        return False
    return True


def asking(question: Question) -> Callable[[], Any]:
    """A call that makes the hand anew and scores it; its arguments are ready."""
    rust: Any = importlib.import_module("riichienv._riichienv")  # without the Python around it
    kinds = {Meld.CHI: rust.MeldType.Chi, Meld.PON: rust.MeldType.Pon, Meld.SHOUMINKAN: rust.MeldType.Kakan}
    melds = [
        rust.Meld(kinds.get(each.type) or _quad(rust, opened=each.opened), list(each.tiles), each.opened)
        for each in question.melds
    ]
    called = [tile for meld in question.melds for tile in meld.tiles]
    concealed = sorted(tile for tile in question.tiles if tile not in called)
    config = question.config
    winds = (rust.Wind.East, rust.Wind.South, rust.Wind.West, rust.Wind.North)
    conditions = rust.Conditions(
        tsumo=config.is_tsumo,
        riichi=config.is_riichi,
        double_riichi=config.is_daburu_riichi,
        ippatsu=config.is_ippatsu,
        haitei=config.is_haitei,
        houtei=config.is_houtei,
        rinshan=config.is_rinshan,
        chankan=config.is_chankan,
        tsumo_first_turn=config.is_tenhou or config.is_chiihou,
        player_wind=winds[(config.player_wind or _EAST) - _EAST],
        round_wind=winds[(config.round_wind or _EAST) - _EAST],
    )

    def ask() -> Any:  # noqa: ANN401 - it is untyped here
        evaluator = rust.HandEvaluator(concealed, melds)
        return evaluator.calc(question.win, question.dora, question.ura, conditions)

    return ask


def _quad(rust: Any, *, opened: bool) -> Any:  # noqa: ANN401 - it is untyped here
    return rust.MeldType.Daiminkan if opened else rust.MeldType.Ankan


def value(answer: Any) -> int:  # noqa: ANN401 - it is untyped here
    """What its answer pays in all."""
    if not answer.is_win:
        return 0
    others = 2 if answer.tsumo_agari_oya else 3
    return int(answer.ron_agari or answer.tsumo_agari_oya + others * answer.tsumo_agari_ko)
