"""What the decoder knows beforehand: counts of the game, and how far each kind of evidence goes.

Each value is a natural logarithm of odds or probability unless its meaning says otherwise.
"""

from dataclasses import dataclass, field
from typing import Final

from yakulens.vision.reading import REVIEW_BELOW


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPriors:
    """How many tiles a hand has, a quad counting three and a flower none, and whether they make one.

    Attributes:
        complete: There are fourteen, of which one won or was drawn, and they are a complete hand: only one
            in thirty of the other tiles on a table would make it one, so much rather that tile is of it.
        waiting: There are thirteen: the winning tile lies in the discards, or nobody won.
        missed: A tile that must be there was not seen; once for each.
        outside: A further tile is not in the picture; once for each.
        unseen_pair: Four sets are called and the last tile is not in view.
        extra: There is a tile more than a hand has; once for each.
        worst: No number of extra tiles is less likely than this.
        not_complete: Fourteen tiles are no complete hand; with ``complete`` together what that costs.
        not_waiting: Thirteen tiles wait for nothing.
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
        chi, pon, open_kan, added_kan, closed_kan: How often each is called, the commonest being 0.
        unmarked: No tile of a called set lies sideways.
        open_quad: Four equal tiles lie face-up with none sideways.
        odd_chi: The sideways tile of a sequence is not its leftmost.
        on_top: The added tile of a quad lies on the called one rather than beside it.
        unseen: One tile of a set was not seen.
        unseen_backs: Neither face-down tile of a quad was seen.
        back_like_white: A face-down tile of a quad is read as a White.
        misread: The reader did not think of a face at all.
        gap: Neighbours stand apart by a tile width beyond a clear gap; times that width.
        off_line: A tile of a set is out of its line; times tile widths beyond a fair slack.
        apart_worst: No place of a tile in its set costs more than this.
        pair: How far the odds of a pair of tiles lying in one set count (a factor).
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
class LayoutPriors:
    """All that the decoder knows beforehand.

    Attributes:
        counts: of the tiles of a hand.
        calls: how called sets lie.
        touching: A tile that touches others of the hand won, or was drawn; the network sees that less surely.
        apart: A tile that stands clearly off won, or was drawn.
        sifted: What was taken for a tile is none after all, beside what the network makes of it.
        doubted: What was not taken for a tile is none.
        sideways: A concealed tile lies sideways.
        unread: How far the log probability of a tile's likeliest label counts: what shows no clear face is
            rather no tile of a hand (a factor).
        same_hand: How far the odds of a tile being of the same hand as its surest tiles count (a factor).
        surest: No single opinion counts for more than this.
        rival: Another table whose log odds are worse by less than this is worth a question.
        meant: Another hand whose log odds of being meant are worse by less than this is worth a question.
        review: A face less probable than this is asked about (a probability).
        unsure: A tile of the hand that is less probably of it than this is asked about (a probability).
    """

    counts: CountPriors = field(default_factory=CountPriors)
    calls: CallPriors = field(default_factory=CallPriors)
    touching: float = -0.7
    apart: float = 1.5
    sifted: float = -2.0
    doubted: float = 2.0
    sideways: float = -3.0
    unread: float = 1.0
    same_hand: float = 0.3
    surest: float = 9.0
    rival: float = 1.8
    meant: float = 1.5
    review: float = REVIEW_BELOW
    unsure: float = 0.8


DEFAULT_PRIORS: Final = LayoutPriors()
"""The ones in use."""
