"""Yakulens as a page without a server: it reads photos in the browser, and no picture leaves it.

`web/` holds the page, `phone` its state in Python, `build` makes the folder to serve, `serve` serves it on
this machine.
"""
