import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { contradicted, rewritten, toAsk, withLine } from "../../src/punto/server/pages/lib/kept-heads.js";
import { hex } from "../../src/punto/server/pages/lib/sha256.js";
import { headsDigest, headsMessage, receiptMessage, signatureHolds } from "../../src/punto/server/pages/lib/signatures.js";

const vectorsOf = async (page) => [...(await readFile(new URL(`../../docs/${page}`, import.meta.url), "utf8")).matchAll(/^\| [^|]*\| `([0-9a-f ]+)` \|$/gm)].map((match) => match[1]);

const line = (at, ...heads) => ({ at, heads: heads.map(([table, version, hash]) => ({ table, version, hash })), key: "k", signature: `${at} ${heads}` });

test("heads are the bytes of the test vectors, and the signature holds", async () => {
  const [key, length, digest, signature] = (await vectorsOf("heads.md")).slice(-4);
  const signed = {
    at: "2026-11-18T12:00:00+00:00",
    heads: [{ table: "house:people", version: 3, hash: "a".repeat(64) }, { table: "牌桌", version: 12, hash: "0123456789abcdef".repeat(4) }],
    key, signature,
  };
  assert.equal(headsMessage(signed).length, Number(length));
  assert.equal(await headsDigest(signed), digest);
  assert.equal(await signatureHolds(signed, headsMessage(signed)), true);
  const changed = structuredClone(signed);
  changed.heads[0].version = 4;
  assert.equal(await signatureHolds(changed, headsMessage(changed)), false);
  assert.equal(await signatureHolds({ ...signed, key: "00" }, headsMessage(signed)), false);
});

test("a receipt is the bytes of the test vectors, and the signature holds", async () => {
  const [length, , signature] = await vectorsOf("shoe.md");
  const [key] = (await vectorsOf("heads.md")).slice(-4);
  const entropy = hex(Uint8Array.from({ length: 32 }, (_, at) => at));
  const receipt = { table: "t", version: 12, hash: "a".repeat(64), shoe: 1, sealed_as: "0".repeat(64), box: 3, patron: "Guest", entropy, key, signature };
  assert.equal(receiptMessage(receipt).length, Number(length));
  assert.equal(await signatureHolds(receipt, receiptMessage(receipt)), true);
  assert.equal(await signatureHolds(receipt, receiptMessage({ ...receipt, box: 4 })), false);
});

test("another hash, a log that went back and one that is gone are found; what goes on is not", async () => {
  const lines = [line("2026-11-18T12:00:00Z", ["a", 5, "x"], ["b", 2, "y"])];
  const how = (later) => contradicted(lines, later).map((contradiction) => [contradiction.table, contradiction.version, contradiction.how]);
  assert.deepEqual(how(line("2026-11-18T12:05:00Z", ["a", 9, "z"], ["b", 2, "y"], ["c", 1, "w"])), []);
  assert.deepEqual(how(line("2026-11-18T12:05:00Z", ["a", 5, "other"], ["b", 2, "y"])), [["a", 5, "other"]]);
  assert.deepEqual(how(line("2026-11-18T12:05:00Z", ["a", 4, "v"], ["b", 3, "u"])), [["a", 5, "back"]]);
  assert.deepEqual(how(line("2026-11-18T12:05:00Z", ["a", 6, "v"])), [["b", 2, "gone"]]);
  assert.deepEqual(how(line("2026-11-18T12:00:02Z", ["a", 4, "v"])), [], "another process signs by its own clock");
  assert.deepEqual(how(line("2026-11-18T11:59:59Z", ["a", 5, "other"], ["b", 2, "y"])), [["a", 5, "other"]]);
});

test("a hundred lines are kept with the first of all, and each once", async () => {
  let lines = [];
  for (let at = 0; at < 250; at++) lines = withLine(withLine(lines, line(`t${at}`, ["a", at, `h${at}`])), line(`t${at}`, ["a", at, `h${at}`]));
  assert.equal(lines.length, 100);
  assert.deepEqual([lines[0].at, lines[1].at, lines.at(-1).at], ["t0", "t151", "t249"]);
  assert.deepEqual(toAsk(lines).map((heads) => heads.map((head) => head.version)), [[0, 249]]);
  assert.deepEqual(rewritten(lines, { table: "a", version: 0, hash: "h0" }), { table: "a", version: 0, at: "t0", how: "rewritten" });
});

test("of a house with many tables every log is asked about", () => {
  const logs = (version) => Array.from({ length: 250 }, (_, number) => [`t${number}`, version, `h${version}`]);
  const questions = toAsk([line("t1", ...logs(1)), line("t2", ...logs(2))]);
  assert.deepEqual(toAsk([]), []);
  assert.deepEqual(questions.map((heads) => heads.length), [200, 200, 100]);
  assert.equal(new Set(questions.flat().map((head) => `${head.table} ${head.version}`)).size, 500);
});
