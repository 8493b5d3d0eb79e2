"""Every figure of a PAR sheet stands in its HTML, and nothing else gets in."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from fractions import Fraction
from importlib.metadata import version

import pytest

from punto.chance.composition import Composition
from punto.chance.par import par_sheet
from punto.chance.price import price
from punto.kit import Odds, Rank
from punto.kit.cards import read_cards
from punto.report.document import MARK, Gallery
from punto.report.figures import change, fraction, percent, root
from punto.report.making import making
from punto.report.par import par_document, par_html
from punto.report.picture import Bar
from punto.report.wording import hand, offer_odds
from punto.rulebook import Cell, Library, Window
from report.sheets import HOSTILE, MADE, hostile, html, par, par_of, read

IDS = ("da-hu-ying-xiong", "insurance-lucky-six", "rws-baccarat", "punto-banco")


def _deals(id: str, chance: Fraction) -> str:
    """A chance in deals of six cards from eight decks, counted on fingers."""
    deals = chance * 416 * 415 * 414 * 413 * 412 * 411
    assert deals == int(deals)
    return f"{int(deals):,}"


@pytest.mark.parametrize("id", IDS)
def test_the_bets(id: str) -> None:
    lines = read(html(id)).table("Bet", "Edge %")
    assert len(lines) == len(par(id).sheet.bets)
    for line, figures in zip(lines, par(id).sheet.bets, strict=True):
        assert line == [
            f"{figures.bet.name.en}{figures.bet.name.zh}",
            (f"{MARK} " if figures.edge < 0 else "") + percent(figures.edge),
            percent(1 - figures.edge),
            percent(figures.hit),
            percent(figures.push) if figures.push else "–",
            root(figures.variance, 4),
            fraction(figures.edge),
            _deals(id, figures.hit),
            figures.bet.cite,
        ]


@pytest.mark.parametrize("id", IDS)
def test_the_pay_rows_and_their_chances_add_up_to_one(id: str) -> None:
    lines = iter(read(html(id)).table("Bet", "When"))
    for figures in par(id).sheet.bets:
        chances = []
        for found in figures.rows:
            _, _, odds, _, told, exact, deals, cite = next(lines)
            assert odds == found.row.odds.text + (", less commission" if found.row.commission else "")
            assert (told, exact, cite) == (percent(found.chance), fraction(found.chance), found.row.cite)
            assert deals == _deals(id, found.chance)
            chances.append(Fraction(exact))
        _, when, odds, _, _, exact, deals, cite = next(lines)
        assert deals == _deals(id, Fraction(exact))
        assert (when, odds, cite) == ("otherwise", "loses", figures.bet.lose_cite)
        assert sum(chances) + Fraction(exact) == 1
    assert next(lines, None) is None


@pytest.mark.parametrize("id", ["da-hu-ying-xiong", "insurance-lucky-six"])
def test_every_cell_of_the_heat_maps(id: str) -> None:
    maps = [table for table in read(html(id)).tables if table[0][0] == "" and table[0][1].startswith("Banker ")]
    seen = {}
    groups = [(w, s) for w in Window for s in (0, 1) if any(_group(c.cell) == (w, s) for c in par(id).sheet.insurance)]
    for (window, side), table in zip(groups, maps, strict=True):
        for line in table[1:]:
            for head, text in zip(table[0][1:], line[1:], strict=True):
                if text:
                    seen[window, side, line[0], head] = text
    assert seen == {
        (*_group(f.cell), f"Player {f.cell.player}", f"Banker {f.cell.banker}"): offer_odds(f.cell)
        + (f"{MARK} " if f.edge < 0 else "")
        + percent(f.edge, 3)
        for f in par(id).sheet.insurance
    }


def _group(cell: Cell) -> tuple[Window, int]:
    return cell.window, 0 if cell.insures.value == "player" else 1


@pytest.mark.parametrize("id", ["da-hu-ying-xiong", "insurance-lucky-six"])
def test_every_offer_exactly(id: str) -> None:
    told = [line for table in read(html(id)).tables if table[0][:2] == ["Totals", "To 1"] for line in table[1:]]
    wanted = [
        [
            f"Player {f.cell.player} v Banker {f.cell.banker}",
            offer_odds(f.cell),
            (f"{MARK} " if f.edge < 0 else "") + percent(f.edge),
            *map(fraction, (f.edge, f.offered, f.player_wins, f.banker_wins, f.tie)),
            "; ".join(_deals(id, f.offered * end) for end in (Fraction(1), f.player_wins, f.banker_wins, f.tie)),
        ]
        for f in par(id).sheet.insurance
    ]
    assert sorted(told) == sorted(wanted)


def test_what_favours_the_patron_is_marked_and_said_first() -> None:
    id = "da-hu-ying-xiong"
    found = read(html(id))
    best = sorted((f for f in par(id).sheet.insurance if f.edge < 0), key=lambda f: f.edge)
    lines = found.table("Offers that favour the patron")
    assert [line[4] for line in lines] == [f"{MARK} {percent(f.edge)}" for f in best]
    assert [line[1] for line in lines] == [hand(f.cell.insures) for f in best]
    assert f"{len(best)} of {len(par(id).sheet.insurance)} insurance offers favour the patron." in found.text
    assert best[0].cell.window.words in found.text
    assert all(text.count(MARK) == 1 for text in found.marked if text)
    plain = [text for table in found.tables for line in table for text in line if MARK in text]
    assert sorted(plain) == sorted(text for text in found.marked if text)


@pytest.mark.parametrize("id", IDS)
def test_decks_and_removal(id: str) -> None:
    sheet, found = par(id), read(html(id))
    lines = found.table("Edge % from a fresh shoe of")
    for place, figures in enumerate(sheet.by_decks[0].bets):
        edges = [each.bet(figures.bet.id).edge for each in sheet.by_decks]
        assert [text.removeprefix(f"{MARK} ") for text in lines[place][1:]] == [percent(edge) for edge in edges]
    moves = found.table("Bet", "A")
    for line, effects in zip(moves, sheet.removal.bets.values(), strict=True):
        assert line[1:] == [change(effects[rank], 4) for rank in Rank]
    assert sum(tag == "figure" for tag, _ in found.tags) == 2 * len(sheet.sheet.bets)


def test_what_insurance_adds() -> None:
    tables = [table[1:] for table in read(html("da-hu-ying-xiong")).tables if table[0][0] == "Insurance taken"]
    for rows, use in zip(tables, par("da-hu-ying-xiong").sheet.uses, strict=True):
        assert [row[3] for row in rows] == [percent(use.bet_edge + more) for more in (0, use.always, use.favourable)]
        assert [row[4] for row in rows] == [fraction(Fraction(0)), fraction(use.always), fraction(use.favourable)]


@pytest.mark.parametrize("id", IDS)
def test_it_names_its_rulebook_and_all_readings(id: str) -> None:
    book, text = par(id).rulebook, re.sub(r"\s+", " ", read(html(id)).text)
    for words in (
        book.title.en,
        book.title.zh,
        book.id,
        book.edition,
        book.sha256,
        book.decks.cite,
        "8 decks, 416 cards",
    ):
        assert words in text
    for reading in book.readings:
        assert f"{reading.reads} {reading.why}" in text
    for note in par(id).notes:
        assert note in text
    assert "DO NOT RELY" not in text


def test_both_languages_are_marked_as_such() -> None:
    spans = [attrs.get("lang") for tag, attrs in read(html("punto-banco")).tags if tag in ("html", "span")]
    assert spans.count("zh-Hant") > len(par("punto-banco").sheet.bets)
    assert spans[0] == "en"


def test_one_file_without_script_or_network() -> None:
    for id in IDS:
        assert not {tag for tag, _ in read(html(id)).tags} & {
            "script",
            "link",
            "img",
            "iframe",
            "object",
            "base",
            "form",
        }
        assert not re.search(r"@import|url\(|(src|srcset)=|javascript:", html(id))
        assert set(re.findall(r"https?://[^\"' ]+", html(id))) == {"http://www.w3.org/2000/svg"}


def test_names_that_try_to_be_markup_stay_names() -> None:
    found = read(par_html(hostile()))
    assert not {tag for tag, _ in found.tags} & {"script", "img"}
    assert not any(name.startswith("on") for _, attrs in found.tags for name in attrs)
    assert f"{HOSTILE.en}{HOSTILE.zh}" in found.table("Bet", "Edge %")[0][0]


def test_the_same_sheet_gives_the_same_file() -> None:
    assert html("punto-banco") == par_html(par_of(Library().find("punto-banco")), MADE)


def test_a_figure_that_does_not_fit_the_others_is_shouted() -> None:
    sheet = par("punto-banco")
    wrong = replace(sheet.sheet.bets[0], edge=sheet.sheet.bets[0].edge + Fraction(1, 10**20))
    bent = replace(sheet, sheet=replace(sheet.sheet))
    vars(bent.sheet)["bets"] = (wrong, *sheet.sheet.bets[1:])  # As if it had been counted so.
    assert "DO NOT RELY ON THIS SHEET" in par_html(bent)


def test_bets_that_favour_the_patron_are_said_first() -> None:
    book = Library().find("punto-banco")
    tie = book.bets["tie"]
    row = replace(tie.pays[0], odds=Odds("11 to 1", Fraction(11)))
    generous = replace(book, bets={**book.bets, "tie": replace(tie, pays=(row,))})
    found = read(par_html(par_of(generous)))
    assert "1 of 5 bets favours the patron: Tie 和, by 14.1872 % of the stake." in found.text
    assert f"{MARK} −14.1872" in found.marked


def test_a_part_dealt_coup_and_a_shoe_by_its_counts() -> None:
    book = Library().find("da-hu-ying-xiong")
    shoe = Composition.of_values((100, *[25] * 9))
    found = read(par_html(par_sheet(book, price(book, shoe, read_cards("5h 6c 2d Ts")), shoe)))
    assert "a shoe given by its counts, 321 cards left" in found.text
    assert "Cards dealt5h" in found.text.replace("\n", "")


@pytest.mark.parametrize("id", IDS)
def test_the_bands_of_the_hold_are_the_edge_and_so_many_standard_deviations(id: str) -> None:
    tables = [table for table in read(html(id)).tables if table[0][0] == "Hold %, by rounds"]
    assert [table[0][1:] for table in tables] == [["1,000", "10,000", "100,000", "1,000,000", "10,000,000"]] * 2
    for table, deviations in zip(tables, (1.959964, 2.575829), strict=True):
        for line, figures in zip(table[1:], par(id).sheet.bets, strict=True):
            for told, power in zip(line[1:], range(3, 8), strict=True):
                half = deviations * figures.sd / 10 ** (power / 2)
                low, high = (float(word.replace("−", "-")) for word in told.split(" to "))
                assert low == pytest.approx(100 * (float(figures.edge) - half), abs=6e-4)
                assert high == pytest.approx(100 * (float(figures.edge) + half), abs=6e-4)
    for line, figures in zip(read(html(id)).table("Bet", "Most it pays"), par(id).sheet.bets, strict=True):
        assert float(line[3]) == pytest.approx(1.644854 * figures.sd, abs=1e-4)
        assert float(line[1]) == float(max(row.pays for row in figures.rows))


def test_it_says_when_and_by_what_it_was_made() -> None:
    told = read(html("punto-banco")).text
    for word in ("2026-11-18 12:30 UTC", "punto 9.9.9", MADE.manifest, par("punto-banco").rulebook.sha256):
        assert word in told
    now = making()
    assert now.version == version("punto")
    assert len(now.manifest) == 64
    assert making(date(2026, 1, 2)).moment == "2026-01-02"


def test_pictures_that_are_compared_have_one_scale() -> None:
    """The highest bar of all is as high as its picture allows, and a bar half as long is half as high elsewhere."""
    document = par_document(par("da-hu-ying-xiong"), MADE)
    [removal] = [section for section in document.sections if section.title == "Effects of removal"]
    gallery = next(block for block in removal.blocks if isinstance(block, Gallery))
    moves = par("da-hu-ying-xiong").removal.bets
    scales = set()
    for picture, by_rank in zip(gallery.pictures, moves.values(), strict=True):
        bars = [shape for shape in picture.shapes if isinstance(shape, Bar)]
        lengths = [abs(float(move)) for move in by_rank.values() if move]
        scales |= {round(bar.height / length) for bar, length in zip(bars, lengths, strict=True) if length > 1e-4}
    assert max(scales) - min(scales) <= 1
