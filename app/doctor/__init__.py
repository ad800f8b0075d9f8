"""What is wrong with this installation, if anything: each thing is looked at by itself."""
