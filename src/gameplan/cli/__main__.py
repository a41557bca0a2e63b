"""`python -m gameplan.cli`."""

from gameplan.cli import main

main()
