"""`gameplan cards`: the card table in the terminal. A file for each command, and what they share."""
