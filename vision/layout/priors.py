"""How likely each way of laying tiles is: the weights of the joint solution, all natural logarithms of odds.

They are read from rule books (melds to the right, the called tile sideways, the drawn tile apart) and from
looking at photos of real tables; ``python -m tests.vision.layout.survey`` tells what a change does.
Distances are tile widths.
"""

from __future__ import annotations

from typing import Final

# How many tiles: a quad counts three, flowers do not count.
COMPLETE: Final = 14
WAITING: Final = 13
JUST_WAITING: Final = -1.6
"""Thirteen tiles, the winning tile left in the discards or the hand not won."""
WAITING_WITH_WIN: Final = -3.2
"""Thirteen with one of them apart: one was not found, or it is not the winning tile."""
TOO_FEW: Final = -3.0
"""Fewer than thirteen: some were not found ..."""
TOO_FEW_EACH: Final = -1.5
TOO_FEW_UNSEEN: Final = 2
TOO_FEW_OUTSIDE: Final = -0.75
"""... and where more than two lack, the rest is rather out of the picture."""
TOO_MANY: Final = -3.0
"""More than fourteen: something lies there that is not part of the hand, or a find is no tile ..."""
TOO_MANY_EACH: Final = -1.2
WRONG_AT_MOST: Final = -12.0
"""... and no count is worse than this."""

NOT_COMPLETE: Final = -2.0
"""Fourteen tiles that are no complete hand: a dispute, a hand photographed in play."""
NOT_WAITING: Final = -1.5
"""Thirteen tiles that do not wait for any."""

# The concealed part.
SIDEWAYS_INSIDE: Final = -5.0
"""A tile that lies sideways among the concealed ones."""
STRAY_END: Final = -4.0
"""One find at the end of a row of melds does not belong to them."""
FLOWERS_BESIDE: Final = -0.5
"""... but flowers are laid beside melds."""
CALLED_INSIDE: Final = -4.0
"""A row that is nothing but melds with their called tiles sideways is held all the same."""
ASLANT_INSIDE: Final = -1.0
RIDER_INSIDE: Final = -6.0
BACK_INSIDE_AT_MOST: Final = -6.0
SECOND_ROW: Final = -1.0
"""Another row of the concealed part right above or below the main one."""
ROW_AFTER_GAP: Final = -0.4
"""... or in line with it after a gap, and as much more per tile width of the gap."""
LONE_AFTER_GAP: Final = -1.5
"""... and still more where it is a single tile."""
ROW_ELSEWHERE: Final = -2.0
ROW_ELSEWHERE_PER_WIDTH: Final = -1.0
ROW_FAR_PER_WIDTH: Final = -6.0
"""More for each width beyond two and a half."""
SHORT_ROW: Final = -3.0
"""More, divided by its length, for a row of the concealed part that is not in line with the main one."""

STREWN: Final = -3.0
"""The concealed part lies about in pieces, turned and apart from each other ..."""
STREWN_PIECE: Final = -0.2
STREWN_PER_WIDTH: Final = -0.2
"""... then for each piece, and each tile width from the main row and what continues it ..."""
STREWN_LONE: Final = -1.5
"""... and for a piece that is a single tile."""
STREWN_ILLEGAL: Final = 3.0
"""How much more (a factor) a hand that is not complete counts against it: pieces are laid to show sets."""
STREWN_UNMARKED: Final = -1.0
"""Called sets without a sideways tile look like pieces then."""

STRAIGHT: Final = 1.5
"""How far rows laid with care are turned against each other, degrees (a standard deviation) ..."""
ASKEW: Final = 10.0
"""... and pieces that lie about, ..."""
CARELESS: Final = 0.2
"""... as one row in so many (a share) of the former is, too."""

NOT_THE_MAIN_ROW: Final = -6.0
"""Another row of the concealed part is longer than the one that the rest was weighed against."""

# Melds.
MELD: Final = -0.5
UNMARKED: Final = -3.0
"""A set in which no tile lies sideways."""
UNMARKED_AMONG_MARKED: Final = -4.0
"""... and more for each where others have one: who turns one called tile turns them all."""
UNMARKED_APART: Final = 1.4
"""... less so where nothing else lies in its row."""
ODD_CHI: Final = -1.5
"""More for a sequence whose sideways tile is not the leftmost."""
UNSORTED_CHI: Final = -0.75
ODD_BACKS: Final = -4.0
"""More for a closed quad with other tiles face-down than the two inner or the two outer ones."""
BACK_LIKE_WHITE: Final = -1.0
"""At least, for two finds about or between two equal tiles being backs that look like Whites, however surely
the reader says White: nobody who sorts a hand lays Whites so."""
NO_GAP: Final = -1.0
"""Melds that touch the concealed part."""
SPLIT_QUAD: Final = -5.0
"""A triplet is called and a fourth tile of the kind held right beside it."""
HELD_BEFORE_MELDS: Final = -2.0
"""Concealed tiles in one row with melds, but not in the main row."""
FIFTH_TILE: Final = -6.0
"""A quad of which one tile is hidden, while a fifth tile of the kind is in view."""
HALF_HIDDEN: Final = -2.0
"""One of a closed quad's outer tiles was not found."""
ON_TOP: Final = -0.5
"""More for an added tile lying on the called one, before looking whether it stands higher."""
MELDS_LEFT: Final = -3.0
MELD_OUT_OF_LINE: Final = -0.4
MELD_PER_WIDTH: Final = -0.1
MELD_FAR_AT_MOST: Final = -0.6
"""Several melds beside each other reach far."""
WORST_MELD: Final = -18.0
"""Below this the faces contradict the meld and it is not considered."""

# The winning tile.
WIN_LAST_SIDEWAYS: Final = -0.3
WIN_LIKE_QUAD: Final = -2.0
"""... more where it and the three tiles before it could be a claimed quad."""
WIN_BEFORE_MELDS: Final = -2.0
WIN_RIGHT: Final = -0.2
WIN_RIGHT_PER_WIDTH: Final = -0.25
WIN_LEFT: Final = -1.8
WIN_LEFT_PER_WIDTH: Final = -0.5
WIN_HARDLY_APART: Final = -1.0
WIN_RIGHT_OFF_LINE: Final = -0.6
"""More for each tile width that it lies off the line, to the right of the row."""
WIN_ABOVE: Final = -0.6
WIN_BELOW: Final = -1.2
WIN_OFF_PER_WIDTH: Final = -1.2
WIN_FARTHEST: Final = 3.5
WIN_NO_WIDER_GAP: Final = -3.0
"""The winning tile stands no farther off than the gaps within the hand are wide."""
WIN_BACK: Final = -6.0
"""It looks more like a face-down tile than anything else."""
WIN_CLAIMED: Final = -4.0
"""The tile lies in a row of others that runs in another direction."""

# Leaving tiles out.
LEFT_OUT_IN_LINE: Final = -2.5
LEFT_OUT_TOUCHING: Final = -1.5
LEFT_OUT_CALLED: Final = -2.0
"""Melds with their called tiles sideways, in line with the hand."""
LEFT_OUT_NEAR: Final = -0.8

# Where the hand lies.
NEARNESS: Final = 3.0
"""Times the logarithm of the tiles' size on the photo relative to the largest."""
FAR_SEAT: Final = -2.0
"""The hand faces away from the camera."""
SIDE_SEAT: Final = -4.0
BEHIND: Final = -0.4
"""Each tile behind the hand, on its owner's side of it: nobody discards or builds walls there ..."""
BEHIND_AT_MOST: Final = -6.0
NEARER: Final = -0.5
"""Each face-up tile that is left out and nearer to the camera: one photographs what is before one."""
NEARER_AT_MOST: Final = -8.0
POND: Final = -4.0
"""Rows of six under each other, as discards lie."""
UPSIDE_DOWN: Final = 0.15
"""Share (a probability, no logarithm) of tiles that players leave upside down."""
REACH: Final = 9.0
"""A row farther than this from the main row is not part of the hand, unless others lead to it ..."""
STEP: Final = 5.0
"""... with gaps no wider than this."""
LINE_GAP: Final = 2.5
"""Rows in line with gaps no wider than this are one line."""
