"""A house of locked doors, for an agent that plans before it acts. Read it in this order:

- `house`: rooms, doors and things; what can happen to them, and what the rules say no to.
- `sight`: what the player knows of the house, and how it is put into words.
- `search`: the cheapest way to anything, found by imagining what could happen.
- `building`: a new house from a seed, with the proof that it can be won.
- `actions`: the tools by which an agent moves in the house.
- `planner`, `executor`, `wanderer`: three house models. The first two share the work, the third does it alone.
- `screen`: what you see of all that.

`../locked_doors.py` puts them together.
"""
