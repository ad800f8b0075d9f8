"""Parts of the page of a running game."""
