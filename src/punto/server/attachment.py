"""A file as an answer: to be saved, and never shown from here."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from litestar import Response

FileForm: TypeAlias = Literal["csv", "xlsx", "html", "pdf"]
PrintForm: TypeAlias = Literal["html", "pdf"]
"""In which a document is made that is read or printed."""

MEDIA_TYPES: Final[dict[FileForm, str]] = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "html": "text/html",
    "pdf": "application/pdf",
}


def attachment(body: bytes, name: str, form: FileForm) -> Response[bytes]:
    """A file in memory. Were it shown, a sheet's own styles would be against the content policy."""
    return Response(body, media_type=MEDIA_TYPES[form], headers=saved_as(f"{name}.{form}"))


def saved_as(file: str) -> dict[str, str]:
    """The header by which a browser saves what comes, under this name."""
    return {"content-disposition": f'attachment; filename="{file}"'}
