"""Signing in: a one-time token out of the printed address, or a password, is exchanged for a cookie.

What is kept on disk are hashes, in a file that only the person can read, so that a browser stays signed in when the
studio is started again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import tempfile
import threading
import time
from pathlib import Path

_FILE = "studio-signed-in.json"
_DAYS = 30
_MOST = 50
_MOST_TOKENS = 20
_MOST_FAILURES, _FAILURES_WITHIN = 10, 60.0


class TooManyTries(Exception):
    """Somebody guesses."""


class Door:
    """Who may come in. `token` is good for one sign-in, `key` for programs of the same person on this machine."""

    def __init__(self, home: Path, password: str | None = None) -> None:
        self._path = home / _FILE
        self._lock = threading.Lock()
        self._salt = secrets.token_bytes(16)
        self._password = None if password is None else self._slow(password)
        self._tokens: dict[str, None] = {}
        self._failures: list[float] = []
        self.key = secrets.token_urlsafe(32)
        self._signed_in: dict[str, float] = self._read()

    @property
    def with_password(self) -> bool:
        return self._password is not None

    def new_token(self) -> str:
        """A token that is good for one sign-in. Of very many that nobody used, the newest are."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._tokens[_hash(token)] = None
            for old in list(self._tokens)[:-_MOST_TOKENS]:
                del self._tokens[old]
        return token

    def is_unused(self, token: str) -> bool:
        """True as long as a token can still be signed in with."""
        return _hash(token) in self._tokens

    def is_key(self, secret: str) -> bool:
        """True for the key: one who signed in, by whatever way, has another secret."""
        return hmac.compare_digest(_hash(secret), _hash(self.key))

    def sign_in(self, token: str, password: str) -> str | None:
        """The secret for the cookie, if the token or password is right; a token is used up by it.

        Raises `TooManyTries` after many that were wrong.
        """
        with self._lock:
            now = time.monotonic()
            self._failures = [each for each in self._failures if now - each < _FAILURES_WITHIN]
            if len(self._failures) >= _MOST_FAILURES:
                raise TooManyTries
            if not self._is_right(token, password):
                self._failures.append(now)
                return None
            secret = secrets.token_urlsafe(32)
            self._signed_in[_hash(secret)] = time.time() + _DAYS * 86_400
            self._write()
            return secret

    def knows(self, secret: str) -> bool:
        """True for the secret of one who has signed in, and for the key."""
        until = self._signed_in.get(_hash(secret))
        return (until is not None and until > time.time()) or self.is_key(secret)

    def sign_out(self, secret: str) -> None:
        with self._lock:
            if self._signed_in.pop(_hash(secret), None) is not None:
                self._write()

    def _is_right(self, token: str, password: str) -> bool:
        if token:
            hashed = _hash(token)
            if hashed in self._tokens:
                del self._tokens[hashed]
                return True
            if self.is_key(token):
                return True
        password = password or token
        return (
            self._password is not None and bool(password) and hmac.compare_digest(self._slow(password), self._password)
        )

    def _slow(self, password: str) -> bytes:
        """A hash that takes long to try out."""
        return hashlib.scrypt(password.encode("utf-8", "surrogatepass"), salt=self._salt, n=2**14, r=8, p=1)

    def _read(self) -> dict[str, float]:
        try:
            read = json.loads(self._path.read_text("utf-8"))
            known = {str(name): float(until) for name, until in read.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            return {}
        return {name: until for name, until in known.items() if until > time.time()}

    def _write(self) -> None:
        newest = sorted(self._signed_in.items(), key=lambda each: -each[1])[:_MOST]
        self._signed_in = dict(newest)
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=".signed-in-")  # for the owner alone
        with os.fdopen(handle, "w") as file:
            json.dump(self._signed_in, file)
        os.replace(name, self._path)  # noqa: PTH105 - the same thing


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
