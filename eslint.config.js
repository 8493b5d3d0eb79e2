// Lint of the pages: docs/pages.md. Few rules, each against something that has gone wrong; types are the compiler's.

import globals from "globals";

const PAGES = "src/punto/server/pages";

const REDRAW = "there is one way to redraw: draw() and drawing() of lib/draw.js (docs/pages.md)";
const MEMO = "no hand-made memo keys: draw() finds out itself what has changed (docs/pages.md)";

const call = (name) => `CallExpression[callee.property.name='${name}']`;
const stringified = "CallExpression[callee.object.name='JSON'][callee.property.name='stringify']";

const redraw = [
  ...["replaceChildren", "append", "prepend", "appendChild", "insertBefore", "replaceWith", "insertAdjacentElement", "insertAdjacentHTML", "removeChild"]
    .map((name) => ({ selector: call(name), message: REDRAW })),
  ...["innerHTML", "outerHTML", "innerText", "textContent"]
    .map((name) => ({ selector: `AssignmentExpression[left.property.name='${name}']`, message: REDRAW })),
  { selector: `BinaryExpression > ${stringified}`, message: MEMO },
  { selector: `VariableDeclarator[id.name=/key|facts|memo/i] > ${stringified}`, message: MEMO },
  { selector: `AssignmentExpression > ${stringified}`, message: MEMO },
];

const WORN = "an element of the page's HTML wears what wear() of lib/element.js says, all others what the view says (docs/pages.md)";
// An element of ours may say what it is itself: `this`. Of the whole document felt, language, link and phase are data.
const other = ":not([left.object.type='ThisExpression'])";

const attributes = [
  { selector: "CallExpression[callee.property.name=/^(set|remove|toggle)Attribute/]:not([callee.object.type='ThisExpression'])", message: WORN },
  { selector: "CallExpression[callee.object.property.name='classList']:not([callee.object.object.type='ThisExpression'])", message: WORN },
  { selector: `AssignmentExpression[left.property.name=/^(hidden|className|aria[A-Z])/]${other}`, message: WORN },
  { selector: "AssignmentExpression[left.object.property.name='dataset']:not([left.object.object.object.name='document'])", message: WORN },
];

/** An import is relative and leads to lib or to the page's own folder. */
const imports = {
  create: (context) => ({
    ImportDeclaration({ source }) {
      const own = /pages\/([\w-]+)\//.exec(context.filename)?.[1];
      const other = /^\.\.\/([\w-]+)\//.exec(source.value)?.[1];
      if (!source.value.startsWith(".")) context.report({ node: source, message: "imports are relative" });
      else if (other && other !== "lib" && other !== own) context.report({ node: source, message: "what two pages need is in lib" });
    },
  }),
};

/** What the house said has a type; `any` would let every misspelling of a field pass. */
const typed = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const types = comment.value.startsWith("*") ? comment.value.match(/\{[^@]*\}/g) ?? [] : [];
        if (types.some((one) => /(?<!["'\w-])any(?!["'\w-])/.test(one))) context.report({ loc: comment.loc, message: "no any: say which type it is" });
      }
    },
  }),
};

export default [
  {
    files: [`${PAGES}/**/*.js`],
    languageOptions: { globals: globals.browser },
    plugins: { pages: { rules: { imports, typed } } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "pages/imports": "error",
      "no-undef": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "all", ignoreRestSiblings: true }],
      "no-unreachable": "error",
      "no-duplicate-imports": "error",
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
    },
  },
  {
    files: [`${PAGES}/**/*.js`],
    ignores: [`${PAGES}/lib/{draw,element,i18n,link,toast}.js`],
    rules: { "no-restricted-syntax": ["error", ...redraw, ...attributes] },
  },
  {
    // These put texts or elements where no view is drawn: the morph itself, and what is said beside any page's own content.
    files: [`${PAGES}/lib/{draw,link,toast}.js`],
    rules: { "no-restricted-syntax": ["error", ...attributes] },
  },
  {
    // These set attributes: lib/element.js is the way (above, with lib/i18n.js, which fills what the HTML names in data-t);
    // a copy of a part of the HTML loses its ids before it is in the page.
    files: [`${PAGES}/table/copies.js`],
    rules: { "no-restricted-syntax": ["error", ...redraw] },
  },
  {
    // What h() takes is typed by Draw.Attributes; inside, one function serves every element.
    files: [`${PAGES}/**/*.js`],
    ignores: [`${PAGES}/lib/element.js`],
    rules: { "pages/typed": "error" },
  },
  {
    files: ["tests/js/**/*.js"],
    languageOptions: { globals: globals.node },
    rules: { "no-undef": "error", "no-unused-vars": "error" },
  },
];
