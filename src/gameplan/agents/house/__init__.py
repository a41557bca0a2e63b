"""House models of this room: programs that answer as a model does, with no key and no network.

- `house:scout-planner` takes a question about a folder apart and plans where to look.
- `house:scout` follows such a plan, or looks on its own, and quotes what it found.

Neither is a language model: they look things up and quote, they do not reason about what they read.
"""
