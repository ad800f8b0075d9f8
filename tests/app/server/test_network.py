"""How a phone reaches this machine, and where a browser gives its camera."""

from yakulens.app.server.network import camera_allowed, is_here


def test_a_page_is_here_where_its_address_is_this_machines() -> None:
    assert (is_here("http://localhost:8501/table"), is_here("http://192.168.1.5:8501")) == (True, False)


def test_a_camera_is_given_over_https_and_on_the_machine_itself() -> None:
    assert (camera_allowed("http://localhost:8501"), camera_allowed("http://192.168.1.5:8501")) == (
        True,
        False,
    )
    assert camera_allowed("https://192.168.1.5:8501")
