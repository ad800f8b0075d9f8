"""What a hand waits for: tenpai or noten, the waiting tiles, furiten, and the quads allowed after riichi."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from yakulens.scorer.counts import count, number_of
from yakulens.scorer.decompose import completing, is_complete
from yakulens.scorer.meld import Meld
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import COPIES, KIND, KINDS, RED_FIVES, Tile, parse, plain
from yakulens.scorer.transfers import Note

_MOST_QUADS: Final = 4


@dataclass(frozen=True, slots=True)
class QuadVerdict:
    """Whether a closed quad of a tile (for a five, the plain one) may be declared after riichi, and why.

    `waits` are the waits before the quad, `after` those after it; empty if the quad is impossible.
    """

    tile: Tile
    allowed: bool
    because: Message
    cite: str
    waits: tuple[Tile, ...] = ()
    after: tuple[Tile, ...] = ()


def waiting_tiles(concealed: Iterable[Tile], melds: Sequence[Meld], rules: RuleSet) -> tuple[Tile, ...]:
    """The tiles that complete a hand of 13 (less 3 for each meld), with or without a yaku.

    It leaves out tiles that the player holds four times (unless the rules allow them) and tiles that the set
    does not have. A five is red if only the red one can still come.

    >>> waiting_tiles(parse("123m456p789s1134z"), (), load_rules("ema-2025"))
    ()
    >>> waiting_tiles(parse("123m456p789s2345s"), (), load_rules("ema-2025"))
    ('2s', '5s')
    """
    inside = tuple(concealed)
    all_tiles = (*inside, *(tile for meld in melds for tile in meld.tiles))
    concealed_counts, all_counts = count(inside), count(all_tiles)
    removed = {KIND[tile] for tile in parse(rules.removed_tiles)}
    return tuple(
        _face(KINDS[kind], all_tiles, rules)
        for kind in completing(concealed_counts, len(melds), fifth=rules.wait_on_fifth_copy)
        if (number_of(all_counts, kind) < COPIES or rules.wait_on_fifth_copy) and kind not in removed
    )


def furiten_tiles(waits: Iterable[Tile], discards: Iterable[Tile], rules: RuleSet) -> tuple[Tile, ...]:
    """The waiting tiles among a player's own discards; any of them bars every win by discard."""
    if rules.furiten == "none":
        return ()
    discarded = {plain(tile) for tile in discards}
    return tuple(tile for tile in waits if plain(tile) in discarded)


def discards_to_tenpai(
    concealed: Iterable[Tile], melds: Sequence[Meld], rules: RuleSet, barred: Iterable[Tile] = ()
) -> dict[Tile, tuple[Tile, ...]]:
    """For a hand of 14 (less 3 for each meld): each discard that leaves it tenpai, with the waits.

    `barred` are tiles that may not be discarded now (`swap_called`).

    >>> discards_to_tenpai(parse("123m456p789s1112z3z"), (), load_rules("ema-2025"))
    {'2z': ('3z',), '3z': ('2z',)}
    """
    tiles, forbidden = tuple(concealed), {KIND[tile] for tile in barred}
    after = {
        tile: tiles[:at] + tiles[at + 1 :] for at, tile in enumerate(tiles) if KIND[tile] not in forbidden
    }
    waits = {tile: waiting_tiles(remaining, melds, rules) for tile, remaining in after.items()}
    return {tile: waiting for tile, waiting in waits.items() if waiting}


def quad_after_riichi(  # noqa: PLR0913 - the hand, and what of the table decides
    concealed: Iterable[Tile],
    melds: Sequence[Meld],
    drawn: Tile,
    quad: Tile,
    rules: RuleSet,
    *,
    wall: int | None = None,
    declared: int = 0,
) -> QuadVerdict:
    """Whether a player who declared riichi may declare a closed quad (EMA 3.3.10, WRC 6.5.1, WDMC 3.5.1).

    Nobody may declare one after drawing the last tile (EMA 3.4.1, WRC 5.7.1), nor a fifth one (EMA 3.3.5, WRC
    5.4.9), unless the fifth aborts the hand.

    Args:
        concealed: the 13 tiles (less 3 for each closed quad) at the riichi declaration.
        melds: closed quads declared before.
        drawn: the tile just drawn.
        quad: the tile of the quad to declare.
        rules: the rule set, for its section and its set of tiles.
        wall: number of tiles left to draw after this one; None if unknown.
        declared: number of quads that all players together have declared.

    >>> verdict = quad_after_riichi(parse("123m456p78s33s111z"), (), "1z", "1z", load_rules("ema-2025"))
    >>> verdict.allowed, verdict.because.text, verdict.waits
    (True, 'the kan leaves the wait on 6s 9s as it is', ('6s', '9s'))
    """
    tiles = tuple(concealed)
    kind = KIND[quad]
    waits = waiting_tiles(tiles, melds, rules)
    cite = rules.cite_of("quad_after_riichi")
    for case, holds in (
        ("last_tile", wall is not None and wall < 1),
        ("four_quads", declared >= _MOST_QUADS and "fifth_quad" not in rules.abortive_draws),
    ):
        if holds:
            because, cite = Message(f"quad_{case}"), rules.cite_of("quad_after_riichi", case)
            return QuadVerdict(KINDS[kind], allowed=False, because=because, cite=cite, waits=waits)
    if KIND[drawn] != kind or number_of(count(tiles), kind) != COPIES - 1:
        because = Message.of("quad_not_of_drawn", drawn=plain(drawn), tile=KINDS[kind])
        return QuadVerdict(KINDS[kind], allowed=False, because=because, cite=cite, waits=waits)
    remaining = [tile for tile in tiles if KIND[tile] != kind]
    after = waiting_tiles(remaining, (*melds, Meld("closed_kan", (KINDS[kind],) * COPIES)), rules)
    refusal = _refusal(waits, after)
    if not refusal and rules.quad_after_riichi == "only_triplet":
        for wait in waits:
            if is_complete(count((*tiles, wait)), len(melds), without_triplet=kind):
                refusal = Message.of("quad_not_only_triplet", tile=wait)
                break
    because = refusal or Message.of("quad_allowed", tiles=waits)
    return QuadVerdict(KINDS[kind], not refusal, because, cite, waits, after)


def _refusal(waits: tuple[Tile, ...], after: tuple[Tile, ...]) -> Message | None:
    """Why a quad that changes the waits is not allowed; None if the waits stay the same."""
    if not waits:
        return Message("quad_without_tenpai")
    if not after:
        return Message.of("quad_ends_wait", waits=waits)
    if set(map(plain, waits)) != set(map(plain, after)):
        return Message.of("quad_changes_wait", waits=waits, after=after)
    return None


def riichi_now(
    melds: Sequence[Meld], wall: int | None, points: int | None, rules: RuleSet, *, tenpai: bool
) -> tuple[bool, Note]:
    """Whether a player may declare riichi now (EMA 3.3.10, WRC 6.5.1, WDMC 3.5.1), and why.

    `wall` is the number of tiles left to draw; `wall` and `points` are None if unknown. If a discard is due,
    `tenpai` means after some discard.

    >>> allowed, why = riichi_now((), 3, None, load_rules("wrc-2015"), tenpai=True)
    >>> allowed, why.message.text, why.cite
    (False, '3 tiles are left in the wall, and riichi needs 4', 'WRC 2015 6.5.1')
    """
    if any(meld.is_open for meld in melds):
        return False, Note.of("riichi_open_hand", rules, "yaku.riichi")
    if not tenpai:
        return False, Note.of("riichi_without_tenpai", rules, "yaku.riichi")
    min_wall, min_points = rules.riichi_min_wall, rules.riichi_min_points
    if wall is not None and wall < min_wall:
        return False, Note.of("riichi_without_wall", rules, "riichi_min_wall", wall=wall, least=min_wall)
    if points is not None and min_points and points < min_points:
        key = "riichi_min_points"
        return False, Note.of("riichi_needs_points", rules, key, points=points, least=min_points)
    return True, Note.of("riichi_allowed", rules, "riichi_min_wall")


def swap_called(meld: Meld, claimed: Tile, rules: RuleSet) -> tuple[Tile, ...]:
    """The tiles that may not be discarded right after claiming a tile for a set (swap-calling, EMA 3.3.2).

    >>> swap_called(Meld.of("chi", "345p", "left"), "3p", load_rules("ema-2025"))
    ('3p', '6p')
    """
    if rules.swap_calling == "allowed":
        return ()
    kind, lowest = KIND[claimed], meld.first
    if meld.kind != "chi" or rules.swap_calling == "not_the_same":
        return (KINDS[kind],)
    # only for a tile at one end of the sequence, another tile could complete it at the other end
    far_end = {0: lowest + 3, 2: lowest - 1}.get(kind - lowest, kind)
    same_suit = far_end // 9 == lowest // 9
    return tuple(KINDS[each] for each in sorted({kind, far_end if same_suit else kind}))


def _face(tile: Tile, held: Sequence[Tile], rules: RuleSet) -> Tile:
    """The face that can still come: the red five if every plain one of the set is held."""
    red = f"0{tile[1]}"
    reds = rules.red_fives[RED_FIVES.index(red)] if tile[0] == "5" and red in RED_FIVES else 0
    if not reds or not rules.red_fives_exact:
        return tile
    return red if held.count(tile) >= COPIES - reds else tile
