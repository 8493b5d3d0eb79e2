// What the modules of the dealer's page share.

/** @typedef {import("../lib/squeezes.js").Request} Request */
/** @typedef {import("./dialog.js").Form} Form */
/** @typedef {import("./steps.js").Step} Step */

/** @typedef {{names: Record<string, Api.Name>, hands: Record<string, Api.Side | null>, leans: Record<string, string>}} Felt what each bet is called, which hand it backs, which way it leans */

/** @typedef {Api.Command["command"]} Name */
/** @typedef {{each?: boolean, as?: unknown}} How */

/**
 * @typedef {object} Page
 * @property {Api.TableView} view
 * @property {Api.FeltView | null} felt
 * @property {Felt} bets
 * @property {Api.DealerView} dealer
 * @property {Api.MeView} me
 * @property {Step} step
 * @property {string} place which card is read in next
 * @property {string | null} sent the place a card was sent for
 * @property {Request[]} requests
 * @property {import("../lib/second-person.js").Waiting} waiting what waits for a second person
 * @property {string} link the state of the connection, in words
 * @property {string} surplus a card that was read while none was due, until somebody says what it was
 * @property {number} rest milliseconds until the step may be taken
 * @property {Form | null} form
 * @property {(name: Name) => boolean} may
 * @property {<N extends Name>(name: N, fields: Api.FieldsOf<N>, how?: How) => Promise<Api.DoneView>} give a command on what is drawn; throws its refusal
 * @property {<N extends Name>(name: N, fields: Api.FieldsOf<N>, how?: How) => Promise<boolean>} send the same; shows its refusal; true if it was carried out
 * @property {() => void} redraw
 * @property {(form: Form | null) => void} open
 */

/** Patrons with money on the layout. @param {Page} page */
export const patronsHere = (page) => [...new Set((page.view.coup?.bets ?? []).map((bet) => bet.patron))];

/** The boxes of the layout. @param {Page} page */
export const boxesOf = (page) => Array.from({ length: page.view.sign?.boxes ?? 0 }, (_, at) => at + 1);

/** Whether cards of this round can have been read wrongly: real ones that lie. @param {Page} page */
export const mayBeMisread = ({ view }) => view.shoe?.source === "physical" && ["dealing", "paying", "ready"].includes(view.phase)
  && view.coup?.ended !== "voided" && Boolean(view.coup?.player.length);
