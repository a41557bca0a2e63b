"""The commands about the record: what is on it, what happened in a session, and the same played again."""
