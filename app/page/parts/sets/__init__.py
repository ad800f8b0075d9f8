"""Parts of the page of tile sets."""
