"""Changing single values of a model's card and leaving the rest as its author wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def set_in_card(card: Path, section: str, values: Mapping[str, str]) -> None:
    """Set keys of one section of a card, leaving every other line as its author wrote it.

    Args:
        card: a TOML file; a section that it lacks is added at its end.
        section: such as ``reader``.
        values: key → value as TOML writes it; a key that the section lacks is added to it.
    """
    lines: list[str] = []
    here = ""
    missing = dict(values)
    for line in [*card.read_text(encoding="utf-8").splitlines(), "["]:
        if line.startswith("["):
            if here == section:
                while lines and not lines[-1]:
                    lines.pop()
                lines += [*(f"{key} = {value}" for key, value in missing.items()), ""]
            here = line.strip("[] ")
        key = line.partition("=")[0].strip()
        if here == section and key in missing:
            lines.append(f"{key} = {missing.pop(key)}")
        else:
            lines.append(line)
    if f"[{section}]" not in lines:
        lines[-1:] = ["", f"[{section}]", *(f"{key} = {value}" for key, value in missing.items()), "["]
    card.write_text("\n".join(lines[:-1]).rstrip() + "\n", encoding="utf-8")
