"""The errors that a caller of the library meets; every one is a `YakulensError`."""


class YakulensError(ValueError):
    """Something that was asked of Yakulens cannot be done; the text is one line that says why."""

    def __init__(self, *parts: object) -> None:
        """Make the line of its parts: mostly where it is, and what is wrong there.

        >>> str(YakulensError("club.toml", "no such file"))
        'club.toml: no such file'
        """
        super().__init__(": ".join(map(str, parts)))


class InputError(YakulensError):
    """Bad input: one line that says what is wrong, where, and what to do."""
