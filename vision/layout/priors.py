"""The decoder's priors: counts of tiles, and the weight of each kind of evidence.

Each value is a natural log of odds or probability unless stated otherwise.
"""

from dataclasses import dataclass, field
from typing import Final

from yakulens.vision.reading import REVIEW_BELOW


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPriors:
    """How many tiles a hand has (a quad counts three, a flower none) and whether they are complete.

    Attributes:
        complete: There are fourteen, one of them won or drawn, and they are a complete hand. Only one in
            thirty of the other tiles on a table would complete it, so a tile that does is likely of the hand.
        waiting: There are thirteen: the winning tile lies in the discards, or nobody won.
        missed: A tile that must exist was not seen; once for each.
        outside: A further tile is outside the picture; once for each.
        unseen_pair: Four sets are called and the last tile is out of view.
        extra: There is one tile too many; once for each.
        worst: Lower bound for any number of extra tiles.
        not_complete: Fourteen tiles are not a complete hand; the cost is this and ``complete`` together.
        not_waiting: Thirteen tiles are not tenpai.
        fifth: A hand holds a fifth tile of a kind.
    """

    complete: float = 2.8
    waiting: float = -1.3
    missed: float = -2.6
    outside: float = -0.8
    unseen_pair: float = -2.5
    extra: float = -5.0
    worst: float = -12.0
    not_complete: float = -6.3
    not_waiting: float = -2.0
    fifth: float = -5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPriors:
    """How called sets lie.

    Attributes:
        chi, pon, open_kan, added_kan, closed_kan: How often each is called; the most common is 0.
        unmarked: No tile of a called set lies sideways.
        open_quad: Four equal tiles lie face-up with none sideways.
        odd_chi: The sideways tile of a sequence is not its leftmost.
        on_top: The added tile of a quad lies on the called one rather than beside it.
        unseen: One tile of a set was not seen.
        unseen_backs: Neither face-down tile of a quad was seen.
        back_like_white: A face-down tile of a quad is read as a White.
        misread: The reader did not consider the face at all.
        gap: Neighbours stand apart, for each tile width beyond a clear gap.
        off_line: A tile of a set is out of line, for each tile width beyond a tolerance.
        apart_worst: Lower bound for a tile's place in its set.
        pair: Weight of the odds that a pair of tiles shares a set (a factor).
        least: A set less likely than this is not considered.
    """

    chi: float = 0.0
    pon: float = 0.0
    open_kan: float = -1.0
    added_kan: float = -1.0
    closed_kan: float = -0.5
    unmarked: float = -1.5
    open_quad: float = -3.0
    odd_chi: float = -2.0
    on_top: float = -1.0
    unseen: float = -3.0
    unseen_backs: float = -4.5
    back_like_white: float = -1.0
    misread: float = -6.0
    gap: float = -5.0
    off_line: float = -2.0
    apart_worst: float = -6.0
    pair: float = 0.6
    least: float = -9.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LostPriors:
    """Signs that a hand of thirteen tiles lost one.

    Attributes:
        gap: There is room for just one tile between two that do not touch.
        faint: A detection that did not count as a tile lies in the row.
        apart: One tile stands apart from all others, as if it had won.
        alike: The most that a tile's odds of being of the hand count where another may be lost: a thing that
            lies where the winning tile would is taken for it by all that judges places.
        asked: The least log odds of a lost tile that are worth a question.
    """

    gap: float = 4.7
    faint: float = 2.0
    apart: float = 1.5
    alike: float = 4.0
    asked: float = -0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutPriors:
    """All priors of the decoder.

    Attributes:
        counts: of the tiles of a hand.
        calls: how called sets lie.
        lost: signs that a tile was lost.
        touching: A tile that touches others of the hand won or was drawn; the network is less sure of that.
        apart: A tile that stands clearly apart won or was drawn.
        sifted: A detection taken for a tile is not one, apart from the network's answer.
        doubted: A detection not taken for a tile is not one.
        sideways: A concealed tile lies sideways.
        unread: Weight of the log probability of a tile's likeliest label: without a clear face it is less
            likely of a hand (a factor).
        same_hand: Weight of the odds that a tile shares a hand with the hand's surest tiles (a factor).
        in_wall: A face-up tile lies between the backs of a wall: of 79 rendered indicators 64 did, of 900
            other face-up tiles read for sure, 700 of them on real photos, none.
        in_set: A face-up tile makes a set with two beside it: of 34 rendered indicators none did, of 26 other
            tiles that the network thought one 11.
        surest: Upper bound for any single opinion.
        rival: A table whose log odds are lower by less than this is worth a question.
        meant: A hand whose log odds of being meant are lower by less than this is worth a question.
        review: A less probable face is asked about (a probability).
        indicator_review: A less probable face of a possible indicator is asked about: it lies far away, and
            no set speaks for it (a probability).
        indicator_readable: A less probable face is not asked about as a possible indicator: what cannot be
            read is the side of a tile, or a back (a probability).
        unsure: A tile that belongs to the hand with less than this probability is asked about.
    """

    counts: CountPriors = field(default_factory=CountPriors)
    calls: CallPriors = field(default_factory=CallPriors)
    lost: LostPriors = field(default_factory=LostPriors)
    touching: float = -0.7
    apart: float = 1.5
    sifted: float = -2.0
    doubted: float = 2.0
    sideways: float = -3.0
    unread: float = 1.0
    same_hand: float = 0.3
    in_wall: float = 4.0
    in_set: float = -3.4
    surest: float = 9.0
    rival: float = 1.8
    meant: float = 1.5
    review: float = REVIEW_BELOW
    indicator_review: float = 0.95
    indicator_readable: float = 0.5
    unsure: float = 0.8


DEFAULT_PRIORS: Final = LayoutPriors()
"""The priors in use."""
