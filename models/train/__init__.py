"""Training and export of the networks. The only room that imports torch or ultralytics."""
