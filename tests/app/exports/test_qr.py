"""Addresses as QR codes."""

from yakulens.app.exports.qr import data_uri


def test_a_code_is_a_picture_in_its_own_address() -> None:
    assert data_uri("http://192.168.1.5:8501")[:18] == "data:image/svg+xml"
