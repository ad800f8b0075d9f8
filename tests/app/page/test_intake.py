import pytest

from yakulens.app.page.parts.intake import no_hand
from yakulens.scorer.notation import NotationError
from yakulens.scorer.tile import TileError
from yakulens.vision.desk import typed


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("12x", "typed.no_tile"),
        ("8z", "typed.no_tile"),
        ("123", "typed.no_tile"),
        ("0z", "typed.no_tile"),
        ("123m [135p]", "typed.no_meld"),
        ("123m (111p)", "typed.no_meld"),
        ("123m +1p +2p", "typed.two_wins"),
        ("123m [234p", "typed.stray_sign"),
        ("", "typed.no_tiles"),
        ("   ", "typed.no_tiles"),
    ],
)
def test_what_is_no_hand_is_refused_with_its_reason(text: str, key: str) -> None:
    with pytest.raises((TileError, NotationError)) as caught:
        typed.hand(text)
    assert no_hand(caught.value)[0] == key
