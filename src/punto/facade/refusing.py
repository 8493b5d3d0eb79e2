"""One exception for whatever a caller may do wrong: errors of the layers below, turned into `Refused`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from punto.kit import Refused

P = ParamSpec("P")
R = TypeVar("R")


def refusing(function: Callable[P, R]) -> Callable[P, R]:
    """The same function; what a file or a missing kernel does wrong in it is refused like anything else."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except Refused:
            raise
        except (ValueError, RuntimeError, OSError) as error:
            refused = _refused(error)
            if refused is None:
                raise
            raise refused from None

    return call


def _refused(error: Exception) -> Refused | None:
    """None where the error is the program's own."""
    # Imported when something went wrong: a settlement needs no kernel.
    from punto.kernel.build import KernelUnavailable
    from punto.rulebook import BadRulebook

    if isinstance(error, BadRulebook):
        return Refused(code="bad_rulebook", message=str(error))
    if isinstance(error, KernelUnavailable):
        return Refused(code=error.code, message=error.sentence)
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return Refused(code="unreadable", message=f"{place}{error.strerror or error}")
    return None
