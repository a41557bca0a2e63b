"""A client for a studio: plans, runs and sessions over its API, typed.

    with Client.here() as studio:                      # the studio that runs on this machine
        plan = studio.plan_from_template("collect-todos")
        run = studio.start(plan)
        for event in studio.follow(run.id):
            print(event.type)

It says nothing that the API does not: `docs/studio.md` shows both side by side.
"""

from gameplan.client.asking import StudioError
from gameplan.client.house import House
from gameplan.client.plans import Plans
from gameplan.client.runs import Runs
from gameplan.client.sessions import Sessions
from gameplan.client.streams import Told

__all__ = ["Client", "StudioError", "Told"]


class Client(House, Plans, Runs, Sessions):
    """One who is signed in to a studio.

    `token` is the one out of the printed address, or the password: it is exchanged for a cookie. `key` is the one in
    `studio.json`, for programs of the same person on the same machine: it is sent along, and nobody is signed in by it.
    """
