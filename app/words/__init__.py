"""All sentences and names, by their keys, in every language."""
