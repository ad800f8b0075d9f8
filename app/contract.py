"""The contract's objects as the page and the store hold them."""

from typing import Any

Json = dict[str, Any]
"""A JSON object: a Hand, a Score, a Reading, a settlement."""
