"""Training, in a checkout that is set up for it: whether its packages fit together, and the fonts."""

from collections.abc import Iterator
from importlib.util import find_spec

from yakulens.app.cli.checks import Finding


def ready() -> Iterator[Finding]:
    """Whether training can start; nothing is said of an installation without its code."""
    if find_spec("yakulens.models.train") is None or find_spec("yakulens.datasets.render") is None:
        return
    from yakulens.models.train.choice import PACKAGES  # noqa: PLC0415 - not in the wheel

    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        yield Finding("training", "well", f"not set up, lacks {', '.join(missing)}: make train-setup")
        return
    yield _packages()
    yield fonts()


def _packages() -> Finding:
    """Whether PyTorch and its part for pictures are of the same build: else its operators are missing."""
    from yakulens.models.train.libraries import check  # noqa: PLC0415 - PyTorch takes seconds

    try:
        return Finding("training", "well", check())
    except RuntimeError as error:
        return Finding("training", "wrong", f"torch and torchvision do not fit: {error}; make train-setup")


def fonts() -> Finding:
    """Whether this machine has fonts with Chinese characters, with which training draws its tiles."""
    from yakulens.datasets.render.face_canvas import find_fonts  # noqa: PLC0415 - not in the wheel
    from yakulens.datasets.render.system_fonts import advice, font_folders  # noqa: PLC0415 - as find_fonts

    folders = font_folders()
    characters, _ = find_fonts(folders)
    if not characters:
        return Finding("fonts", "doubtful", f"none with Chinese characters, for training: {advice()}")
    found = "one" if len(characters) == 1 else len(characters)
    return Finding("fonts", "well", f"{found} with Chinese characters under {', '.join(map(str, folders))}")
