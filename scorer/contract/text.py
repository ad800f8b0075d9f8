"""The answers of the contract as text: scores, settlements, standings, needs and waits."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from yakulens.scorer.reading_rows import ReadingRow
from yakulens.scorer.tile import compact

ORDINALS: Final = ("1st", "2nd", "3rd", "4th")
"""The places."""
_MULTIPLES = {2: "double ", 3: "triple ", 4: "fourfold ", 5: "fivefold ", 6: "sixfold "}
_VERDICTS = {
    "no_yaku": "No yaku: this hand may not win.",
    "not_complete": "Not a complete hand.",
    "invalid": "This cannot be scored.",
}


def score_lines(score: Mapping[str, Any]) -> list[str]:
    """The lines of a Score: what it is worth, why, who pays, and what did not count."""
    lines = [headline(score)]
    lines += [f"  {problem['message']}" for problem in score.get("problems", ())]
    if score["outcome"] == "win":
        lines += _table(yaku_rows(score))
        if score.get("han") is not None:
            lines += ["", *_table(fu_rows(score))]
        reading = score.get("reading")
        if reading and reading.get("sets"):
            read_as = _read_as(reading["sets"], reading.get("pair"), reading.get("wait"))
            lines += ["", f"  read as {read_as}"]
        if score.get("chips"):
            lines += ["", *_table(chip_rows(score))]
        lines += ["", *(f"  {line}" for line in paid_lines(score)), f"  {_payments(score)}"]
    reasons = score.get("why_not", ())
    if reasons:
        lines += ["", "  Not counted:"]
        lines += [f"    {_words(row['id'])}: {row['because']}{_cited(row)}" for row in reasons]
    return lines


def other_reading_lines(rows: Iterable[ReadingRow]) -> list[str]:
    """The lines of the readings that were compared and not chosen, if any.

    >>> won = score(Hand.of("111222333m78p55s", "6p"), Situation("ron"), load_rules("ema-2025"))
    >>> other_reading_lines(won.other_readings)[-1].strip()
    '123m 123m 123m 678p with the pair 5s, wait ryanmen: 2 han 30 fu, 2000 points'
    """
    lines = [f"    {_compared(row)}" for row in rows]
    return ["", "  Other readings:", *lines] if lines else []


def _compared(row: ReadingRow) -> str:
    worth = f"{row.han} han {row.fu} fu" if not row.yakuman else "yakuman"
    read_as = _read_as(row.sets, row.pair, row.wait)
    return f"{read_as}: {f'{worth}, {row.value} points' if row.value else 'no yaku'}"


def headline(score: Mapping[str, Any]) -> str:
    """One line on what a Score is worth, or that there is no win.

    >>> headline({"outcome": "win", "han": 3, "fu": 30, "value": 3900})
    '3 han 30 fu: 3900 points'
    """
    if score["outcome"] != "win":
        return _VERDICTS.get(score["outcome"], _words(score["outcome"]))
    if score.get("yakuman"):
        worth = f"{_MULTIPLES.get(score['yakuman'], '')}yakuman"
    else:
        worth = f"{score['han']} han {score['fu']} fu"
        if score.get("limit"):
            worth += f", {_words(score['limit'])}"
    return f"{worth}: {score['value']} points"


def yaku_rows(score: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    """The yaku and dora of a Score: name, worth and section."""
    for row in score.get("yaku", ()):
        worth = f"{_MULTIPLES.get(row['yakuman'], '')}yakuman" if row.get("yakuman") else f"{row['han']} han"
        yield _words(row["id"]), worth, row.get("cite", "")
    for row in score.get("dora", ()):
        yield _words(row["id"]), f"{row['han']} han", row.get("cite", "")


def fu_rows(score: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    """The minipoints of a Score: reason, number and section; the last row is rounded.

    >>> list(fu_rows({"fu": 30, "fu_rows": [{"id": "base", "fu": 20}]}))
    [('base', '20 fu', ''), ('rounded', '30 fu', '')]
    """
    rows = score.get("fu_rows", ())
    for row in rows:
        tiles = compact(row.get("tiles", ()))
        yield f"{_words(row['id'])} {tiles}".strip(), f"{row['fu']} fu", row.get("cite", "")
    if rows and sum(row["fu"] for row in rows) != score["fu"]:
        yield "rounded", f"{score['fu']} fu", ""


def chip_rows(score: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    """The chips of a Score from each payer: reason, number and section."""
    for row in score.get("chips", ()):
        yield row["text"], counted(row["chips"], "chip"), row["cite"]


def settlement_lines(answer: Mapping[str, Any]) -> list[str]:
    """The lines of a settled hand: payments with sections, each seat's change and points, what comes next."""
    lines, after, chips = paid_lines(answer), answer.get("scores", {}), answer.get("chips", {})
    lines.append("")
    for seat, points in answer["net"].items():
        after_text = f"  now {after[seat]:>8,}" if seat in after else ""
        chip_text = f"  chips {chips[seat]:>+3}" if seat in chips else ""
        lines.append(f"{seat:<6} {points:>+8,}{after_text}{chip_text}")
    lines += [f"{seat} loses {-points:,} after the game" for seat, points in answer["penalties"].items()]
    on_table = f"{counted(answer['deposits_left'], 'riichi stick')} on the table"
    if answer["game_ends"]:
        return [*lines, on_table] if answer["deposits_left"] else lines
    following = f"next: {answer['dealer_next']} deals, {counted(answer['honba_next'], 'counter')}"
    hands_left = f", {counted(answer['hands_left'], 'hand')} after it" if answer.get("hands_left") else ""
    return [*lines, f"{following}, {on_table}{hands_left}"]


def paid_lines(answer: Mapping[str, Any]) -> list[str]:
    """Every payment of a score or settlement with its section, then what else decided it.

    Payments in chips follow those in points.
    """
    rows, in_chips = answer.get("rows", ()), answer.get("chip_rows", ())
    widest = max((len(row["text"]) for row in (*rows, *in_chips)), default=0)
    lines = [f"{row['text']:<{widest}}  {row['points']:>7,}  {sourced(row)}" for row in rows]
    lines += [
        f"{row['text']:<{widest}}  {counted(row['chips'], 'chip'):>7}  {row['cite']}".rstrip()
        for row in in_chips
    ]
    return [*lines, *_notes(answer)]


def sourced(row: Mapping[str, Any]) -> str:
    """The section of a row with the remark beside it, if there is one.

    >>> sourced({"cite": "RCR Empty Tray", "note": "optional"}), sourced({"cite": "EMA 2025 3.7"})
    ('RCR Empty Tray (optional)', 'EMA 2025 3.7')
    """
    return f"{row['cite']} ({row['note']})" if row.get("note") else str(row["cite"])


def standing_lines(answer: Mapping[str, Any]) -> list[str]:
    """The lines of a final standing, best first, with the section of every step."""
    widest = max((len(place["player"]) for place in answer["standing"]), default=0)
    lines = [
        f"{place['rank']}. {place['player']:<{widest}} {place['points']:>8,}  uma {place['uma']:>+7,}"
        + (f"  oka {place['oka']:>+7,}" if place.get("oka") else "")
        + (f"  chips {place['chips']:>+3}, {place['chip_points']:>+7,}" if place.get("chips") else "")
        + (f"  penalty {place['penalty']:>+7,}" if place["penalty"] else "")
        + f"  final {place['final']:>+8,}"
        for place in answer["standing"]
    ]
    cites = dict.fromkeys(sourced(row) for row in answer["rows"] if row["cite"])
    lines += [
        f"({row['text']}, {-row['points']:,}{': ' if row['cite'] else ''}{sourced(row)})"
        for row, message in zip(answer["rows"], answer["messages"]["rows"], strict=True)
        if message["code"] == "row_penalty_for"
    ]
    lines += _notes(answer)
    lines += [f"({', '.join(cites)})"] if cites else []
    sticks_left = answer["deposits_left"]
    return [*lines, f"{counted(sticks_left, 'riichi stick')} left on the table"] if sticks_left else lines


def need_lines(need: Mapping[str, Any]) -> list[str]:
    r"""The lines of one player of the all-last sheet: place and points, then what each better place takes.

    >>> scores = {"east": 41000, "south": 37000, "west": 22000, "north": 20000}
    >>> from yakulens.scorer.contract.need_json import need_json
    >>> print("\n".join(need_lines(need_json({"scores": scores})["needs"][1])[:4]))
    south: 2nd with 37,000
      for 1st
        by self-draw    2 han 40 fu (700/1,300, or 1 han 80 fu, 3 han 20 fu) -> 39,700; the place is shared
        ron from east   2 han 30 fu (2,000, or 1 han 60 fu, 3 han 25 fu) -> 39,000; the place is shared
    """
    leads = "" if need["goals"] else ", leads"
    lines = [f"{need['seat']}: {ORDINALS[need['place'] - 1]} with {need['points']:,}{leads}"]
    for goal in need["goals"]:
        lines += [f"  for {ORDINALS[goal['place'] - 1]}", f"    by self-draw    {_enough(goal['tsumo'])}"]
        lines += [f"    ron from {payer:<5}  {_enough(hand)}" for payer, hand in goal["ron"].items()]
    return lines


def _enough(hand: Mapping[str, Any] | None) -> str:
    """The cheapest sufficient hand with its payments, other hands of the same worth, and what follows."""
    if hand is None:
        return "no hand is enough"
    others = [_words(worth["limit"] or f"{worth['han']} han {worth['fu']} fu") for worth in hand["worths"]]
    others = [other for other in dict.fromkeys(others) if other != hand["text"]]
    alternatives = f", or {', '.join(others)}" if others else ""
    shared = "; the place is shared" if hand["shared"] else ""
    goes_on = "" if hand["game_ends"] else "; the game goes on"
    payments = "/".join(f"{points:,}" for points in sorted(set(hand["pays"].values())))
    return f"{hand['text']} ({payments}{alternatives}) -> {hand['points']:,}{shared}{goes_on}"


def waiting_lines(answer: Mapping[str, Any]) -> list[str]:
    """The lines of a waiting hand: each wait with its score, furiten, quads."""
    cites = answer["cites"]
    lines = [f"{answer['outcome']} ({cites['tenpai']})"]
    lines += [
        f"  {wait['tile']}  by discard {_paid(wait['ron'])}, by self-draw {_paid(wait['tsumo'])}, "
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


def discard_lines(answer: Mapping[str, Any]) -> list[str]:
    """The lines of a hand before it wins: its distance by form, then its discards, or what advances it."""
    forms = ", ".join(f"{_words(form)} {far}" for form, far in answer["forms"].items() if far is not None)
    lines = [f"{_distance(answer['shanten'])} ({forms})", *_hand_left_lines(answer, "")]
    for each in answer["discards"]:
        lines.append(f"  discard {each['tile']}: {_distance(each['shanten'])}")
        lines += _hand_left_lines(each, "  ")
    return lines


def _distance(shanten: int) -> str:
    return {-1: "complete", 0: "tenpai"}.get(shanten, f"{shanten} from tenpai")


def _hand_left_lines(left: Mapping[str, Any], indent: str) -> Iterator[str]:
    """What a hand of 13 tiles may draw: the tiles that advance it, or its waits with what each wins."""
    if left.get("waits"):
        for wait in left["waits"]:
            tsumo = "/".join(f"{points:,}" for points in wait["tsumo"])
            won = f"by discard {wait['ron']:,}, by self-draw {tsumo or 0}"
            yield f"{indent}  waits for {wait['tile']}: {won}, {wait['left']} unseen"
        if left["furiten"]:
            yield f"{indent}  furiten: no win by discard"
    elif left["advances"]:
        tiles = " ".join(f"{each['tile']}({each['left']})" for each in left["advances"])
        yield f"{indent}  {sum(each['left'] for each in left['advances'])} tiles advance it: {tiles}"


def _table(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    table_rows = list(rows)
    name = max((len(row[0]) for row in table_rows), default=0)
    worth = max((len(row[1]) for row in table_rows), default=0)
    return [f"  {row[0]:<{name}}  {row[1]:>{worth}}  {row[2]}".rstrip() for row in table_rows]


def _read_as(sets: Iterable[Iterable[str]], pair: str | None, wait: str | None) -> str:
    shown = " ".join(compact(tiles) for tiles in sets)
    return f"{shown}{f' with the pair {pair}' if pair else ''}{f', wait {wait}' if wait else ''}"


def _payments(score: Mapping[str, Any]) -> str:
    changes = {seat: points for seat, points in score.get("payments", {}).items() if points}
    ordered = sorted(changes.items(), key=lambda change: -change[1])
    return "  ".join(f"{seat} {points:+d}" for seat, points in ordered)


def _words(identifier: str) -> str:
    return identifier.replace("_", " ")


def _cited(row: Mapping[str, Any]) -> str:
    return f" ({row['cite']})" if row.get("cite") else ""


def _notes(answer: Mapping[str, Any]) -> list[str]:
    return [f"({note['text']}: {sourced(note)})" for note in answer.get("notes", ())]


def _paid(score: Mapping[str, Any]) -> str:
    if score["outcome"] == "no_yaku":
        return "no yaku"
    if score["outcome"] != "win":
        return "nothing"
    worth = _words(score["limit"]) if score["limit"] else f"{score['han']} han {score['fu']} fu"
    return f"{score['value']:,} ({worth})"


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, whose plural ends in s unless given.

    >>> counted(1, "photo"), counted(1200, "photo"), counted(2, "box", "boxes")
    ('1 photo', '1,200 photos', '2 boxes')
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
