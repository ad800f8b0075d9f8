"""Which rows are the hand: each owner's view, the search for the likeliest hand, what lies beside it."""
