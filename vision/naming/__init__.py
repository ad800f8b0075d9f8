"""Which tiles they are: crops, their faces, and tiles of one photo compared with each other."""
