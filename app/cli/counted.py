"""Numbers with their nouns in what the command line prints."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, whose plural ends in s unless given.

    >>> counted(1, "photo"), counted(1200, "photo"), counted(2, "box", "boxes")
    ('1 photo', '1,200 photos', '2 boxes')
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
