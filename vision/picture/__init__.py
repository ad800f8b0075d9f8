"""A photo as pixels: opening it, its sizes, and its colour transforms."""
