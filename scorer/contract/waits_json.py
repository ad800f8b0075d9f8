"""The contract's JSON of a hand before its winning tile: its waits, and what each is worth."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.answer import messages_json, note_json, picked, problems_json
from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.waiting import WaitingHand, problems_of, read_waiting
from yakulens.scorer.counts import count, number_of
from yakulens.scorer.decompose import is_complete
from yakulens.scorer.hand import Hand
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.scoring import score
from yakulens.scorer.tile import COPIES, KIND, KINDS, Tile
from yakulens.scorer.transfers import Note
from yakulens.scorer.vocabulary import By
from yakulens.scorer.waits import (
    discards_to_tenpai,
    furiten_tiles,
    quad_after_riichi,
    riichi_now,
    waiting_tiles,
)


def waits_json(value: object, rules: RuleSet | None = None) -> dict[str, Any]:
    """What a hand waits for; never raises, whatever the value. `rules` replace those in the JSON.

    The JSON is the contract's Hand without `win` and `by`. `concealed` holds 13 tiles less 3 for each meld,
    or one more on the player's own turn. Further keys:

    - `seen`: every tile that lies open elsewhere on the table; those that other keys name may be among them.
    - `discards`: the player's own discards, including those that others claimed.
    - `passed`: discards of others that the player let pass since the last own draw, or in riichi since the
      declaration.
    - `drawn`: the tile just drawn by a player in riichi, to get the allowed quads.
    - `claimed`: the tile just claimed for the last called set, to get the discards that swap-calling forbids.
    - `wall`: number of tiles left to draw, to get whether riichi or a quad may be declared.
    - `points`: the player's points, to get whether riichi may be declared.

    >>> answer = waits_json({"concealed": "234567m234p6788s", "discards": "9p"})
    >>> answer["outcome"], [each["tile"] for each in answer["waits"]], answer["furiten"]
    ('tenpai', ['5s', '8s'], False)
    """
    form = Form.of(value)
    echo = {"id": form.take(keys.ID)} if keys.ID.name in form.value else {}
    waiting = read_waiting(form, keys.WAITING, rules)
    if waiting is not None:
        form.problems.extend(problems_of(waiting))
    if waiting is None or form.problems:
        return echo | _answer("invalid", problems=form.problems)
    if len(waiting.concealed) > waiting.size:
        return echo | _own_turn(waiting)
    return echo | _waiting(waiting)


def _waiting(waiting: WaitingHand) -> dict[str, Any]:
    """The answer for a hand of 13: tenpai or noten, each wait with its worth, furiten, quads."""
    rules = waiting.rules
    waits = waiting_tiles(waiting.concealed, waiting.melds, rules)
    furiten = furiten_tiles(waits, (*waiting.discards, *waiting.passed), rules)
    notes = _furiten_notes(waiting, furiten_tiles(waits, waiting.passed, rules))
    visible = count(waiting.visible)
    return _answer(
        "tenpai" if waits else "noten",
        waits=[
            {
                "tile": wait,
                "left": max(COPIES - number_of(visible, KIND[wait]), 0),
                "ron": _worth(waiting, wait, "ron"),
                "tsumo": _worth(waiting, wait, "tsumo"),
            }
            for wait in waits
        ],
        furiten=furiten,
        notes=notes,
        cites=_cites(rules),
        quads=list(_quads(waiting)),
        **_riichi(waiting, tenpai=bool(waits)),
    )


def _own_turn(waiting: WaitingHand) -> dict[str, Any]:
    """The answer on a player's own turn: tenpai if a discard leaves tenpai; those discards with waits."""
    rules = waiting.rules
    claim = waiting.just_called
    barred, passed = waiting.barred, waiting.still_passed
    after = discards_to_tenpai(waiting.concealed, waiting.melds, rules, barred)
    complete = claim is None and is_complete(count(waiting.concealed), len(waiting.melds))
    notes = []
    if complete:
        cite = rules.cite_of("two_han_from_counters", "complete")
        notes.append(Note(Message("hand_is_complete"), cite))
    if claim and barred:
        notes.append(Note.of("swap_calling", rules, "swap_calling", claim.kind, tiles=barred))
    all_waits = dict.fromkeys(wait for waits in after.values() for wait in waits)
    notes += _furiten_notes(waiting, furiten_tiles(all_waits, passed, rules))
    return _answer(
        "tenpai" if complete or after else "noten",
        complete=complete,
        by_discard=[
            {
                "discard": tile,
                "waits": list(waits),
                "furiten": bool(furiten_tiles(waits, (*waiting.discards, *passed, tile), rules)),
            }
            for tile, waits in after.items()
        ],
        cites=_cites(rules),
        notes=notes,
        **_riichi(waiting, tenpai=bool(after)),
    )


def _furiten_notes(waiting: WaitingHand, passed: tuple[Tile, ...]) -> tuple[Note, ...]:
    """How long furiten from passed tiles lasts (EMA 3.3.9, WRC 5.7.5, WDMC 3.9.2)."""
    if not passed:
        return ()
    ends = "in_riichi" if waiting.situation.riichi != "none" else waiting.rules.temporary_furiten
    return (Note.of(f"furiten_{ends}", waiting.rules, "temporary_furiten", tiles=passed),)


def _riichi(waiting: WaitingHand, *, tenpai: bool) -> dict[str, Any]:
    """Whether riichi may be declared, if the wall or the player's points are given."""
    if waiting.wall is None and waiting.points is None:
        return {}
    allowed, why = riichi_now(waiting.melds, waiting.wall, waiting.points, waiting.rules, tenpai=tenpai)
    if waiting.situation.riichi != "none":
        allowed, why = False, Note.of("riichi_declared", waiting.rules, "yaku.riichi")
    answer = {"allowed": allowed, "because": why.message.text, "cite": why.cite}
    return {"riichi_allowed": allowed, "riichi": answer | {"message": why.message.to_json()}}


def _answer(outcome: str, **parts: Any) -> dict[str, Any]:  # noqa: ANN401 - parts of a JSON object
    """An answer with the parts that all answers share."""
    problems, notes, furiten = parts.pop("problems", ()), parts.pop("notes", ()), parts.pop("furiten", ())
    return {
        "outcome": outcome,
        "tenpai": outcome == "tenpai",
        "waits": [],
        "furiten": bool(furiten),
        "furiten_tiles": list(furiten),
        **parts,
        "notes": [note_json(note) for note in notes],
        "problems": problems_json(problems),
        "messages": messages_json(problems=problems, notes=(note.message for note in notes)),
    }


def _cites(rules: RuleSet) -> dict[str, str]:
    return {"tenpai": rules.cite_of("wait_on_fifth_copy"), "furiten": rules.cite_of("furiten")}


def _worth(waiting: WaitingHand, wait: Tile, by: By) -> dict[str, Any]:
    """The part of a Score with what a wait is worth."""
    hand = Hand(waiting.concealed, wait, waiting.melds)
    result = score(hand, replace(waiting.situation, by=by), waiting.rules)
    return {
        **picked(result, "outcome", "han", "fu", "yakuman", "limit", "value"),
        "yaku": [row.id for row in result.yaku],
        "problems": problems_json(result.problems),
    }


def _fourths(waiting: WaitingHand) -> list[tuple[Tile, Tile]]:
    """The closed quads to judge after riichi: for each, the drawn tile and the kind of the quad.

    With a drawn tile, these are all kinds held four times then. Without one, in riichi, these are all kinds
    held three times, as if the fourth were drawn.
    """
    if waiting.drawn is not None:
        counts = count((*waiting.concealed, waiting.drawn))
        return [(waiting.drawn, tile) for kind, tile in enumerate(KINDS) if number_of(counts, kind) == COPIES]
    if waiting.situation.riichi == "none":
        return []
    counts = count(waiting.concealed)
    return [(tile, tile) for kind, tile in enumerate(KINDS) if number_of(counts, kind) == COPIES - 1]


def _quads(waiting: WaitingHand) -> Iterator[dict[str, Any]]:
    wall, declared = waiting.wall, len(waiting.situation.dora_indicators) - 1
    if wall is not None and waiting.drawn is None:  # the fourth tile is still to be drawn
        wall -= 1
    for drawn_tile, tile in _fourths(waiting):
        hand = waiting.concealed, waiting.melds, drawn_tile, tile
        verdict = quad_after_riichi(*hand, waiting.rules, wall=wall, declared=declared)
        yield {
            **picked(verdict, "tile", "allowed"),
            "because": verdict.because.text,
            "cite": verdict.cite,
            "message": verdict.because.to_json(),
            **picked(verdict, "waits", "after"),
        }
