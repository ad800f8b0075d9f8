"""What passes between the page and the desk's component: what it shows, and what it sends, as data. Pure."""
