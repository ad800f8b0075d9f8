"""How likely each way of laying tiles is: the weights of the joint solution.

A prior is a natural logarithm of odds where nothing else is said, and a distance is in tile widths. The
values are read from rule books (melds to the right, the called tile sideways, the drawn tile apart) and from
looking at photos of real tables; ``python -m tests.vision.layout.survey`` measures what a change does.

The layout takes all of them from one ``Priors``, so that others can be passed in:

>>> from dataclasses import replace
>>> careless_table = replace(DEFAULT_PRIORS, strewn=replace(DEFAULT_PRIORS.strewn, strewn=-1.0))
>>> careless_table.strewn.strewn, careless_table.melds == DEFAULT_PRIORS.melds
(-1.0, True)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPriors:
    """How many tiles the hand has, a quad counting three and a flower none, and whether they make a hand.

    Attributes:
        complete: There are fourteen tiles.
        just_waiting: Thirteen tiles are a hand whose winning tile lies in the discards, or that was not won.
        waiting_with_win: Of thirteen tiles one lies apart, so one was not detected, or that is not the
            winning one.
        too_few: There are fewer than thirteen tiles.
        too_few_each: This is added for each missing tile, up to ``too_few_unseen`` of them, since those were
            not detected.
        too_few_unseen: So many missing tiles (a number) may simply not have been detected.
        too_few_outside: This is added for each further missing tile, which is rather out of the picture.
        none_held: Of a hand of four called sets none of the other tiles is seen, which its owner then holds
            standing, or face-down; this is added to what the number of tiles costs.
        too_many: There are more than fourteen tiles, so one is not part of the hand or is no tile.
        too_many_each: This is added for each tile beyond fourteen.
        worst: No number of tiles is less likely than this.
        not_complete: Fourteen tiles are no complete hand, as in a dispute or in the course of play.
        not_waiting: Thirteen tiles wait for no tile.
    """

    complete: float = 0.0
    just_waiting: float = -1.6
    waiting_with_win: float = -3.2
    too_few: float = -3.0
    too_few_each: float = -1.5
    too_few_unseen: int = 2
    too_few_outside: float = -0.75
    none_held: float = -3.0
    too_many: float = -3.0
    too_many_each: float = -1.2
    worst: float = -12.0
    not_complete: float = -2.0
    not_waiting: float = -1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcealedPriors:
    """How the concealed part lies: its main row, further rows of it, and what lies oddly in them.

    Attributes:
        sideways: A tile lies sideways among the concealed ones.
        aslant: A concealed tile lies neither upright nor sideways.
        rider: Two sideways tiles lie right beside each other among the concealed ones.
        back_worst: However surely a tile among the concealed ones lies face-down, it costs no more than this.
        stray_end: One detection at the end of a row of melds does not belong to them.
        flowers_beside: The detections at the end of a row of melds are flowers, which are laid there.
        all_called: A row of nothing but melds with their called tiles sideways is concealed all the same.
        before_melds: Concealed tiles lie in one row with melds, but not in the main row.
        second_row: Another row of the concealed part lies right above or below the main one.
        row_after_gap: Another row continues the main one after a gap; as much is added for each width of it.
        lone_after_gap: This is added where that row is a single tile.
        row_elsewhere: Another row of the concealed part lies apart and not in line with the main one.
        row_elsewhere_per_width: This is added for each width of the gap to such a row.
        row_far_per_width: This is added for each width of a gap beyond two and a half.
        short_row: This, divided by its length, is added for a row that is not in line with the main one.
        not_the_main_row: Another row of the concealed part is longer than the one taken as the main row.
    """

    sideways: float = -5.0
    aslant: float = -1.0
    rider: float = -6.0
    back_worst: float = -6.0
    stray_end: float = -4.0
    flowers_beside: float = -0.5
    all_called: float = -4.0
    before_melds: float = -2.0
    second_row: float = -1.0
    row_after_gap: float = -0.4
    lone_after_gap: float = -1.5
    row_elsewhere: float = -2.0
    row_elsewhere_per_width: float = -1.0
    row_far_per_width: float = -6.0
    short_row: float = -3.0
    not_the_main_row: float = -6.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StrewnPriors:
    """How a hand lies whose concealed part is strewn: in pieces, turned and apart from each other.

    Attributes:
        strewn: The concealed part lies about in pieces.
        piece: This is added for each piece but the main row.
        per_width: This is added for each tile width between a piece and the main row and what continues it.
        lone: This is added for a piece that is a single tile.
        illegal: A strewn hand that is not complete counts so many times more against it (a factor), for
            pieces are laid to show sets.
        unmarked: A called set without a sideways tile looks like a piece of the concealed part.
        straight: Rows laid with care are turned against each other by so many degrees (a standard deviation).
        askew: Pieces that lie about are turned against each other by so many degrees (a standard deviation).
        careless: So large a share of the rows that are not strewn lies as askew as pieces do (a probability).
    """

    strewn: float = -3.0
    piece: float = -0.2
    per_width: float = -0.2
    lone: float = -1.5
    illegal: float = 3.0
    unmarked: float = -1.0
    straight: float = 1.5
    askew: float = 10.0
    careless: float = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldPriors:
    """How called sets lie.

    Attributes:
        meld: A set with a sideways or a face-down tile is a meld.
        unmarked: A set in which no tile lies sideways or face-down is a meld.
        unmarked_among_marked: This is added for each such meld where others have a sideways tile, for who
            turns one called tile turns them all.
        unmarked_apart: This is added, in its favour, where nothing else lies in its row.
        odd_chi: The sideways tile of a sequence is not its leftmost.
        unsorted_chi: The upright tiles of a sequence are not in order.
        odd_backs: Other tiles of a closed quad than the two inner or the two outer ones lie face-down.
        back_like_white: Two tiles about or between two equal ones are backs that look like Whites with at
            least these odds, however surely the reader says White, for nobody who sorts a hand lays it so.
        no_gap: Melds touch the concealed part.
        split_quad: A triplet is called and a fourth tile of its kind held right beside it.
        fifth_tile: A quad of which one tile is hidden has a fifth tile of its kind in view.
        half_hidden: One of a closed quad's outer tiles was not detected.
        on_top: The added tile of a quad lies on the called one, before its height is considered.
        left: Melds lie to the left of the concealed part.
        out_of_line: Melds lie in another line than the concealed part.
        per_width: This is added for each tile width between melds and the concealed part.
        far_worst: However far off melds lie, it costs no more than this, for several of them reach far.
        beyond_per_width: This is added for each tile width that melds lie too far beyond the concealed part,
            towards the middle of the table, where those of others are nearer to their owners.
        worst: A meld less likely than this is contradicted by its faces and is not considered.
    """

    meld: float = -0.5
    unmarked: float = -3.0
    unmarked_among_marked: float = -4.0
    unmarked_apart: float = 1.4
    odd_chi: float = -1.5
    unsorted_chi: float = -0.75
    odd_backs: float = -4.0
    back_like_white: float = -1.0
    no_gap: float = -1.0
    split_quad: float = -5.0
    fifth_tile: float = -6.0
    half_hidden: float = -2.0
    on_top: float = -0.5
    left: float = -3.0
    out_of_line: float = -0.4
    per_width: float = -0.1
    far_worst: float = -0.6
    beyond_per_width: float = -0.5
    worst: float = -18.0


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerPriors:
    """Where the winning tile lies.

    Attributes:
        last_sideways: It is the last tile of the concealed row and lies sideways.
        like_quad: This is added where it and the three tiles before it could be a claimed quad.
        before_melds: It stands alone right before the melds of its row.
        right: It lies to the right of the hand.
        right_per_width: This is added for each width of the gap beyond the first.
        right_off_line: This is added for each tile width that it lies off the line of the hand.
        hardly_apart: This is added where it stands off by less than a clear gap.
        left: It lies in line with the hand, to the left or in a gap.
        left_per_width: This is added for each width of that gap.
        above: It lies beyond the hand, as its owner sees it.
        below: It lies between the hand and its owner.
        off_per_width: This is added for each width of the gap above or below.
        farthest: A tile farther off than this, in tile widths, is not the winning one.
        no_wider_gap: It stands off no farther than the gaps within the hand are wide.
        back: It looks more like a face-down tile than like anything else.
        claimed: It lies in a row of others that runs in another direction.
        left_lying: A lone tile beside a hand that waits completes it, and is not the winning one all the
            same: a tile drawn blindly fits one hand in ten.
    """

    last_sideways: float = -0.3
    like_quad: float = -2.0
    before_melds: float = -2.0
    right: float = -0.2
    right_per_width: float = -0.25
    right_off_line: float = -0.6
    hardly_apart: float = -1.0
    left: float = -1.8
    left_per_width: float = -0.5
    above: float = -0.6
    below: float = -1.2
    off_per_width: float = -1.2
    farthest: float = 3.5
    no_wider_gap: float = -3.0
    back: float = -6.0
    claimed: float = -4.0
    left_lying: float = -2.3


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutPriors:
    """Face-up tiles near the hand do not belong to it.

    Attributes:
        in_line: They lie in line with the hand.
        touching: They touch the hand from above or below.
        called: They may be melds with their called tiles sideways, in line with the hand.
        near: They lie near the hand without touching it.
    """

    in_line: float = -2.5
    touching: float = -1.5
    called: float = -2.0
    near: float = -0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePriors:
    """Where on the table the hand lies.

    Attributes:
        nearness: This is multiplied by the logarithm of the tiles' size on the photo relative to the largest.
        far_seat: The hand faces away from the camera.
        side_seat: The hand is seen from its side.
        behind: This is added for each tile behind the hand, on its owner's side, where nobody discards or
            builds walls.
        behind_worst: However many tiles lie behind the hand, it costs no more than this.
        nearer: This is added for each face-up tile nearer to the camera that is left out, for one photographs
            what lies before one.
        nearer_worst: However many such tiles there are, it costs no more than this.
        pond: The main row is one of rows of six under each other, as discards lie.
        upside_down: Players leave so large a share of their tiles upside down (a probability).
        reach: A row farther than this from the main row is not part of the hand, unless others lead to it.
        step: Other rows lead to a row with gaps no wider than this, in tile widths; discards and rows that
            lie face-down lead to none.
        line_gap: Rows in line with gaps no wider than this are one line, in tile widths.
    """

    nearness: float = 3.0
    far_seat: float = -2.0
    side_seat: float = -4.0
    behind: float = -0.4
    behind_worst: float = -6.0
    nearer: float = -0.5
    nearer_worst: float = -4.0
    pond: float = -4.0
    upside_down: float = 0.15
    reach: float = 9.0
    step: float = 5.0
    line_gap: float = 2.5


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherHandPriors:
    """What is a hand of another player that lies open, and when it is asked whose hand is meant.

    Attributes:
        shortest: Nothing is looked for unless so many face-up tiles are left in a row (a number).
        missing: So many tiles of such a hand may not have been detected (a number).
        long: Where so many of them lie in one row (a number) it is a hand, however many are missing.
        complete: Such a hand has fourteen tiles: one beside the hand that is meant hardly won as well.
        least: A hand on another side whose own log odds are lower is none.
        hint: So many tiles that lie open before a player may be what was detected of a hand (a number).
        asked: Another hand whose log odds of being meant are worse by less than this is worth the question.
    """

    shortest: int = 4
    missing: int = 2
    long: int = 10
    complete: float = -2.0
    least: float = -9.0
    hint: int = 6
    asked: float = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class FacePriors:
    """How far tiles of one hand are evidence of each other's faces.

    Attributes:
        misread: The reader thought of the face that a tile of a set shows not at all.
        meld: A face that the other tiles of its meld ask for is so many times likelier (a factor).
        complete: A complete hand of fourteen tiles is so many times likelier on a photo than one that is a
            tile off (a factor).
        waiting: Thirteen tiles that wait are so many times likelier on a photo than thirteen that are a tile
            off (a factor).
        sorted: Tiles that lie in order but for one lie wholly in order so many times likelier (a factor).
        too_many: A hand really holds more of a tile than a set has, by mixed sets or as a joke (odds).
    """

    misread: float = -6.0
    meld: float = 20.0
    complete: float = 12.0
    waiting: float = 4.0
    sorted: float = 40.0
    too_many: float = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectionPriors:
    """Doubtful detections are tiles after all, or accepted ones are none.

    Attributes:
        bare: A doubtful detection that looks face-down is a tile, though bare table looks so too.
        rejected: An accepted detection in the hand is no tile.
        printed: What is smaller than the tiles beside it is a sheet, of which none is a tile.
    """

    bare: float = -2.0
    rejected: float = -1.0
    printed: float = -3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Priors:
    """All weights of the layout, by what they are about.

    Attributes:
        counts: How many tiles the hand has, and whether they make a hand.
        concealed: How the concealed part lies.
        strewn: How a hand in pieces lies.
        melds: How called sets lie.
        winner: Where the winning tile lies.
        left_out: What it costs to leave tiles out that lie near.
        place: Where on the table the hand lies.
        others: What is a hand of another player.
        faces: How far tiles are evidence of each other's faces.
        detections: What it costs to accept or to reject a detection.
    """

    counts: CountPriors = field(default_factory=CountPriors)
    concealed: ConcealedPriors = field(default_factory=ConcealedPriors)
    strewn: StrewnPriors = field(default_factory=StrewnPriors)
    melds: MeldPriors = field(default_factory=MeldPriors)
    winner: WinnerPriors = field(default_factory=WinnerPriors)
    left_out: LeftOutPriors = field(default_factory=LeftOutPriors)
    place: PlacePriors = field(default_factory=PlacePriors)
    others: OtherHandPriors = field(default_factory=OtherHandPriors)
    faces: FacePriors = field(default_factory=FacePriors)
    detections: DetectionPriors = field(default_factory=DetectionPriors)


DEFAULT_PRIORS: Final = Priors()
"""The weights that the layout uses where no others are passed in."""
