"""Who is at the machine itself, and what tells browsers apart."""

from yakulens.app.server.browser import is_at_home, key, new_token


def test_each_browser_gets_a_name_of_its_own() -> None:
    assert (len(new_token()), new_token() != new_token()) == (43, True)


def test_a_name_is_known_by_its_hash() -> None:
    assert (len(key("me")), key("me") == key("me"), key("me") == key("you")) == (64, True, False)


def test_only_who_opens_the_page_on_its_own_machine_is_at_home() -> None:
    assert is_at_home({"host": "localhost:8501", "origin": "http://localhost:8501"}, "127.0.0.1")
    assert not is_at_home({"host": "localhost:8501", "origin": "http://evil.example"}, "127.0.0.1")
    assert not is_at_home({"host": "localhost:8501", "x-forwarded-for": "203.0.113.9"}, None)
    for proxy in (
        "x-forwarded-proto",
        "x-forwarded-port",
        "x-client-ip",
        "cf-connecting-ip",
        "true-client-ip",
    ):
        assert not is_at_home({"host": "localhost:8501", proxy: "https"}, "127.0.0.1"), proxy
    assert is_at_home({"host": "localhost:8501", "viewport-width": "390"}, "127.0.0.1")
    assert not is_at_home({"host": "192.168.1.5:8501"}, "192.168.1.7")
