"""The layout of the bundled model, loaded once."""

from functools import cache

from yakulens.vision.layout.load import load_layout
from yakulens.vision.layout.read import Layout
from yakulens.vision.models import choose


@cache
def layout() -> Layout:
    return load_layout(choose(), 1)
