"""The learnt layout: what each tile of a photo is, and the likeliest table that the rules allow."""

from __future__ import annotations

from typing import Final

INPUT: Final = "tiles"
"""What the layout network's first input is called, by which it is known."""
