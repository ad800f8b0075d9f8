"""Draws our own tile pictures: 37 faces, a flower, the back and a blank front, as SVG and PNG.

``python -m yakulens.app.artwork datasets/tiles`` draws them anew; while the program is used, only its
icons are drawn here.
"""
