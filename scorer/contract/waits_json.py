"""JSON of a hand before its winning tile to what it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scorer.check import meld_problems
from scorer.contract.hand_end_json import Reader, rules_of, shown
from scorer.contract.hand_json import score_json
from scorer.hand import Problem
from scorer.meld import Meld
from scorer.rules.ruleset import RulesError
from scorer.tile import KIND, KINDS, Tile, TileError, parse, plain
from scorer.vocabulary import FROMS, MELD_KINDS
from scorer.waits import discards_to_tenpai, furiten_tiles, quad_after_riichi, waiting_tiles
from scorer.waits_shape import COPIES, counts_of

if TYPE_CHECKING:
    from scorer.rules.ruleset import RuleSet

SITUATION: Final = (
    "seat",
    "round",
    "riichi",
    "ippatsu",
    "last_tile",
    "first_turn",
    "dora_indicators",
    "ura_indicators",
    "north_dora",
    "honba",
    "bonus_hand",
)
"""Keys of the contract's Hand that are passed on to score each wait."""
KEYS: Final = (
    "id",
    "rules",
    "rule_overrides",
    "concealed",
    "melds",
    "discards",
    "passed",
    "drawn",
    *SITUATION,
)
"""What a waiting hand may say."""
_HAND: Final = 13


def waits_json(value: object) -> dict[str, Any]:
    """What a hand waits for; never raises, whatever the value.

    The JSON is that of the contract's Hand without `win` and `by`; `concealed` holds 13 tiles less 3 for each
    meld, or one more on the player's own turn. `discards` are the player's own, claimed ones included;
    `passed` are discards of others that the player let pass since the last own draw (in riichi: since the
    declaration); `drawn` is the tile just drawn by a player in riichi, to learn which quads are allowed.

    >>> answer = waits_json({"concealed": "234567m234p6788s", "discards": "9p"})
    >>> answer["outcome"], [each["tile"] for each in answer["waits"]], answer["furiten"]
    ('tenpai', ['5s', '8s'], False)
    """
    reader = Reader()
    if not isinstance(value, dict):
        reader.wrong("not_an_object", f"a waiting hand is a JSON object, not {shown(value)}")
        return _invalid(reader)
    echo = {"id": value["id"]} if "id" in value else {}
    reader.known(value, KEYS, "")
    try:
        rules = rules_of(value)
    except RulesError as error:
        reader.wrong("unknown_rules", str(error))
        return echo | _invalid(reader)
    concealed = _tiles(value.get("concealed", ""), "concealed", reader)
    melds = _melds(value.get("melds"), rules, reader)
    discards = _tiles(value.get("discards") or "", "discards", reader)
    passed = _tiles(value.get("passed") or "", "passed", reader)
    drawn = _drawn(value.get("drawn"), reader)
    indicators = _tiles(value.get("dora_indicators") or "", "dora_indicators", reader)
    if not reader.problems:
        _check(concealed, melds, (*discards, *passed, *indicators), drawn, rules, reader)
    if reader.problems:
        return echo | _invalid(reader)
    if len(concealed) > _HAND - 3 * len(melds):
        return echo | _own_turn(concealed, melds, discards, rules)
    waits = waiting_tiles(concealed, melds, rules)
    furiten = furiten_tiles(waits, (*discards, *passed), rules)
    seen = counts_of((*concealed, *_of(melds), *discards, *passed, *indicators))
    scored = [_wait(wait, value, COPIES - seen[KIND[wait]]) for wait in waits]
    reader.problems += dict.fromkeys(problem for each in scored for problem in _situation_problems(each))
    if reader.problems:
        return echo | _invalid(reader)
    return echo | {
        "outcome": "tenpai" if waits else "noten",
        "tenpai": bool(waits),
        "waits": scored,
        "furiten": bool(furiten),
        "furiten_tiles": list(furiten),
        "cites": _cites(rules),
        "quads": _quads(concealed, melds, _fourths(concealed, drawn, value.get("riichi")), rules),
        "problems": [],
    }


def _invalid(reader: Reader) -> dict[str, Any]:
    return {
        "outcome": "invalid",
        "tenpai": False,
        "waits": [],
        "furiten": False,
        "furiten_tiles": [],
        "problems": [{"code": each.code, "message": each.message} for each in reader.problems],
    }


def _own_turn(
    concealed: tuple[Tile, ...], melds: tuple[Meld, ...], discards: tuple[Tile, ...], rules: RuleSet
) -> dict[str, Any]:
    """A player's own turn: tenpai if some discard leaves a tenpai hand, each such discard with its waits."""
    after = discards_to_tenpai(concealed, melds, rules)
    return {
        "outcome": "tenpai" if after else "noten",
        "tenpai": bool(after),
        "waits": [],
        "furiten": False,
        "furiten_tiles": [],
        "by_discard": [
            {
                "discard": tile,
                "waits": list(waits),
                "furiten": bool(furiten_tiles(waits, (*discards, tile), rules)),
            }
            for tile, waits in after.items()
        ],
        "cites": _cites(rules),
        "problems": [],
    }


def _cites(rules: RuleSet) -> dict[str, str]:
    return {"tenpai": rules.cite_of("wait_on_fifth_copy"), "furiten": rules.cite_of("furiten")}


def _wait(wait: Tile, value: dict[str, Any], left: int) -> dict[str, Any]:
    """One waiting tile: how many the player has not seen, and what it scores by discard and by self-draw."""
    known = ("rules", "rule_overrides", "concealed", "melds", *SITUATION)
    hand = {key: value[key] for key in known if value.get(key) is not None} | {"win": wait}
    return {
        "tile": wait,
        "left": max(left, 0),
        "ron": _worth(score_json(hand | {"by": "ron"})),
        "tsumo": _worth(score_json(hand | {"by": "tsumo"})),
    }


def _worth(score: dict[str, Any]) -> dict[str, Any]:
    """The part of a Score that tells what a wait is worth."""
    worth = {key: score.get(key) for key in ("outcome", "han", "fu", "yakuman", "limit", "value")}
    return worth | {"yaku": [each["id"] for each in score.get("yaku", ())], "problems": score["problems"]}


def _situation_problems(wait: dict[str, Any]) -> list[Problem]:
    """What is wrong with the situation itself, which a tile that lies in sight four times is not."""
    told = [score for score in (wait["ron"], wait["tsumo"]) if score["outcome"] == "invalid"]
    found = [Problem(**each) for score in told for each in score["problems"]]
    return [problem for problem in found if problem.code != "five_of_a_tile"]


def _fourths(concealed: tuple[Tile, ...], drawn: Tile | None, riichi: object) -> list[tuple[Tile, Tile]]:
    """The closed quads to judge after riichi, each with the tile drawn for it.

    With a drawn tile every kind of which four are then held; without one, in riichi, every triplet's fourth.
    """
    if drawn is not None:
        counts = counts_of((*concealed, drawn))
        return [(drawn, tile) for kind, tile in enumerate(KINDS) if counts[kind] == COPIES]
    if riichi in (None, "none"):
        return []
    counts = counts_of(concealed)
    return [(tile, tile) for kind, tile in enumerate(KINDS) if counts[kind] == COPIES - 1]


def _quads(
    concealed: tuple[Tile, ...], melds: tuple[Meld, ...], fourths: list[tuple[Tile, Tile]], rules: RuleSet
) -> list[dict[str, Any]]:
    verdicts = [quad_after_riichi(concealed, melds, drawn, tile, rules) for drawn, tile in fourths]
    return [
        {
            "tile": each.tile,
            "allowed": each.allowed,
            "because": each.because,
            "cite": each.cite,
            "told": each.told.to_json(),
            "waits": list(each.waits),
            "after": list(each.after),
        }
        for each in verdicts
    ]


def _of(melds: tuple[Meld, ...]) -> tuple[Tile, ...]:
    return tuple(tile for meld in melds for tile in meld.tiles)


def _tiles(value: object, where: str, reader: Reader) -> tuple[Tile, ...]:
    if isinstance(value, str) or (isinstance(value, list) and all(isinstance(each, str) for each in value)):
        try:
            return parse(value)
        except TileError as error:
            reader.wrong("not_a_tile", f"{where}: {error}")
            return ()
    reader.wrong("wrong_type", f"{where}: tiles are needed, not {shown(value)}")
    return ()


def _drawn(value: object, reader: Reader) -> Tile | None:
    if value is None:
        return None
    tiles = _tiles(value, "drawn", reader)
    if len(tiles) > 1:
        reader.wrong("not_one_tile", f"drawn: one tile is needed, not {len(tiles)}")
    return tiles[0] if len(tiles) == 1 else None


def _melds(value: object, rules: RuleSet, reader: Reader) -> tuple[Meld, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        reader.wrong("wrong_type", f"melds: a list is needed, not {shown(value)}")
        return ()
    read = [_meld(each, f"melds[{at}]", rules, reader) for at, each in enumerate(value)]
    return tuple(meld for meld in read if meld is not None)


def _meld(value: object, where: str, rules: RuleSet, reader: Reader) -> Meld | None:
    if not isinstance(value, dict):
        reader.wrong("wrong_type", f"{where}: an object is needed, not {shown(value)}")
        return None
    reader.known(value, ("kind", "tiles", "from"), f"{where}: ")
    kind = reader.word(value.get("kind"), f"{where}.kind", MELD_KINDS)
    tiles = _tiles(value.get("tiles"), f"{where}.tiles", reader)
    source = value.get("from")
    claimed = None if source is None else reader.word(source, f"{where}.from", FROMS)
    if kind is None or not tiles:
        return None
    meld = Meld(kind, tiles, claimed)
    reader.problems += meld_problems(meld, rules)
    return meld


def _check(  # noqa: PLR0913, PLR0917 - everything that lies on the table counts
    concealed: tuple[Tile, ...],
    melds: tuple[Meld, ...],
    others: tuple[Tile, ...],
    drawn: Tile | None,
    rules: RuleSet,
    reader: Reader,
) -> None:
    """The tile count, no five of a tile, no tile that the set does not have."""
    wanted = _HAND - 3 * len(melds)
    most = wanted if drawn else wanted + 1
    if wanted < 1 or not wanted <= len(concealed) <= most:
        text = f"concealed: {len(concealed)} tiles beside {len(melds)} melds where {wanted} belong"
        reader.wrong("wrong_tile_count", text)
    tiles = (*concealed, *_of(melds), *others, *([drawn] if drawn else []))
    for kind, number in enumerate(counts_of(tiles)):
        if number > COPIES:
            text = f"{number} of {KINDS[kind]}: there are four of each tile"
            reader.wrong("five_of_a_tile", text)
    strange = sorted({plain(tile) for tile in tiles} & set(parse(rules.removed_tiles)))
    if strange:
        reader.wrong("tile_not_in_set", f"{' '.join(strange)}: {rules.title} play without")
