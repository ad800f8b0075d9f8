"""Addresses as QR codes."""

from yakulens.app.exports.qr import data_uri, picture


def test_a_code_is_a_picture_in_its_own_address() -> None:
    assert data_uri("http://192.168.1.5:8501")[:18] == "data:image/svg+xml"


def test_a_code_is_drawn_as_a_picture() -> None:
    assert (
        picture("http://192.168.1.5:8501")[:14],
        "data:image/svg" in picture("http://192.168.1.5:8501"),
    ) == ('<img class="yl', True)
