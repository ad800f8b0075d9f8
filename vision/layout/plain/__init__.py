"""What the decoder is told of detections, worked out with Python's own numbers alone.

Where a photo is read in a browser there is no numpy. These modules say there what `vision.layout.tokens`,
`vision.layout.tiles` and `vision.geometry` say elsewhere, where many scenes at once ask for arrays; tests
hold the two to the same numbers on photos.
"""
