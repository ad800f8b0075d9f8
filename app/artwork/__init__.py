"""Draws our own tile pictures: 37 faces, a flower, the back and a blank front, as SVG and PNG.

Nothing here runs while the program is used: ``python -m app.artwork datasets/tiles`` draws them anew.
"""
