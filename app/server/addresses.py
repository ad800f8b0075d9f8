"""Where devices can open the page: on this machine only or in a network, and its address."""

from urllib.parse import urlsplit

import streamlit as st

from yakulens.app.server import network


def is_local() -> bool:
    """Whether the page answers only the machine that serves it."""
    name = st.get_option("browser.serverAddress") or "localhost"
    return st.get_option("server.address") in network.HERE and name in network.HERE


def url() -> str | None:
    """The address at which other devices open the page; None where none can.

    It is the address that this visitor uses, unless that works on this machine only.
    """
    if is_local():
        return None
    visited = urlsplit(st.context.url or "")
    if visited.hostname and visited.hostname not in network.HERE:
        return f"{visited.scheme}://{visited.netloc}"
    return served_url()


def served_url() -> str | None:
    """The address for phones by the server's own settings; None where it answers no phone."""
    address, port = str(st.get_option("server.address")), int(st.get_option("server.port"))
    return network.phone_url(address, port, secure=bool(st.get_option("server.sslCertFile")))
