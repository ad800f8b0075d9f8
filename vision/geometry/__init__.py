"""The geometry of tiles on a photo: quads, the plane they lie on, and the ways between photo and table."""
