"""From the tiles detected on a photo to the layout of the table.

A network says what each detection is, whose it is, and which others it belongs with (`network`). A decoder
finds the likeliest legal table (`decode`), which becomes a Reading with its open questions (`report`).
`read.layout_of` is the entry point.
"""

from typing import Final

INPUT: Final = "tiles"
"""The name of the layout network's first input; no other network has an input of that name."""
