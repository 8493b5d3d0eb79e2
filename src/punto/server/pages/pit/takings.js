// What each table has won since the business day began, on a stream of its own: the pit's does not tell it.

import { ResultsNews } from "../lib/results-news.js";

/** @param {(rows: Map<string, Api.TakingsRow>) => void} take */
export const followTakings = (take) => new ResultsNews(({ report }) => take(new Map(report.rows.map((row) => [row.key, row]))));
