"""How far the page that is being drawn reaches: this machine alone or a network, and by what address."""

from urllib.parse import urlsplit

import streamlit as st

from yakulens.app import network


def alone() -> bool:
    """Whether the page answers the machine that serves it and no other."""
    named = st.get_option("browser.serverAddress") or "localhost"
    return st.get_option("server.address") in network.HERE and named in network.HERE


def url() -> str | None:
    """The address by which other devices open the page; None where none does.

    It is the one by which this visitor came, unless that is good on this machine alone.
    """
    if alone():
        return None
    came = urlsplit(st.context.url or "")
    if came.hostname and not network.is_here(st.context.url or ""):
        return f"{came.scheme}://{came.netloc}"
    address, port = str(st.get_option("server.address")), int(st.get_option("server.port"))
    return network.phone_url(address, port, secure=bool(st.get_option("server.sslCertFile")))
