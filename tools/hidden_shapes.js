// Reads of a value that the compiler calls `any`, by whatever way it came by that: it would let every misspelling of a
// field pass there. Prints a line for each and fails. node tools/hidden_shapes.js PROJECT, after the compiler itself.

import { relative } from "node:path";

import { SyntaxKind } from "typescript/unstable/ast";
import { isJSDoc, isTypeNode } from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";

const ANY = 1; // TypeFlags.Any, which the interface does not export.

const PAGES = "/server/pages/";
/** What h() takes is typed by Draw.Attributes; inside, one function serves every element. */
const EXEMPT = "/lib/element.js";

const READS = new Set([SyntaxKind.PropertyAccessExpression, SyntaxKind.ElementAccessExpression, SyntaxKind.CallExpression, SyntaxKind.ForOfStatement]);
const PATTERNS = new Set([SyntaxKind.ObjectBindingPattern, SyntaxKind.ArrayBindingPattern]);

/** The nodes of a file out of which something is read. @param {import("typescript/unstable/ast").SourceFile} file */
function sources(file) {
  const nodes = [];
  const visit = (node) => {
    if (isTypeNode(node) || isJSDoc(node) || node.kind === SyntaxKind.JSTypeAliasDeclaration) return;
    if (READS.has(node.kind) && node.expression.kind !== SyntaxKind.SuperKeyword && node.expression.kind !== SyntaxKind.ImportKeyword) nodes.push(node.expression);
    else if (PATTERNS.has(node.kind)) nodes.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return nodes;
}

const [path] = process.argv.slice(2);
const api = new API({ cwd: process.cwd() });
const { program, checker } = api.updateSnapshot({ openProject: path }).getProjects()[0];
let failed = false;
for (const name of program.getSourceFileNames()) {
  if (!name.includes(PAGES) || name.endsWith(EXEMPT)) continue;
  const file = program.getSourceFile(name);
  const nodes = sources(file);
  const types = nodes.length > 0 ? checker.getTypeAtLocation(nodes) : [];
  for (const [at, type] of types.entries()) {
    if (!type || !(type.flags & ANY)) continue;
    failed = true;
    const start = nodes[at].getStart(file);
    const { line } = file.getLineAndCharacterOfPosition(start);
    console.log(`${relative(process.cwd(), name)}(${line + 1}): no type is known of "${file.text.slice(start, nodes[at].end)}": say which it is`);
  }
}
api.close();
process.exitCode = failed ? 1 : 0;
