"""`gameplan novels`: visual novels in the terminal. A file for each command, and what they share."""
