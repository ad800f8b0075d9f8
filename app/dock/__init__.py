"""The data that passes between the page and the desk's component, in both directions. Pure."""
