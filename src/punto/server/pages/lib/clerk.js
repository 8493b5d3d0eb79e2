// The person who counts, requests or drops at a table: their commands, and the exceptions that these find.

import { ApiError, command } from "./api.js";
import { exceptionWords } from "./exceptions.js";
import { say, sayRefused } from "./toast.js";

/** @param {Api.MeView} me @param {() => void} [done] called once something was done @returns {import("./slips.js").Clerk} */
export const clerkOf = (me, done = () => {}) => ({
  name: me.name,
  may: (name) => me.commands.includes(name),
  async give(table, name, fields) {
    try {
      const { events } = await command(table, name, fields);
      for (const event of events) if (event.kind === "exception_found") say(exceptionWords(event), { tone: "bad", seconds: 12 });
      done();
      return !events.some((event) => event.kind === "exception_found" && event.what === "slip_differs");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sayRefused(error);
      return false;
    }
  },
});
