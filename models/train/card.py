"""Change single values of a model's card; everything else stays as its author wrote it."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, cast

import tomlkit
from tomlkit.items import Table

from yakulens.scorer.whole_file import write_whole
from yakulens.vision.model_card import CLASSES_SHA256, ModelCard

_KNOWN: Final = ("known", "known_sha256")
"""Keys of the reader's features of known sets. They fit this reader alone."""


@contextmanager
def _edited(card: Path, new: str = "") -> Iterator[tomlkit.TOMLDocument]:
    """Yield a card's document, and write it back at the end; a card that is not there begins with ``new``."""
    document = tomlkit.parse(card.read_text(encoding="utf-8") if card.is_file() else new)
    yield document
    write_whole(card, tomlkit.dumps(document).encode())


def set_in_card(
    card: Path,
    section: str,
    values: Mapping[str, str | float],
    on_card: Mapping[str, str | bool] | None = None,
) -> None:
    """Set keys of one section, such as ``reader``; comments, order and other values stay as they are.

    A missing section is added at the end of the card, a missing key at the end of its section. Keys above
    the sections are set in the same write (``on_card``), so that no kill separates them.

    Raises:
        tomlkit.exceptions.ParseError: the file is not valid TOML.
    """
    with _edited(card) as document:
        document.update(on_card or {})
        _set(document, section, values)


def _set(document: tomlkit.TOMLDocument, section: str, values: Mapping[str, str | float]) -> None:
    table = cast("Table", document.setdefault(section, tomlkit.table()))
    # Comments at the end of the section's text describe the next section: keep them last.
    body, following = table.value.body, []
    while body and body[-1][0] is None:
        following.append(body.pop())
    table.update(values)
    body.extend(reversed(following))


def set_on_card(card: Path, values: Mapping[str, str | bool]) -> None:
    """Set keys that stand above a card's sections, such as ``default``."""
    with _edited(card) as document:
        document.update(values)


def set_networks(card: Path, networks: Mapping[str, Mapping[str, str | float]], new: str = "") -> None:
    """Point some of a card's networks to other files, each by ``file`` and ``sha256``, in one write.

    If a file changes, the metrics and the features of known tile sets are removed: they describe the old
    file. A card that is not there yet begins with the text ``new``.
    """
    with _edited(card, new) as document:
        before = {network: document.get(network, {}).get("sha256") for network in networks}
        for network, values in networks.items():
            _set(document, network, values)
            if before[network] not in {None, values["sha256"]}:
                for section in ("metrics", "adopted"):
                    document.pop(section, None)
                for key in _KNOWN:
                    cast("Table", document[network]).pop(key, None)


def derive(
    name: str,
    base: ModelCard,
    networks: Mapping[str, bytes],
    out: Path,
    *,
    more: Mapping[str, Mapping[str, Any]] | None = None,
    on_card: Mapping[str, str | bool] | None = None,
) -> Path:
    """Write the card and networks of a model that replaces some networks of ``base``.

    The base's settings are kept, its metrics are dropped. The card is written last, with all that it says, so
    that there is no card of a model whose networks are not all there.

    Args:
        name: of the new model.
        base: the model that supplies all else.
        networks: the bytes of each new network, by ``finder``, ``reader``, ``leveller`` or ``layout``.
        out: the folder, which must exist.
        more: further settings, by section of the card.
        on_card: further values above the card's sections.

    Returns:
        The new card's path.

    Raises:
        ModelError: a network of the base is missing, or differs from the one that its card describes.
    """
    document = tomlkit.document()
    document.update(
        {
            "name": name,
            "summary": f"{base.name} with another {' and '.join(networks)}; say what it is",
            "licence": base.licence or "AGPL-3.0-or-later",
            "based_on": base.name,
        }
    )
    for part in dict.fromkeys([*base.networks(), *networks]):
        settings = base.networks().get(part)
        data = networks[part] if part in networks or settings is None else base.network(settings)
        file = f"{name}-{part}.onnx" if part in networks or settings is None else Path(settings.file).name
        defaults = {f.name: f.default for f in fields(settings)} if settings else {}
        changed = {key: getattr(settings, key) for key in defaults if getattr(settings, key) != defaults[key]}
        if not (out / file).exists() or part in networks:
            write_whole(out / file, data)
        table = tomlkit.table()
        table.update({**changed, "file": file, "sha256": hashlib.sha256(data).hexdigest()})
        if part == "reader":
            table["classes_sha256"] = CLASSES_SHA256
            if part in networks:
                for key in _KNOWN:
                    table.pop(key, None)
            elif base.reader.known:
                write_whole(out / base.reader.known, base.known())
        document[part] = table
    if base.data:
        document["data"] = [dict(entry) for entry in base.data]
    for section, values in (more or {}).items():
        document.setdefault(section, tomlkit.table()).update(values)
    document.update(on_card or {})
    card = out / f"{name}.toml"
    write_whole(card, tomlkit.dumps(document).encode())
    return card
