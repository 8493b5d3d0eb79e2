import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { get, poll } from "../../src/punto/server/pages/lib/api.js";

/** What the house is heard to say. */
const answered = (text, status = 200) => mock.method(globalThis, "fetch", async () => new Response(text, { status }));

const refused = (status, code) => (error) => error.status === status && error.code === code;

test("an answer that breaks off is none, as if nobody had been there", async () => {
  answered('{"tables": [');
  await assert.rejects(get("/api/tables"), refused(0, "no_connection"));
  const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError("network error")) });
  answered(broken);
  await assert.rejects(get("/api/tables"), refused(0, "no_connection"));
  answered("<html>please sign in to this network</html>");
  await assert.rejects(get("/api/tables"), refused(0, "no_connection"));
  answered("null");
  assert.equal(await get("/api/tables"), null);
  answered("<html>Bad Gateway</html>", 502);
  await assert.rejects(get("/api/tables"), refused(502, "unreadable"));
});

test("what is asked for again and again is not waited for without end", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(globalThis, "fetch", (path, { signal }) => new Promise((_, fail) => {
    signal.addEventListener("abort", () => fail(signal.reason));
  }));
  const rejection = assert.rejects(poll("/api/tables"), refused(0, "no_connection"));
  mock.timers.tick(10_000);
  await rejection;
  mock.timers.reset();
});
