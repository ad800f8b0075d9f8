"""The contract's JSON of a hand before it wins: its distance from tenpai, and what each discard leaves."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.answer import messages_json, picked, problems_json
from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.waiting import WaitingHand, problems_of, read_waiting
from yakulens.scorer.counts import count, number_of
from yakulens.scorer.efficiency.discards import Advance, Discard, tile_efficiency
from yakulens.scorer.efficiency.distance import Distances
from yakulens.scorer.hand import Hand
from yakulens.scorer.message import Message
from yakulens.scorer.points import shares
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.scoring import score
from yakulens.scorer.tile import COPIES, KIND, Tile
from yakulens.scorer.waits import furiten_tiles


def discards_json(value: object, rules: RuleSet | None = None) -> dict[str, Any]:
    """The distance of a hand from tenpai, and its discards; never raises. `rules` replace those in the JSON.

    The JSON is the contract's Hand without `win` and `by`. `concealed` holds 13 tiles less 3 for each meld,
    or one more on the player's own turn. Further keys are `seen`, `discards`, `passed` and `claimed` as for
    `waits_json`.

    What lies open elsewhere changes how many tiles are `left`, not the distance, which counts what hand and
    melds hold. At tenpai `waits` tell what each tile wins, without counters and sticks: `ron` is what the
    discarder pays, `tsumo` what each of the others pays, the smaller share first; 0 and nothing where it may
    not win so. `furiten` bars the win by discard.

    >>> answer = discards_json({"concealed": "123m456p678s1122z9p", "dora_indicators": "9m"})
    >>> answer["shanten"], answer["discards"][0]["tile"], answer["discards"][0]["left"]
    (0, '9p', 4)
    >>> answer["discards"][0]["waits"][1]  # South for the south player, one dora, and concealed by tsumo
    {'tile': '2z', 'left': 2, 'ron': 2600, 'tsumo': [1300, 2600]}
    """
    form = Form.of(value)
    echo = {"id": form.take(keys.ID)} if keys.ID.name in form.value else {}
    waiting = read_waiting(form, keys.BEFORE_WIN, rules)
    if waiting is not None:
        form.problems.extend(problems_of(waiting))
    if waiting is None or form.problems:
        return echo | {"outcome": "invalid", **_answer(None, problems=form.problems)}
    found = tile_efficiency(
        waiting.concealed, waiting.melds, waiting.rules, waiting.elsewhere, waiting.barred
    )
    if len(waiting.concealed) == waiting.size:
        at_tenpai = _tenpai(waiting, found.waits, waiting.concealed, waiting.passed)
        return echo | _answer(found.distances, found.advances, **at_tenpai)
    return echo | _answer(found.distances, discards=[_discard_json(waiting, each) for each in found.discards])


def _answer(
    distances: Distances | None,
    advances: Iterable[Advance] = (),
    discards: Sequence[dict[str, Any]] = (),
    problems: Sequence[Message] = (),
    **at_tenpai: Any,  # noqa: ANN401 - parts of a JSON object
) -> dict[str, Any]:
    """An answer with the parts that all answers share."""
    return {
        "shanten": distances.least if distances else None,
        "forms": forms_json(distances) if distances else None,
        "advances": _advances_json(advances),
        **at_tenpai,
        "discards": list(discards),
        "problems": problems_json(problems),
        "messages": messages_json(problems=problems),
    }


def forms_json(distances: Distances) -> dict[str, int | None]:
    """The distances by form as JSON; a form that melds exclude is null.

    >>> forms_json(Distances(2))
    {'general': 2, 'seven_pairs': None, 'thirteen_orphans': None}
    """
    return picked(distances, "general", "seven_pairs", "thirteen_orphans")


def _advances_json(advances: Iterable[Advance]) -> list[dict[str, Any]]:
    return [picked(each, "tile", "left") for each in advances]


def _discard_json(waiting: WaitingHand, discard: Discard) -> dict[str, Any]:
    at = waiting.concealed.index(discard.tile)
    after = waiting.concealed[:at] + waiting.concealed[at + 1 :]
    return {
        **picked(discard, "tile", "shanten"),
        "advances": _advances_json(discard.advances),
        "left": discard.left,
        **_tenpai(waiting, discard.waits, after, (*waiting.still_passed, discard.tile)),
    }


def _tenpai(
    waiting: WaitingHand, waits: Sequence[Tile], concealed: tuple[Tile, ...], passed: Iterable[Tile]
) -> dict[str, Any]:
    """The waits of a hand at tenpai with what each wins, and whether it is furiten; empty if it is not."""
    if not waits:
        return {}
    visible = count(waiting.visible)
    return {
        "waits": [
            {
                "tile": wait,
                "left": max(COPIES - number_of(visible, KIND[wait]), 0),
                **_worth(waiting, Hand(concealed, wait, waiting.melds)),
            }
            for wait in waits
        ],
        "furiten": bool(furiten_tiles(waits, (*waiting.discards, *passed), waiting.rules)),
    }


def _worth(waiting: WaitingHand, hand: Hand) -> dict[str, Any]:
    """What the other players pay for a hand by ron and by tsumo."""
    rules, situation = waiting.rules, waiting.situation
    ron = score(hand, replace(situation, by="ron"), rules)
    tsumo = score(hand, replace(situation, by="tsumo"), rules)
    paid = shares(tsumo.base, situation.seat, "tsumo", rules).values() if tsumo.outcome == "win" else ()
    return {"ron": ron.value, "tsumo": sorted(set(paid))}
