"""What a hand waits for: tenpai or noten, the waiting tiles, furiten, and the quads allowed after riichi."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorer.meld import Meld
from scorer.message import NOT_TOLD, Told
from scorer.tile import KIND, KINDS, RED_FIVES, Tile, compact, is_red, parse, plain
from scorer.waits_shape import COPIES, counts_of, is_complete, plus

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorer.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class QuadVerdict:
    """Whether a closed quad may be declared after riichi.

    Attributes:
        tile: the kind of which four are held.
        allowed: whether the quad is valid.
        because: the reason, in words.
        cite: the section.
        told: the reason as data.
        waits: what the hand waits for before the quad.
        after: what it would wait for after it; none where the quad cannot be made at all.
    """

    tile: Tile
    allowed: bool
    because: str
    cite: str
    told: Told = NOT_TOLD
    waits: tuple[Tile, ...] = ()
    after: tuple[Tile, ...] = ()


def waiting_tiles(concealed: Iterable[Tile], melds: Sequence[Meld], rules: RuleSet) -> tuple[Tile, ...]:
    """The tiles that complete a hand of 13 (less 3 for each meld), whether or not it then has a yaku.

    A tile of which the player holds all four copies is none of them (unless the rules say so), nor is one
    that the set does not have. A five is named red where only the red one can still come.

    >>> from scorer.rules.load import load_rules
    >>> waiting_tiles(parse("123m456p789s1134z"), (), load_rules("ema-2025"))
    ()
    >>> waiting_tiles(parse("123m456p789s2345s"), (), load_rules("ema-2025"))
    ('2s', '5s')
    """
    inside = tuple(concealed)
    held = (*inside, *(tile for meld in melds for tile in meld.tiles))
    concealed_counts, all_counts = counts_of(inside), counts_of(held)
    removed = {KIND[tile] for tile in parse(rules.removed_tiles)}
    return tuple(
        _face(tile, held, rules)
        for kind, tile in enumerate(KINDS)
        if (all_counts[kind] < COPIES or rules.wait_on_fifth_copy)
        and kind not in removed
        and is_complete(plus(concealed_counts, kind), len(melds))
    )


def furiten_tiles(waits: Iterable[Tile], discards: Iterable[Tile], rules: RuleSet) -> tuple[Tile, ...]:
    """The waiting tiles among a player's own discards; one of them bars every win by discard.

    >>> from scorer.rules.load import load_rules
    >>> furiten_tiles(("3p", "6p", "9p"), ("1z", "6p"), load_rules("ema-2025"))
    ('6p',)
    """
    if rules.furiten == "none":
        return ()
    thrown = {plain(tile) for tile in discards}
    return tuple(tile for tile in waits if plain(tile) in thrown)


def discards_to_tenpai(
    concealed: Iterable[Tile], melds: Sequence[Meld], rules: RuleSet
) -> dict[Tile, tuple[Tile, ...]]:
    """For a hand of 14 (less 3 for each meld): each discard that leaves it tenpai, and its waits then."""
    tiles = list(concealed)
    after = {tile: _less(tiles, tile) for tile in dict.fromkeys(tiles)}
    waits = {tile: waiting_tiles(rest, melds, rules) for tile, rest in after.items()}
    return {tile: waiting for tile, waiting in waits.items() if waiting}


def quad_after_riichi(
    concealed: Iterable[Tile], melds: Sequence[Meld], drawn: Tile, quad: Tile, rules: RuleSet
) -> QuadVerdict:
    """Whether a player who declared riichi may declare a closed quad (EMA 3.3.10, WRC 6.5.1, WDMC 3.5.1).

    Args:
        concealed: the 13 tiles (less 3 for each closed quad) with which riichi was declared.
        melds: closed quads declared before.
        drawn: the tile just drawn.
        quad: the tile of which a quad is to be declared.
        rules: the rule set, for its section and its set of tiles.
    """
    tiles = tuple(concealed)
    kind = KIND[quad]
    waits = waiting_tiles(tiles, melds, rules)
    after = _waits_after(tiles, melds, KIND[drawn], kind, rules)
    refusal = _refusal(tiles, melds, KIND[drawn], kind, waits, after, rules)
    because, told = refusal or (
        f"the quad leaves the wait on {' '.join(waits)} as it is",
        Told.of("quad_allowed", tiles=compact(waits)),
    )
    cite = rules.cite_of("quad_after_riichi")
    return QuadVerdict(KINDS[kind], not refusal, because, cite, told, waits, after)


def _waits_after(
    tiles: tuple[Tile, ...], melds: Sequence[Meld], drawn: int, quad: int, rules: RuleSet
) -> tuple[Tile, ...]:
    """What the hand waits for once the quad lies there; nothing where the drawn tile makes none."""
    if drawn != quad or counts_of(tiles)[quad] != COPIES - 1:
        return ()
    rest = [tile for tile in tiles if KIND[tile] != quad]
    return waiting_tiles(rest, (*melds, Meld("closed_kan", (KINDS[quad],) * COPIES)), rules)


def _refusal(  # noqa: PLR0913, PLR0917 - all of the situation decides
    tiles: tuple[Tile, ...],
    melds: Sequence[Meld],
    drawn: int,
    quad: int,
    waits: tuple[Tile, ...],
    after: tuple[Tile, ...],
    rules: RuleSet,
) -> tuple[str, Told] | None:
    """Why the quad is not allowed, in words and as data; None where it is."""
    counts = counts_of(tiles)
    if drawn != quad or counts[quad] != COPIES - 1:
        text = f"the drawn tile {KINDS[drawn]} matches no concealed triplet of {KINDS[quad]}"
        return text, Told.of("quad_not_of_drawn", drawn=KINDS[drawn], tile=KINDS[quad])
    if not waits:
        return "the hand is not tenpai", Told("quad_without_tenpai")
    if set(map(plain, waits)) != set(map(plain, after)):
        text = f"it would change the wait from {' '.join(waits)} to {' '.join(after) or 'nothing'}"
        return text, Told("quad_changes_wait")
    if rules.quad_after_riichi == "only_triplet":
        for wait in waits:
            if is_complete(plus(counts, KIND[wait]), len(melds), without_triplet=quad):
                text = f"with {wait} the three tiles can be read as other than a triplet"
                return text, Told.of("quad_not_only_triplet", tile=wait)
    return None


def _less(tiles: list[Tile], tile: Tile) -> list[Tile]:
    rest = list(tiles)
    rest.remove(tile)
    return rest


def _face(tile: Tile, held: Sequence[Tile], rules: RuleSet) -> Tile:
    """The face that can still come: the red five where every plain one is held."""
    red = f"0{tile[1]}"
    if tile[0] != "5" or red not in RED_FIVES:
        return tile
    reds = rules.red_fives[RED_FIVES.index(red)]
    plain_held = sum(each == tile and not is_red(each) for each in held)
    return red if plain_held >= COPIES - reds else tile
