"""The commands about plans: make one, check it, read and change it."""
