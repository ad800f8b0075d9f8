"""The judge of what is possible: facts of a situation, what contradicts what, and what may still be said."""
