"""The errors that the library raises; all are `YakulensError`s."""


class YakulensError(ValueError):
    """Yakulens cannot do what was asked; the text is a one-line reason."""

    def __init__(self, *parts: object) -> None:
        """Build the line from its parts: usually a place and what is wrong there.

        >>> str(YakulensError("club.toml", "no such file"))
        'club.toml: no such file'
        """
        super().__init__(": ".join(map(str, parts)))


class InputError(YakulensError):
    """Bad input; one line says what is wrong, where, and what to do."""
