"""The geometry of tiles on a photo: quads, the plane they lie on, and maps between photo and table."""
