"""Several photos of one hand, read together: what each saw of a tile adds up."""
