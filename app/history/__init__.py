"""The history: readings of photos with their corrections; searching, reopening and exporting them."""
