"""A photo as pixels: how it arrives, its sizes, and how it is shown."""
