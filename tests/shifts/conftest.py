"""An empty database on each engine; the PostgreSQL server is started once a test process."""

from store.conftest import server, url

__all__ = ["server", "url"]
