"""Photos of the hands on the desks share so many bytes."""

from yakulens.app.readers.photos import Photos, ShownPhoto


def test_the_photo_that_was_looked_at_longest_ago_goes_first() -> None:
    photos, photo = Photos(max_bytes=5), ShownPhoto("a.jpg", b"abc", 1, 1)
    photos.keep("one", photo)
    photos.keep("two", photo)
    assert (photos.of("one") is None, photos.of("two") is photo) == (True, True)
