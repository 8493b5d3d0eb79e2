"""Sign-in links: secrets that are printed where the house is started and let somebody in without a password."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Final

from punto.store.links import Link, LinkStore

LINK_SECONDS: Final = 24 * 3600.0
"""How long a link is good after its process printed or last renewed it."""

_RENEWED: Final = 24
"""A lasting link is prolonged this often in that time."""


class Links:
    """The links of a house. Only their hashes are kept, in the database: one is good at every process.

    A link that lasts is good until the process that printed it closes. One that is killed
    cannot take its links back; they outlive it by a day at most.
    """

    def __init__(self, links: LinkStore, now: Callable[[], float]) -> None:
        self._links = links
        self._now = now
        self._ours: dict[str, str] = {}
        """Hashes of the lasting links that this process printed, with whom they let in."""
        self._renew_at = 0.0

    def make(self, names: list[str], *, lasts: bool) -> dict[str, str]:
        """A link's secret for each of these people; it lasts until the house closes, or lets in once."""
        now = self._now()
        link_secrets = {name: secrets.token_urlsafe(24) for name in names}
        self._links.drop(*(hash for hash, link in self._links.all().items() if now > link.until))
        self._links.keep({token_hash(link_secrets[name]): Link(name, now + LINK_SECONDS, not lasts) for name in names})
        if lasts:
            self._ours |= {token_hash(secret): name for name, secret in link_secrets.items()}
            self._renew_at = now + LINK_SECONDS / _RENEWED
        return link_secrets

    def follow(self, secret: str) -> str | None:
        """Whom a secret lets in; None if it is no link, or no longer one."""
        hash = token_hash(secret)
        link = self._links.find(hash)
        if link is None or self._now() > link.until:
            return None
        # Of two who come at once with a link that lets in once, one takes it away.
        return link.name if not link.once or self._links.drop(hash) else None

    def renew(self) -> None:
        """Say that this process is still there, from time to time."""
        now = self._now()
        if self._ours and now >= self._renew_at:
            present = self._links.all()
            # One that was revoked meanwhile is not brought back.
            self._ours = {hash: name for hash, name in self._ours.items() if hash in present}
            self._links.keep({hash: Link(name, now + LINK_SECONDS, once=False) for hash, name in self._ours.items()})
            self._renew_at = now + LINK_SECONDS / _RENEWED

    def revoke(self, name: str, *, lasting: bool) -> None:
        """Take back a person's links that let in once, and those that last as well if so told."""
        present = self._links.all().items()
        self._links.drop(*(hash for hash, link in present if link.name == name and (link.once or lasting)))

    def revoke_all(self) -> None:
        """Take back what earlier processes left, where no other can be open."""
        self._links.drop(*self._links.all())

    def close(self) -> None:
        """Take back what this process printed."""
        self._links.drop(*self._ours)
        self._ours = {}


def token_hash(token: str) -> str:
    """The hash under which a token or a link is stored."""
    return hashlib.sha256(token.encode()).hexdigest()
