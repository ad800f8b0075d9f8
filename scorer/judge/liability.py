"""Who can be liable for a yakuman: the sets that it is made of, and who fed them (EMA 3.3.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.message import Message
from scorer.payments import liability_for
from scorer.tile import KIND, parse
from scorer.vocabulary import SEATS, From, Seat

if TYPE_CHECKING:
    from scorer.hand import Hand, Liable
    from scorer.meld import Meld
    from scorer.rules.ruleset import RuleSet

LIABLE_SETS: Final = {
    "daisangen": frozenset(KIND[tile] for tile in parse("567z")),
    "daisuushii": frozenset(KIND[tile] for tile in parse("1234z")),
}
"""The kinds of which triplets and quads make a yakuman that somebody may be liable for (EMA 3.3.7)."""


def feeder_disagrees(hand: Hand, winner: Seat, liable: Liable, rules: RuleSet) -> tuple[Message, ...]:
    """The sentence for a liable player who fed none of the sets that make the yakuman (EMA 3.3.7).

    Only where all that the yakuman is made of lies in view, and every called set of it tells whom it was
    claimed from; otherwise nobody can say.
    """
    sets = called_for(liable.yaku, hand) if liability_for(liable.yaku, rules) else ()
    if not LIABLE_SETS.get(liable.yaku, frozenset()) <= {meld.first for meld in hand.melds}:
        return ()
    feeders = {_feeder(winner, meld.claimed_from, rules) for meld in sets}
    if not feeders or None in feeders or liable.seat in feeders:
        return ()
    fed, cite = tuple(seat for seat in SEATS if seat in feeders), rules.cite_of("liability")
    told = Message.of("liable_did_not_feed", liable=liable.seat, yaku=liable.yaku, feeder=fed, cite=cite)
    return (told.at("liable"),)


def called_for(yaku: str, hand: Hand) -> tuple[Meld, ...]:
    """The called melds that can make somebody liable for a yaku: its triplets and quads, or claimed quads.

    For suukantsu and rinshan it is the quad itself that is fed, not a triplet that one was added to.

    >>> from scorer import Hand, Meld
    >>> hand = Hand.of("22p78s", "9s", [Meld.of("pon", "555z", "left"), Meld.of("chi", "123m", "left")])
    >>> [meld.first for meld in called_for("daisangen", hand)]
    [31]
    """
    if yaku in LIABLE_SETS:
        return tuple(meld for meld in hand.melds if meld.is_open and meld.first in LIABLE_SETS[yaku])
    return tuple(meld for meld in hand.melds if meld.kind == "open_kan")


def _feeder(winner: Seat, origin: From | None, rules: RuleSet) -> Seat | None:
    """Who sits left of, across from or right of the winner; the next to play sits on the right.

    None where that is not told, or cannot be: of three players, who sits across depends on the empty side.
    """
    if origin is None or (origin == "across" and rules.players < len(SEATS)):
        return None
    turns = {"right": 1, "across": 2, "left": -1}[origin]
    return SEATS[(SEATS.index(winner) + turns) % rules.players]
