"""The addresses by which a phone reaches this machine, and whether a browser lets a page use the camera."""

import socket
from typing import Final
from urllib.parse import urlsplit

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound to
HERE: Final = ("localhost", "127.0.0.1", "::1")
_UNUSED_ADDRESS: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): a datagram socket that is connected to it sends nothing."""


def lan_address() -> str | None:
    """This machine's address in its network; None where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_UNUSED_ADDRESS)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def own_names(listening: str) -> tuple[str, ...]:
    """The names of this machine in its network; none where the server answers this machine alone."""
    if listening not in EVERYWHERE:
        return ()
    name = socket.gethostname()
    return (name, f"{name.split('.')[0]}.local")


def is_here(url: str) -> bool:
    """Whether an address is one of the machine itself."""
    return urlsplit(url).hostname in HERE


def camera_allowed(url: str) -> bool:
    """Whether a browser lets a page at this address ask for the camera: over https, or on its own machine."""
    return urlsplit(url).scheme == "https" or is_here(url)


def phone_url(listening: str, port: int, *, secure: bool = False) -> str | None:
    """The address that a phone in the same network opens; None where the server answers this machine alone.

    >>> phone_url("127.0.0.1", 8501), phone_url("192.168.1.5", 8501)
    (None, 'http://192.168.1.5:8501')
    """
    host = lan_address() if listening in EVERYWHERE else listening
    if host is None or host in HERE:
        return None
    return f"http{'s' if secure else ''}://{host}:{port}"
