"""Training and export of the two networks. The only room that imports torch or ultralytics."""
