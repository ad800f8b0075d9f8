"""The contract's objects as the page holds them and the store keeps them."""

from typing import Any

Json = dict[str, Any]
"""A JSON object: a Hand, a Score, a Reading, a settlement."""
