"""One exception for whatever a caller may do wrong: errors of the layers below, turned into `Refused`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from punto.kit import Refused

P = ParamSpec("P")
R = TypeVar("R")


OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*)")
"""An option of the command line in a sentence of the packages below."""


def _of_arguments(refused: Refused) -> Refused:
    """The refusal with the names of arguments for those of options: `running_trigger` for `--running-trigger`."""
    message = OPTION.sub(lambda option: option[1].replace("-", "_"), refused.message)
    return Refused(code=refused.code, cite=refused.cite, message=message)


def refusing(function: Callable[P, R]) -> Callable[P, R]:
    """The function, raising `Refused` also for a bad rulebook, an unreadable file or a missing kernel."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except Refused as refused:
            if OPTION.search(refused.message) is None:
                raise
            raise _of_arguments(refused) from None
        except (ValueError, RuntimeError, OSError) as error:
            refusal = _refused(error)
            if refusal is None:
                raise
            raise refusal from None

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
