"""One hand on the desk: what a player says of it, and what is shown of it. Pure."""
