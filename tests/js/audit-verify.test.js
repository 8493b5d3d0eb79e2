import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readLog, verifyChain } from "../../src/punto/server/pages/audit/verify.js";

/** The logs of 0.1.0's books, one after the other, as they were exported then. */
const whole = readFileSync(new URL("../store/books_0_1_0/logs.jsonl", import.meta.url), "utf8");
const lines = whole.split("\n");
const first = lines.slice(0, lines.findIndex((line) => line.startsWith('{"line":"end"')) + 1).join("\n");

const fault = async (change) => {
  const log = readLog(first);
  change(log);
  return (await verifyChain(log)).fault?.why ?? "none";
};

test("an exported log is whole", async () => {
  const log = readLog(first);
  assert.ok(log.records.length > 10);
  assert.deepEqual(await verifyChain(log), { whole: true, events: log.records.length, hash: log.head.hash });
});

for (const form of [1, 2, 3]) {
  test(`a log whose events are hashed in form ${form} is whole, and a changed second person is found`, async () => {
    const log = readLog(readFileSync(new URL(`../store/golden/log-${form}.jsonl`, import.meta.url), "utf8"));
    assert.equal((await verifyChain(log)).whole, true);
    const last = log.records.at(-1);
    if (form < 3) return;
    assert.deepEqual([last.person, last.session, last.confirmer], ["Kim", "9c0d", "Lee"]);
    last.confirmer = "Sam";
    assert.equal((await verifyChain(log)).fault?.why, "hash");
  });
}

test("whatever was tampered with is found", async () => {
  assert.equal(await fault((log) => { log.records[3].body += " "; }), "hash");
  assert.equal(await fault((log) => { log.records.splice(5, 1); }), "number");
  assert.equal(await fault((log) => { log.records.pop(); }), "head");
  assert.equal(await fault((log) => { log.records[4].previous_hash = log.records[3].previous_hash; }), "link");
});
