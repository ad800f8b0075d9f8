"""The addresses at which a phone reaches this machine, and whether a page may use the camera."""

import socket
from typing import Final
from urllib.parse import urlsplit

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound to
HERE: Final = ("localhost", "127.0.0.1", "::1")
_UNUSED_ADDRESS: Final = ("192.0.2.1", 9)
"""A documentation address (RFC 5737); connecting a datagram socket to it sends nothing."""


def lan_address() -> str | None:
    """This machine's address in its network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_UNUSED_ADDRESS)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def own_names(listening: str) -> tuple[str, ...]:
    """The names of this machine in its network; none where the server answers only this machine."""
    if listening not in EVERYWHERE:
        return ()
    name = socket.gethostname()
    return (name, f"{name.split('.')[0]}.local")


def is_here(url: str) -> bool:
    """Whether an address names the machine itself."""
    return urlsplit(url).hostname in HERE


def camera_allowed(url: str) -> bool:
    """Whether browsers let a page at this address ask for the camera: over https, or on their own machine."""
    return urlsplit(url).scheme == "https" or is_here(url)


def phone_url(listening: str, port: int, *, secure: bool = False) -> str | None:
    """The address for a phone in the same network; None where the server answers only this machine.

    >>> phone_url("127.0.0.1", 8501), phone_url("192.168.1.5", 8501)
    (None, 'http://192.168.1.5:8501')
    """
    host = lan_address() if listening in EVERYWHERE else listening
    if host is None or host in HERE:
        return None
    return f"http{'s' if secure else ''}://{host}:{port}"
