"""Pictures of every page of the site without a server, at four widths, in both felts and languages.

./run python bench/site_screens.py FOLDER [--only roads] [--look dark-zh]

Needs Chromium on the machine, as the tests of the pages do.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Page, sync_playwright

from pages.conftest import FLAGS, PHONE, chromium
from punto.kernel.wasm import wasm_path
from punto.report.making import making
from punto.rulebook import Library
from punto.site import site_files, write_site
from static_site.static_server import served

SIZES = {"wide": (1440, 900), "desk": (1280, 720), "phone": PHONE, "turned": (PHONE[1], PHONE[0])}
LOOKS = (("light", "en"), ("dark", "zh"), ("dark", "en"), ("light", "zh"))


class Shot(NamedTuple):
    """One address, what is pressed there, and what must be there before the picture is taken."""

    name: str
    path: str
    face: str
    press: str = ""


SHOTS = (
    Shot("home", "index.html", ".book"),
    Shot("rulebook", "rulebooks/da-hu-ying-xiong.html", ".tableau"),
    Shot("rulebook-plain", "rulebooks/punto-banco.html", ".tableau"),
    Shot("odds", "odds.html#da-hu-ying-xiong", ".bets tbody tr"),
    Shot("coups", "coups.html#rws-insurance", ".coup"),
    Shot("roads", "roads.html#BBPBBBTPPBPBPBBPPPPTBPPBBBBBBBTPBPPBBPBPPTPPPBBPB", ".road"),
    Shot("roads-empty", "roads.html", ".typed"),
    Shot("shoe", "shoe.html", ".verdict", "button[name=example]"),
    Shot("shoe-forged", "shoe.html", ".verdict", "button[name=forged]"),
    Shot("shoe-empty", "shoe.html", ".steps"),
)


def is_too_wide(page: Page) -> bool:
    wide: bool = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return wide


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="pictures whose name begins so")
    parser.add_argument("--look", choices=["-".join(look) for look in LOOKS], help="one look a page instead of four")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    wider, pictures = [], 0
    with TemporaryDirectory() as temporary, sync_playwright() as playwright:
        site = Path(temporary) / "site"
        write_site(site, site_files(Library().all_in_force(), making(), wasm_path().read_bytes(), pdf=False))
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        with served(site) as address:
            for shot in (shot for shot in SHOTS if shot.name.startswith(options.only)):
                for width, (wide, high) in SIZES.items():
                    for felt, language in (look for look in LOOKS if options.look in (None, "-".join(look))):
                        context = browser.new_context(viewport={"width": wide, "height": high}, reduced_motion="reduce")
                        storage = {"punto.felt": felt, "punto.language": language}
                        context.add_init_script(f"Object.assign(localStorage, {json.dumps(storage)})")
                        page = context.new_page()
                        page.goto(f"{address}/{shot.path}")
                        if shot.press:
                            page.click(shot.press)
                        page.wait_for_selector(shot.face)
                        page.wait_for_timeout(300)
                        name = f"{shot.name}-{width}-{felt}-{language}"
                        page.screenshot(path=options.folder / f"{name}.png", full_page=True)
                        wider += [name] if is_too_wide(page) else []
                        pictures += 1
                        context.close()
        browser.close()
    print(json.dumps({"pictures": pictures, "wider_than_the_screen": wider}))


if __name__ == "__main__":
    main()
