// How news of a table are shown: in stages, each when the one before has been seen. A card slides from the shoe, turns, is
// counted; then comes the call, winners glow, chips travel, and last the road and the list of rounds. What a stage shows
// is made from the cards that lie open in it and from nothing else.

/** @typedef {"" | "call" | "glow" | "pay"} Stage of a result; "" is when all of it has been shown, or there is none */
/** @typedef {{view: Api.TableView, stage: Stage, ms: number, cue: "" | "slide" | "turn" | "call" | "win", news: Api.NewsView | null}} Frame `news` come with the last frame of theirs; `ms` is how long it stands before the next */
/** @typedef {{side: "player" | "banker", place: number}} Place of a card */

export const FACE_DOWN = "??";

export const MS = { slide: 400, turn: 430, count: 260, call: 900, glow: 700, pay: 1100 };

/** The order in which cards are dealt. @type {Place[]} */
const ORDER = [0, 1, 2].flatMap((place) => [{ side: "player", place }, { side: "banker", place }]);

/** @param {string} card */
const worth = (card) => ("TJQK".includes(card[0]) ? 0 : card[0] === "A" ? 1 : Number(card[0]));

/** What open cards count; nothing while one of them lies face down. @param {string[]} hand */
export const pointsOf = (hand) => (hand.length === 0 || hand.includes(FACE_DOWN) ? null : hand.reduce((sum, card) => sum + worth(card), 0) % 10);

/** @param {Api.TableView} view @param {Place} at */
const faceAt = (view, { side, place }) => view.coup?.[side][place];

/** Whether both show the same coup. @param {Api.TableView} first @param {Api.TableView} second */
const sameCoup = (first, second) => first.coup?.number === second.coup?.number;

/**
 * A table with these cards and without anything that follows from others.
 * @param {Api.TableView} view @param {{player: string[], banker: string[]}} hands @param {{player: number | null, banker: number | null}} points
 * @returns {Api.TableView}
 */
function only(view, hands, points) {
  if (!view.coup) return view;
  return {
    ...view, phase: "dealing", next: null, insurance_until: null, pending: null,
    shoe: view.shoe && { ...view.shoe, finished: false },
    coup: {
      ...view.coup, ...hands, player_points: points.player, banker_points: points.banker, ended: null, settlement: null, offers: [], insurable: false,
      turn: null, drawn: [], choosing: [], squeeze: null, requests: [], may_ask: {},
    },
  };
}

/** Cards that came or were turned since, in the order dealt. @param {Api.TableView} before @param {Api.TableView} view */
function fresh(before, view) {
  const old = sameCoup(before, view) ? before : null;
  return ORDER.filter((at) => faceAt(view, at) !== undefined && faceAt(view, at) !== (old && faceAt(old, at)));
}

/** Whether cards that lay there are others now: put in order, or corrected. @param {Api.TableView} before @param {Api.TableView} view */
const rearranged = (before, view) => sameCoup(before, view) && ORDER.some((at) => {
  const [old, now] = [faceAt(before, at), faceAt(view, at)];
  return old !== undefined && old !== FACE_DOWN && old !== now;
});

/**
 * The frames by which news are shown after a table as it was shown before.
 * @param {Api.TableView} before @param {Api.NewsView} news @returns {Frame[]}
 */
export function framesOf(before, news) {
  const { view } = news;
  const cards = rearranged(before, view) ? [] : fresh(before, view);
  /** @type {Frame[]} */
  const frames = [];
  const old = sameCoup(before, view) ? before.coup : null;
  const hands = { player: [...(old?.player ?? [])], banker: [...(old?.banker ?? [])] };
  const points = { player: pointsOf(hands.player), banker: pointsOf(hands.banker) };
  const frame = (/** @type {number} */ ms, /** @type {Frame["cue"]} */ cue = "") => frames.push({
    view: only(view, { player: [...hands.player], banker: [...hands.banker] }, { ...points }), stage: "", ms, cue, news: null,
  });
  // What lay face down for a squeeze is turned together, the moment it may be seen.
  const squeezed = cards.filter(({ side, place }) => hands[side][place] === FACE_DOWN && view.coup?.[side][place] !== FACE_DOWN);
  for (const { side, place } of squeezed) hands[side][place] = view.coup?.[side][place] ?? FACE_DOWN;
  if (squeezed.length) {
    frame(MS.turn, "turn");
    for (const side of /** @type {const} */ (["player", "banker"])) points[side] = pointsOf(hands[side]);
    frame(MS.count);
  }
  for (const { side, place } of cards.filter((at) => !squeezed.includes(at))) {
    const face = /** @type {string} */ (view.coup?.[side][place]);
    if (hands[side][place] === undefined) {
      hands[side][place] = FACE_DOWN;
      frame(MS.slide, "slide");
    }
    if (face === FACE_DOWN) continue;
    const counted = pointsOf(hands[side].filter((_, at) => at !== place));
    hands[side][place] = face;
    points[side] = hands[side].length > 1 ? counted : null;
    frame(MS.turn, "turn");
    points[side] = pointsOf(hands[side]);
    frame(MS.count);
  }
  const settled = view.coup?.settlement && !(old && before.coup?.settlement);
  if (settled && old) {
    for (const stage of /** @type {const} */ (["call", "glow", "pay"])) {
      frames.push({ view, stage, ms: MS[stage], cue: stage === "call" ? "call" : stage === "pay" ? "win" : "", news: null });
    }
  }
  return [...frames, { view, stage: "", ms: 0, cue: "", news }];
}

/** Shows frames one after another. */
export class Reveal {
  /** @type {Frame[]} */
  #frames = [];
  /** @type {number | null} */
  #timer = null;
  /** @type {Api.TableView} as it will be when all frames have been shown */
  #last;

  /**
   * @param {Api.TableView} view as it is shown
   * @param {{show: (frame: Frame) => void, still: () => boolean, later?: (work: () => void, ms: number) => number, cancel?: (timer: number) => void}} how
   * `still` where nothing may move: everything is shown at once
   */
  constructor(view, { show, still, later = setTimeout, cancel = clearTimeout }) {
    this.#last = view;
    this.show = show;
    this.still = still;
    this.later = (/** @type {() => void} */ work, /** @type {number} */ ms) => later(work, ms);
    this.cancel = (/** @type {number | null} */ timer) => timer !== null && cancel(timer);
  }

  /** Whether something is still to be shown. */
  get busy() {
    return this.#frames.length > 0;
  }

  /** @param {Api.NewsView} news */
  hear(news) {
    const frames = framesOf(this.#last, news);
    const again = news.fresh || !sameCoup(this.#last, news.view);
    this.#last = news.view;
    // A card that comes while another is still shown finds it open: nobody falls behind a quick dealer. The end of a
    // round waits until the last card has turned: a page that was opened late, or a slow one, would call it before.
    if (["slide", "turn"].includes(frames[0].cue) && this.busy) this.skip();
    this.#frames.push(...frames);
    // A new round does not wait for the end of the last one, and who is far behind is shown what is now.
    if (again || this.still()) this.skip();
    else if (this.#timer === null) this.#next();
  }

  /** Show all that is left, at once. */
  skip() {
    this.cancel(this.#timer);
    this.#timer = null;
    const frames = this.#frames.splice(0);
    // Of what is skipped only the ends of news are shown: they carry what happened.
    for (const frame of frames.filter((frame) => frame.news)) this.show(frame);
  }

  #next() {
    this.#timer = null;
    const frame = this.#frames.shift();
    if (!frame) return;
    this.show(frame);
    if (this.#frames.length === 0) return;
    if (frame.ms === 0) this.#next();
    else this.#timer = this.later(() => this.#next(), frame.ms);
  }
}
