"""A game as a ruling card: its final standing, and its score sheet with signature lines. Pure.

``final`` is the contract's answer of that name about a game, ``names`` are the players' names on the card,
and ``made`` is the time on it.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from yakulens.app import Json
from yakulens.app.exports.ruling_card import RulingCard, RulingGrid, RulingLine, RulingPart
from yakulens.app.game import Game, is_over, replay, ruling, standing
from yakulens.app.words import i18n, phrases, rule_phrases, seating
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.table.ruling import Ruling

_SUMMANDS: Final = {"uma": "uma", "oka": "oka", "chips": "chip_points", "penalty": "penalty"}
"""By the catalogue key of their names, what changes a player's points into the final result."""
_LEFTOVER_STICKS: Final = frozenset({"row_sticks_left", "note_sticks_unclaimed"})
"""Rows and notes at the end of a game that say who took the leftover riichi sticks."""
_PENALTIES: Final = frozenset(
    {"row_penalty", "row_penalty_for", "row_missed", "note_substitute", "note_substitute_scored"}
)
"""Rows and notes at the end of a game about penalties and replaced players."""


def game_card(game: Game, language: str, names: Mapping[str, str], made: str) -> RulingCard:
    """The card of a finished game: places and points."""
    say, final = partial(i18n.text, language), standing(game)
    changes = summands(game.rules, final)
    columns = [f"table.{key}" for key in ("final", "points", *changes)]
    lines = []
    for row in final["standing"]:
        place = f"{say('table.place', n=row['rank'])} {names[row['player']]}"
        parts = (phrases.signed(by_player[row["player"]]) for by_player in changes.values())
        number = phrases.signed(row["final"])
        lines.append(RulingLine(place, number, " · ".join((phrases.total(row["points"]), *parts))))
    winners = [names[row["player"]] for row in final["standing"] if row["rank"] == 1]
    return RulingCard(
        heading=say("table.final_standing"),
        rules=rule_phrases.title(language, game.rules),
        made=say("card.made", date=made),
        headline=i18n.listed(language, winners),
        worth=say("table.over"),
        parts=(
            RulingPart(" · ".join(map(say, columns)), tuple(lines)),
            *afterwards(language, final, names),
        ),
    )


def summands(rules: str, final: Json) -> dict[str, dict[str, int]]:
    """What changes each player's points into the final result, under its key in the catalogue's ``table``.

    The starting points are taken off; parts that are 0 for everybody are omitted.

    >>> from yakulens.scorer.contract.final_json import final_json
    >>> game = {"rules": "tenhou", "scores": {"Ann": 50900, "Bo": 20000, "Cy": 19100, "Di": 10000}}
    >>> {key: by_player["Ann"] for key, by_player in summands("tenhou", final_json(game)).items()}
    {'initial': -25000, 'uma': 20000, 'oka': 15000}
    """
    rows = final["standing"]
    start = {row["player"]: -load_rules(rules).start_points for row in rows}
    parts = {key: {row["player"]: row.get(of, 0) for row in rows} for key, of in _SUMMANDS.items()}
    return {key: each for key, each in {"initial": start, **parts}.items() if any(each.values())}


def sheet_card(game: Game, language: str, names: Mapping[str, str], made: str) -> RulingCard:
    """The score sheet of a game: every hand, the final calculation, and signature lines.

    ``names`` are in the order of the game's players.
    """
    say, final, (played, _) = partial(i18n.text, language), standing(game), replay(game)
    ends = {row["player"]: row for row in final["standing"]}
    last = {"final": {player: row["final"] for player, row in ends.items()}}
    sums = [
        (say(f"table.{key}"), *(phrases.signed(by_player[player]) for player in names))
        for key, by_player in (summands(game.rules, final) | last).items()
    ]
    points = (say("table.points"), *(phrases.total(ends[player]["points"]) for player in names))
    rows: list[tuple[str, ...]] = []
    turn = ""
    for hand in played:
        seats = hand.before.seats()
        changes = [hand.settled["net"].get(seat, 0) for seat in seats]
        totals = map(sum, zip(hand.before.scores, changes, strict=True))
        turn = seating.turn(language, hand.before.round, hand.before.dealer)
        end = ended(language, ruling(game, hand), dict(zip(seats, names.values(), strict=True)))
        rows += [(turn, *map(phrases.signed, changes)), (end, *map(phrases.total, totals))]
    return RulingCard(
        heading=say("sheet.heading"),
        rules=rule_phrases.title(language, game.rules),
        made=say("card.made", date=made),
        worth="" if is_over(played) else say("sheet.running", turn=turn),
        situation=made,
        parts=afterwards(language, final, names),
        grid=RulingGrid(
            ((say("sheet.hand"), *names.values()), *rows, points, *sums),
            1 + len(sums),
            say("sheet.sign"),
            frozenset(range(2, len(rows) + 1, 2)),
        ),
    )


def afterwards(language: str, final: Json, names: Mapping[str, str]) -> tuple[RulingPart, ...]:
    """What besides uma changed the points after the last hand, each line with its section.

    These are leftover riichi sticks, then penalties and replaced players; parts without lines are omitted.
    """
    parts = (
        RulingPart(i18n.text(language, heading), tuple(_lines_after(language, final, names, codes)))
        for heading, codes in (("rule.leftover_sticks", _LEFTOVER_STICKS), ("table.penalty", _PENALTIES))
    )
    return tuple(part for part in parts if part.lines)


def _lines_after(
    language: str, final: Json, names: Mapping[str, str], codes: frozenset[str]
) -> Iterator[RulingLine]:
    """The rows and notes of a game's end whose messages have one of these codes, with the players' names."""
    for kind in ("rows", "notes"):
        for entry, message in zip(final[kind], final["messages"][kind], strict=True):
            if message["code"] not in codes:
                continue
            values = {
                key: names.get(value, value) if key == "player" else value
                for key, value in message["values"].items()
            }
            points = entry["points"] if kind == "rows" else 0
            number = phrases.signed(points if entry.get("to") else -points) if points else ""
            cite = rule_phrases.cite(language, entry["cite"])
            sentence = phrases.say(language, message | {"values": values}, names)
            yield RulingLine(rule_phrases.remarked(language, sentence, entry.get("note", "")), number, cite)


def ended(language: str, found: Ruling, names: seating.Names) -> str:
    """How a hand ended, for a score sheet."""
    who, say = partial(seating.all_seated, language, names=names), partial(i18n.text, language)
    if found.outcome in {"ron", "tsumo"}:
        winners = who([each.seat for each in found.wins])
        payer = who([found.discarder]) if found.discarder else ""
        return say(f"sheet.{found.outcome}", winner=winners, payer=payer)
    if found.outcome in {"chombo", "waived_chombo"}:
        return say("sheet.chombo", who=who(found.offenders))
    if found.outcome == "nagashi":
        return say("sheet.nagashi", who=who(found.nagashi))
    if found.outcome == "draw":
        return say("sheet.draw" if found.tenpai else "sheet.draw_noten", who=who(found.tenpai))
    return say("table.abortive_draw")
