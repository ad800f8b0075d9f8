"""From the tiles detected on a photo to what lies on the table, decided once.

A network says of each detection what it is, whose, and with which others it belongs (`network`); a decoder
takes the likeliest legal table (`decode`); that is told as a Reading with the questions that are left
(`report`). `read.layout_of` is the door.
"""

from typing import Final

INPUT: Final = "tiles"
"""What the layout network's first input is called; no other network has one of that name."""
