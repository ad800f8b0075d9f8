"""What every answer to `score` holds, in its order."""

from __future__ import annotations

SCORE_KEYS = (
    "id",
    "outcome",
    "problems",
    "han",
    "fu",
    "yakuman",
    "limit",
    "yaku",
    "dora",
    "fu_rows",
    "reading",
    "base",
    "value",
    "payments",
    "liable",
    "why_not",
    "rows",
    "notes",
    "messages",
)
