"""axe-core in a page: what it finds serious or critical, or against the heading and the landmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

SCRIPT: Final = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"

_FIND: Final = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
    .filter((one) => ['serious', 'critical'].includes(one.impact)
        || /^(page-has-heading-one|landmark-|region$)/.test(one.id))
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')}: ${node.html.slice(0, 160)}`))"""


_SETTLED: Final = """() => Promise.all(
    document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))"""


def inaccessible(page: Page) -> list[str]:
    """The rule, the place and the beginning of every element that breaks one."""
    if not SCRIPT.is_file():
        pytest.skip("axe-core is not installed here (./run python -m tools.pages installs it)")
    # By the browser's tools: the content policy of the pages would not let the script in.
    page.evaluate(SCRIPT.read_text(encoding="utf-8"))
    # A colour on its way from one felt to the other is none that anybody has chosen.
    page.evaluate(_SETTLED)
    found: list[str] = page.evaluate(_FIND)
    return found
