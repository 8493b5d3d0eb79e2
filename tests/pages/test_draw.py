"""Redrawing keeps what a person did and what runs: lib/draw.js in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from pages.conftest import Visit

pytestmark = pytest.mark.pages

_BEFORE = """
const { draw, drawing, PageElement } = await import('/assets/lib/draw.js');
const { asDrawn, define, h, s } = await import('/assets/lib/element.js');
const root = document.body.appendChild(document.createElement('div'));
const turn = () => new Promise((resolve) => setTimeout(resolve));
"""


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit(None, "/sign-in")


def answer(page: Page, body: str) -> Any:
    """What a body of code gives back, with an empty element `root` in the page to draw in."""
    return page.evaluate(f"async () => {{ {_BEFORE} {body} }}")


def test_elements_attributes_and_texts_become_those_that_are_drawn(page: Page) -> None:
    said = answer(
        page,
        """
        const said = { class: ['a', 'b'], title: 'x', data: { n: 1 }, style: { color: 'red' } };
        draw(root, h('p', said, 'one ', 2), 'text');
        const [before] = root.children;
        const first = root.innerHTML;
        const other = { class: ['a', false, 'c'], hidden: true, data: { n: 2 } };
        draw(root, h('p', other, 'one ', h('b', {}, 3), null), false);
        return { first, second: root.innerHTML, same: before === root.firstChild };
        """,
    )
    assert said["first"] == '<p title="x" data-n="1" class="a b" style="color: red;">one 2</p>text'
    assert said["second"] == '<p data-n="2" class="a c" style="" hidden="">one <b>3</b></p>'
    assert said["same"]


def test_an_element_of_the_html_wears_what_is_said_and_keeps_what_is_not(page: Page) -> None:
    said = answer(
        page,
        """
        const { wear } = await import('/assets/lib/element.js');
        root.className = 'own';
        root.dataset.phase = 'betting';
        wear(root, { class: ['narrow', 'slim'], 'aria-label': 'x', style: { '--shown': 1 }, data: { face: 'a' } });
        const first = root.outerHTML;
        draw(root, h('b', {}, 1));
        wear(root, { class: [false, 'slim'], style: { '--shown': 2 } });
        return { first, second: root.outerHTML };
        """,
    )
    worn = 'class="own narrow slim" data-phase="betting" aria-label="x" data-face="a" style="--shown: 1;"'
    assert said["first"] == f"<div {worn}></div>"
    assert said["second"] == '<div class="own slim" data-phase="betting" style="--shown: 2;"><b>1</b></div>'


def test_an_element_that_took_on_a_class_by_itself_stays(page: Page) -> None:
    """A paragraph that is open, say: were it another element, whoever has the focus on it would lose it."""
    said = answer(
        page,
        """
        const view = () => h('div', {}, h('button', { type: 'button' }, 'x'));
        draw(root, view());
        const [before] = root.children;
        before.classList.add('open');
        before.firstChild.focus();
        draw(root, view());
        const [after] = root.children;
        return { same: after === before, open: after.className, focus: document.activeElement === after.firstChild };
        """,
    )
    assert said == {"same": True, "open": "open", "focus": True}


def test_focus_selection_and_what_is_typed_stay(page: Page) -> None:
    said = answer(
        page,
        """
        const input = (name, value) => h('input', { name, value });
        const view = (n) => [h('b', {}, n), input('a', n), input('b', n), h('textarea', { value: n })];
        draw(root, view(1));
        const [, typed, untouched, text] = root.children;
        typed.value = 'typed';
        text.value = 'long text';
        typed.focus();
        typed.setSelectionRange(1, 3);
        draw(root, view(2));
        const values = [typed.value, untouched.value, text.value];
        const marked = [document.activeElement === typed, typed.selectionStart, typed.selectionEnd];
        asDrawn(typed);
        return [...values, ...marked, typed.value, root.firstChild.textContent];
        """,
    )
    assert said == ["typed", "2", "long text", True, 1, 3, "2", "2"]


def test_scroll_open_folds_and_dialogs_stay(page: Page) -> None:
    said = answer(
        page,
        """
        const high = (n) => h('p', { style: { height: '400px' } }, n);
        const view = (n) => [
            h('div', { class: 'box', style: { height: '40px', overflow: 'auto' } }, high(n)),
            h('details', {}, h('summary', {}, n), h('p', {}, n)),
            h('dialog', { class: 'ask' }, n),
        ];
        draw(root, view(1));
        const [box, fold, dialog] = root.children;
        box.scrollTop = 120;
        fold.open = true;
        dialog.show();
        draw(root, view(2));
        return [box.scrollTop, fold.open, dialog.open, dialog.textContent, box.isConnected && fold.isConnected];
        """,
    )
    assert said == [120, True, True, "2", True]


def test_transitions_animations_and_classes_of_others_go_on(page: Page) -> None:
    said = answer(
        page,
        """
        const view = (n) => h('p', { class: ['a', n > 1 && 'more'], title: n, style: { '--n': n } }, n);
        draw(root, view(1));
        const [p] = root.children;
        const animation = p.animate({ opacity: [0, 1] }, 60_000);
        p.classList.add('theirs');
        p.style.setProperty('--theirs', '1');
        draw(root, view(2));
        const style = ['--theirs', '--n'].map((name) => p.style.getPropertyValue(name));
        return [p.getAnimations()[0] === animation, animation.playState, p.className, ...style];
        """,
    )
    assert said == [True, "running", "a theirs more", "1", "2"]


def test_children_are_known_by_their_keys(page: Page) -> None:
    said = answer(
        page,
        """
        const view = (...keys) => keys.map((key) => h('button', { key, onclick: () => {} }, key));
        draw(root, view('a', 'b', 'c', 'd'));
        const was = Object.fromEntries([...root.children].map((one) => [one.textContent, one]));
        was.b.focus();
        const moved = [];
        const note = (nodes) => nodes.forEach((node) => moved.push(node.textContent));
        new MutationObserver((all) => all.forEach((one) => note(one.addedNodes))).observe(root, { childList: true });
        draw(root, view('b', 'c', 'd', 'a'));
        await turn();
        const once = [...moved];
        draw(root, view('d', 'x', 'b'));
        const same = [...root.children].map((one) => one === was[one.textContent]);
        return [once, same, root.textContent, document.activeElement === was.b, was.a.isConnected];
        """,
    )
    assert said == [["a"], [True, False, True], "dxb", True, False]


def test_listeners_are_the_last_that_were_drawn_and_a_press_is_taken_once(page: Page) -> None:
    said = answer(
        page,
        """
        const heard = [];
        let done;
        const work = new Promise((resolve) => { done = resolve; });
        const view = (act) => h('button', { type: 'button', onclick: act }, 'x');
        draw(root, view(() => heard.push(1)));
        draw(root, view(() => { heard.push(2); return work; }));
        const [button] = root.children;
        button.click();
        button.click();
        draw(root, view(() => heard.push(3)));
        const busy = button.ariaBusy;
        button.click();
        done();
        await turn();
        button.click();
        draw(root, view(null));
        button.click();
        return [heard, busy, button.ariaBusy];
        """,
    )
    assert said == [[2, 3], "true", None]


def test_our_own_elements_keep_their_inner_state_and_take_what_is_set(page: Page) -> None:
    said = answer(
        page,
        """
        let drawn = 0;
        class Counter extends PageElement {
            static observedAttributes = ['step'];
            inner = 0;
            #n = 0;
            set n(to) { this.#n = to; this.changed(); }
            view() { drawn += 1; return h('b', {}, `${this.#n}/${this.getAttribute('step')}/${this.inner}`); }
        }
        define('test-counter', Counter);
        const view = (n, step) => h('test-counter', { step, props: { n } });
        draw(root, view(1, 1));
        await turn();
        const [counter] = root.children;
        counter.inner = 7;
        const first = [root.textContent, drawn];
        draw(root, view(1, 1));
        await turn();
        const second = [root.textContent, drawn];
        draw(root, view(2, 3));
        await turn();
        return [...first, ...second, root.textContent, drawn, counter === root.firstChild];
        """,
    )
    assert said == ["1/1/0", 1, "1/1/0", 1, "2/3/7", 2, True]


def test_a_view_is_drawn_once_a_turn_and_when_the_language_changes(page: Page) -> None:
    said = answer(
        page,
        """
        let n = 0;
        const again = drawing(root, () => h('b', {}, ++n));
        const first = root.textContent;
        again();
        again();
        await turn();
        const second = root.textContent;
        (await import('/assets/lib/i18n.js')).speak('zh');
        await turn();
        return [first, second, root.textContent];
        """,
    )
    assert said == ["1", "2", "3"]


def test_a_select_has_the_value_that_was_drawn_and_keeps_what_was_chosen(page: Page) -> None:
    said = answer(
        page,
        """
        const option = (value) => h('option', { value }, value);
        const view = (...values) => h('select', { name: 'a', value: 'b' }, values.map(option));
        draw(root, view('a', 'b', 'c'));
        const [select] = root.children;
        const first = select.value;
        select.value = 'c';
        draw(root, view('x', 'c', 'b'));
        return [first, select.value, [...select.options].map((one) => one.value)];
        """,
    )
    assert said == ["b", "c", ["x", "c", "b"]]


def test_drawings_in_svg_are_svg(page: Page) -> None:
    said = answer(
        page,
        """
        draw(root, s('svg', { viewBox: '0 0 1 1' }, s('circle', { class: 'a', r: 1 })));
        const [circle] = root.querySelectorAll('circle');
        draw(root, s('svg', { viewBox: '0 0 1 1' }, s('circle', { class: 'a', r: 2 })));
        return [circle.namespaceURI, circle.getAttribute('r'), circle.isConnected];
        """,
    )
    assert said == ["http://www.w3.org/2000/svg", "2", True]
