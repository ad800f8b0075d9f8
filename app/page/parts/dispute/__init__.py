"""Parts of the page for when people disagree about a hand."""
