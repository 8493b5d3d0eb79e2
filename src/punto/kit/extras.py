"""Packages that are not installed: which extra brings them, and the line to type."""

from __future__ import annotations

from punto.kit.refusal import Refused

EXTRAS = {
    "cli": ("alembic", "argon2", "cryptography", "rich", "sqlalchemy", "typer", "tzdata"),
    "serve": ("httptools", "litestar", "segno", "uvicorn", "uvloop"),
    "sheets": ("noto_cjk_sans_otc", "typst"),
    "postgres": ("psycopg",),
    "gpu": ("cupy",),
    "cluster": ("distributed",),
    "parquet": ("pyarrow",),
}
"""The packages that come with each extra, by the names they are imported under."""


def missing_extra(error: ImportError, what: str, larger: str | None = None) -> Refused | None:
    """The refusal that names the extra `what` needs, or a `larger` one that has it; None where no extra brings it."""
    package = (error.name or "").partition(".")[0]
    extra = next((extra for extra, packages in EXTRAS.items() if package in packages), None)
    if extra is None:
        return None
    message = f"{what} needs {package}, which is not installed: pip install 'punto[{larger or extra}]'"
    return Refused(code="missing_extra", message=message)
