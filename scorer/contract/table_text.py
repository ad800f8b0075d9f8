"""Settlements, standings and waits as a person reads them."""

from collections.abc import Mapping
from typing import Any


def settlement_lines(answer: Mapping[str, Any]) -> list[str]:
    """A settled hand: every payment with its section, each seat's change and points, what comes next."""
    lines, after, chips = paid_lines(answer), answer.get("scores", {}), answer.get("chips", {})
    lines.append("")
    for seat, points in answer["net"].items():
        after_text = f"  now {after[seat]:>8,}" if seat in after else ""
        chip_text = f"  chips {chips[seat]:>+3}" if seat in chips else ""
        lines.append(f"{seat:<6} {points:>+8,}{after_text}{chip_text}")
    lines += [f"{seat} loses {-points:,} after the game" for seat, points in answer["penalties"].items()]
    on_table = f"{_plural(answer['deposits_left'], 'riichi stick')} on the table"
    if answer["game_ends"]:
        return [*lines, on_table] if answer["deposits_left"] else lines
    following = f"next: {answer['dealer_next']} deals, {_plural(answer['honba_next'], 'counter')}"
    hands_left = f", {_plural(answer['hands_left'], 'hand')} after it" if answer.get("hands_left") else ""
    return [*lines, f"{following}, {on_table}{hands_left}"]


def paid_lines(answer: Mapping[str, Any]) -> list[str]:
    """Every payment of a score or a settlement with its section, then what decided it beside them.

    Payments in chips stand below those in points.
    """
    rows, in_chips = answer.get("rows", ()), answer.get("chip_rows", ())
    widest = max((len(row["text"]) for row in (*rows, *in_chips)), default=0)
    lines = [f"{row['text']:<{widest}}  {row['points']:>7,}  {row['cite']}" for row in rows]
    lines += [
        f"{row['text']:<{widest}}  {_plural(row['chips'], 'chip'):>7}  {row['cite']}".rstrip()
        for row in in_chips
    ]
    return [*lines, *_notes(answer)]


def standing_lines(answer: Mapping[str, Any]) -> list[str]:
    """A final standing, best first, and the section of every step."""
    widest = max((len(place["player"]) for place in answer["standing"]), default=0)
    lines = [
        f"{place['rank']}. {place['player']:<{widest}} {place['points']:>8,}  uma {place['uma']:>+7,}"
        + (f"  oka {place['oka']:>+7,}" if place.get("oka") else "")
        + (f"  chips {place['chips']:>+3}, {place['chip_points']:>+7,}" if place.get("chips") else "")
        + (f"  penalty {place['penalty']:>+7,}" if place["penalty"] else "")
        + f"  final {place['final']:>+8,}"
        for place in answer["standing"]
    ]
    cites = dict.fromkeys(row["cite"] for row in answer["rows"] if row["cite"])
    lines += [
        f"({row['text']}, {-row['points']:,}{': ' if row['cite'] else ''}{row['cite']})"
        for row, message in zip(answer["rows"], answer["messages"]["rows"], strict=True)
        if message["code"] == "row_penalty_for"
    ]
    lines += _notes(answer)
    lines += [f"({', '.join(cites)})"] if cites else []
    sticks_left = answer["deposits_left"]
    return [*lines, f"{_plural(sticks_left, 'riichi stick')} left on the table"] if sticks_left else lines


def waiting_lines(answer: Mapping[str, Any]) -> list[str]:
    """A waiting hand: each wait with what it scores, furiten, quads."""
    cites = answer["cites"]
    lines = [f"{answer['outcome']} ({cites['tenpai']})"]
    lines += [
        f"  {wait['tile']}  by discard {_worth(wait['ron'])}, by self-draw {_worth(wait['tsumo'])}, "
        f"{wait['left']} unseen"
        for wait in answer["waits"]
    ]
    for each in answer.get("by_discard", ()):
        furiten = ", furiten" if each["furiten"] else ""
        lines.append(f"  discard {each['discard']}: waits for {' '.join(each['waits'])}{furiten}")
    if answer["furiten"]:
        tiles = " ".join(answer["furiten_tiles"])
        lines.append(
            f"  furiten: {tiles} was discarded or let pass, so no win by discard ({cites['furiten']})"
        )
    if riichi := answer.get("riichi"):
        lines.append(f"  {riichi['because']} ({riichi['cite']})")
    for quad in answer.get("quads", ()):
        verdict = "a closed kan is allowed" if quad["allowed"] else "no closed kan"
        lines.append(f"  {quad['tile']}: {verdict}: {quad['because']} ({quad['cite']})")
    return [*lines, *(f"  {note}" for note in _notes(answer))]


def _notes(answer: Mapping[str, Any]) -> list[str]:
    return [f"({note['text']}: {note['cite']})" for note in answer.get("notes", ())]


def _worth(score: Mapping[str, Any]) -> str:
    if score["outcome"] == "no_yaku":
        return "no yaku"
    if score["outcome"] != "win":
        return "nothing"
    worth = score["limit"].replace("_", " ") if score["limit"] else f"{score['han']} han {score['fu']} fu"
    return f"{score['value']:,} ({worth})"


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
