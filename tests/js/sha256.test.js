import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { plain, sha256 } from "../../src/punto/server/pages/lib/sha256.js";

test("our own sum is that of the standard, at every length around a block", async () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const text = "é".repeat(size);
    const expected = createHash("sha256").update(text).digest("hex");
    assert.equal(Buffer.from(plain(new TextEncoder().encode(text))).toString("hex"), expected);
    assert.equal(await sha256(text), expected);
  }
});
