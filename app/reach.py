"""Where the page that is being drawn can be opened: on this machine alone or in a network; its address."""

from urllib.parse import urlsplit

import streamlit as st

from yakulens.app import network


def is_local() -> bool:
    """Whether the page answers the machine that serves it and no other."""
    name = st.get_option("browser.serverAddress") or "localhost"
    return st.get_option("server.address") in network.HERE and name in network.HERE


def url() -> str | None:
    """The address by which other devices open the page; None where none does.

    It is the one by which this visitor came, unless that is good on this machine alone.
    """
    if is_local():
        return None
    visited = urlsplit(st.context.url or "")
    if visited.hostname and visited.hostname not in network.HERE:
        return f"{visited.scheme}://{visited.netloc}"
    return served_url()


def served_url() -> str | None:
    """The address at which the server itself says that a phone finds it; None where it answers no phone."""
    address, port = str(st.get_option("server.address")), int(st.get_option("server.port"))
    return network.phone_url(address, port, secure=bool(st.get_option("server.sslCertFile")))
