"""Yakulens as a page without a server: photos are read in the browser, and no picture leaves it.

`web/` holds the page, `phone` what Python keeps of it there, `build` makes the folder that is served,
`serve` serves it on this machine.
"""
