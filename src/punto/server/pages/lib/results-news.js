// News of the results: what each table has won since the business day began, and what is at stake there now.

import { Stream } from "./api.js";

/** Event: `link`, as of any stream. @extends {Stream<"results">} */
export class ResultsNews extends Stream {
  /** @param {(results: Api.ResultsView) => void} take */
  constructor(take) {
    super("results");
    this.take = take;
    this.begin();
  }

  address() {
    return "/api/results/events";
  }

  /** @param {Api.ResultsView} results */
  hear(results) {
    this.take(results);
  }
}
