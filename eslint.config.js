// Lint of the pages: docs/pages.md. Few rules, each against something that has gone wrong; types are the compiler's.

import globals from "globals";

const PAGES = "src/punto/server/pages";

const REDRAW = "there is one way to redraw: draw() and drawing() of lib/draw.js (docs/pages.md)";
const MEMO = "no hand-made memo keys: draw() finds out itself what has changed (docs/pages.md)";

/** Ways to make, put, move or take away what is drawn, besides the morph. */
const PUTTING = [
  "append", "prepend", "appendChild", "insertBefore", "insertNode", "insertAdjacentElement", "insertAdjacentHTML", "insertAdjacentText", "before", "after", "moveBefore",
  "replaceChildren", "replaceChild", "replaceWith", "removeChild", "createElement", "createElementNS", "createTextNode", "createContextualFragment",
  "setHTML", "setHTMLUnsafe", "write", "writeln", "insertRow", "insertCell", "appendData", "insertData", "replaceData", "parseFromString",
].join("|");
const CONTENT = "/^(innerHTML|outerHTML|innerText|outerText|textContent|nodeValue)$/";

const stringified = "CallExpression[callee.object.name='JSON'][callee.property.name='stringify']";

const redraw = [
  `CallExpression[callee.property.name=/^(${PUTTING})$/]`,
  // The same by a name in brackets, borrowed from its prototype, or by another way round.
  `CallExpression[callee.property.value=/^(${PUTTING})$/]`,
  `MemberExpression[object.property.name=/^(${PUTTING})$/][property.name=/^(call|apply|bind)$/]`,
  "MemberExpression[object.name='Reflect']",
  "NewExpression[callee.name=/^(Option|Text|Comment|DOMParser)$/]",
  // Without arguments: a list of classes takes a name away, and that is another rule.
  "CallExpression[callee.property.name='remove'][arguments.length=0]",
  `AssignmentExpression[left.property.name=${CONTENT}]`,
  `AssignmentExpression[left.property.value=${CONTENT}]`,
  `CallExpression[callee.object.name='Object'] > ObjectExpression > Property[key.name=${CONTENT}]`,
].map((selector) => ({ selector, message: REDRAW }));

/** Participles that say nothing of what they name; tests/structure/test_names.py has the same for Python. A field that the house, a sentence or the browser's storage fixes is written as a text: { "seen": version }. */
const PARTICIPLES = [
  "told", "seen", "asked", "found", "kept", "one", "said", "known", "given", "taken", "gone", "shown", "held", "wanted", "meant", "heard", "laid", "owed", "made", "named", "written", "lost",
];
const denied = PARTICIPLES.flatMap((word) => [word, `_${word}`, word[0].toUpperCase() + word.slice(1), word.toUpperCase()]);

/** A text of some state that is kept or compared: where something is sent or stored it stands in the call itself. */
const memo = [
  ...["BinaryExpression", "VariableDeclarator", "AssignmentExpression", "PropertyDefinition", "Property[key.name=/key|memo/i]"].map((holder) => `${holder} > ${stringified}`),
  "MemberExpression[object.name='JSON'][computed=true]",
  "VariableDeclarator[init.name='JSON']",
].map((selector) => ({ selector, message: MEMO }));

const WORN = "an element of the page's HTML wears what wear() of lib/element.js says, all others what the view says (docs/pages.md)";
// An element of ours may say what it is itself: `this`. Of the whole document felt, language, link and phase are data.
const other = ":not([left.object.type='ThisExpression'])";

const attributes = [
  { selector: "CallExpression[callee.property.name=/^(set|remove|toggle)Attribute/]:not([callee.object.type='ThisExpression'])", message: WORN },
  { selector: "CallExpression[callee.property.value=/^(set|remove|toggle)Attribute|^setNamedItem/]", message: WORN },
  { selector: "CallExpression[callee.property.name='setNamedItem']", message: WORN },
  { selector: "MemberExpression[property.name='classList']:not([object.type='ThisExpression']):not(MemberExpression[property.raw=/^[0-9]+$/] > MemberExpression)", message: WORN },
  { selector: "MemberExpression[property.value='classList']", message: WORN },
  { selector: "ObjectPattern > Property[key.name=/^(classList|dataset|style)$/]", message: WORN },
  { selector: `AssignmentExpression[left.property.value=/^(hidden|className|aria[A-Z])/]${other}`, message: WORN },
  { selector: "AssignmentExpression[left.object.property.name='style']", message: WORN },
  // A property of our own, for a place that was measured, is no look.
  { selector: "CallExpression[callee.object.property.name='style']:not([arguments.0.value=/^--/])", message: WORN },
  { selector: `AssignmentExpression[left.property.name=/^(hidden|className|aria[A-Z])/]${other}`, message: WORN },
  { selector: "AssignmentExpression[left.object.property.name='dataset']:not([left.object.object.object.name='document'])", message: WORN },
];

/** What a browser takes long for, on the way to the first drawing. */
const slow = [
  { selector: "MemberExpression[object.name='Intl'][property.name='NumberFormat']", message: "money() of lib/money.js groups digits: a browser takes ten milliseconds for its first formatter of numbers" },
  { selector: "CallExpression[callee.property.name='getAnimations']", message: "keep what animate() gives back: asking makes a browser work out the styles of the whole page" },
];

/** An import is relative and leads to lib or to the page's own folder. */
const imports = {
  create: (context) => {
    const look = ({ source }) => {
      if (!source) return;
      // The server reads imports as text, to name a page's modules in its head (server/frame.py).
      if (!source.raw?.startsWith('"')) return context.report({ node: source, message: "an import is a text in double quotes" });
      const own = /pages\/([\w-]+)\//.exec(context.filename)?.[1];
      const other = /^(?:\.\/)?\.\.\/(?:\.\.\/pages\/)?([\w-]+)\//.exec(source.value)?.[1];
      if (!source.value.startsWith(".")) context.report({ node: source, message: "imports are relative" });
      else if (other && other !== "lib" && other !== own) context.report({ node: source, message: "what two pages need is in lib" });
    };
    return { ImportDeclaration: look, ImportExpression: look, ExportNamedDeclaration: look, ExportAllDeclaration: look };
  },
};

/** What the house sends has a type; `any`, by whatever name, would let every misspelling of a field pass, and so would a compiler told to look away. */
const typed = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const report = (message) => context.report({ loc: comment.loc, message });
        if (/@ts-(ignore|expect-error|nocheck)/.test(comment.value)) report("the compiler looks at every line");
        const types = comment.value.startsWith("*") ? comment.value.match(/\{[^@]*\}/g) ?? [] : [];
        if (types.some((type) => /(?<!["'\w-])(any|Function|Object)(?!["'\w-]|<)|[{<|(,:]\s*[*?]\s*[}>|),]/.test(type))) report("no any: say which type it is");
      }
    },
  }),
};

export default [
  {
    files: [`${PAGES}/**/*.js`],
    languageOptions: { globals: globals.browser },
    plugins: { pages: { rules: { imports, typed } } },
    // No line of a page is let off a rule: exceptions stand here.
    linterOptions: { noInlineConfig: true },
    rules: {
      "pages/imports": "error",
      "no-undef": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "all", ignoreRestSiblings: true }],
      "no-unreachable": "error",
      "no-duplicate-imports": "error",
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      "id-denylist": ["error", ...denied],
    },
  },
  {
    files: [`${PAGES}/**/*.js`],
    ignores: [`${PAGES}/lib/{draw,element,i18n}.js`, `${PAGES}/table/copies.js`],
    rules: { "no-restricted-syntax": ["error", ...redraw, ...memo, ...attributes, ...slow] },
  },
  {
    // The morph itself. lib/element.js, which makes the elements, and lib/i18n.js, which fills what the HTML names in data-t, are under none of these rules.
    files: [`${PAGES}/lib/draw.js`],
    rules: { "no-restricted-syntax": ["error", ...memo, ...attributes, ...slow] },
  },
  {
    // A copy of a part of the HTML loses its ids before it is in the page.
    files: [`${PAGES}/table/copies.js`],
    rules: { "no-restricted-syntax": ["error", ...redraw, ...memo, ...slow] },
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
    rules: { "no-undef": "error", "no-unused-vars": "error", "id-denylist": ["error", ...denied] },
  },
];
