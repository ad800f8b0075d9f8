"""The page, the command line and what they share."""

from typing import Any

Json = dict[str, Any]
"""A JSON object of the contract: a Hand, a Score, a Reading, a settlement."""
