// The server: JSON by fetch, commands that happen once, and news of a table by server-sent events.

/** One shape for everything that is refused: code, paragraph where there is one, and a sentence. */
export class ApiError extends Error {
  /** @param {number} status @param {{code: string, cite: string, message: string}} error */
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.cite = error.cite;
  }
}

export const notReached = () => new ApiError(0, { code: "no_connection", cite: "", message: "the house cannot be reached" });

/**
 * @param {string} method @param {string} path @param {unknown} [body]
 * @param {{keepalive?: boolean, signal?: AbortSignal}} [how] `keepalive`: it goes out even if the page is left
 */
async function ask(method, path, body, how = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  // A request that changes something shows that a page of the house sent it. One that only reads goes without: the
  // browser takes the answer it was told to fetch ahead, in the page's head, only for a request that is just the same.
  if (method !== "GET") headers["X-Punto"] = "1";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method, headers, credentials: "same-origin", body: body === undefined ? undefined : JSON.stringify(body), ...how,
    });
  } catch {
    throw notReached();
  }
  const read = await answer.json().then((value) => ({ value }), () => null);
  // An answer that breaks off, or is another's (a network that wants a sign-in of its own), is none.
  if (!read && answer.ok) throw notReached();
  const content = /** @type {{view?: {now?: string}, error?: Api.ErrorView["error"]} | null} */ (read?.value ?? null);
  if (content?.view?.now) clock.hear(content.view.now);
  if (answer.ok) return content;
  throw new ApiError(answer.status, content?.error ?? { code: "unreadable", cite: "", message: `status ${answer.status}` });
}

// What each address takes and answers is made from the OpenAPI document.
export const get = /** @type {Api.Get} */ ((/** @type {string} */ path) => ask("GET", path));

/** A repeated request is given up after this: one that was lost on the line would otherwise end the repetition. */
const PATIENCE_MS = 10_000;

/** A GET that a page repeats. */
export const poll = /** @type {Api.Get} */ ((/** @type {string} */ path) => {
  const controller = new AbortController();
  const limit = setTimeout(() => controller.abort(), PATIENCE_MS);
  return ask("GET", path, undefined, { signal: controller.signal }).finally(() => clearTimeout(limit));
});

export const post = /** @type {Api.Post} */ ((/** @type {string} */ path, /** @type {unknown} */ body) => ask("POST", path, body ?? {}));
export const del = /** @type {Api.Delete} */ ((/** @type {string} */ path) => ask("DELETE", path));

/** Say that a key, a click or a touch has come, so that the session goes on. @returns {Promise<Api.SessionView>} */
export const reportUse = async () => /** @type {Api.SessionView} */ (await ask("POST", "/api/me/session", {}, { keepalive: true }));

/** Go and sign in, then come back here. @param {string} [why] the code with which the session ended, which the sign-in page explains */
export function signIn(why) {
  const back = location.pathname + location.search + location.hash;
  const query = new URLSearchParams();
  if (why && why !== "not_signed_in") query.set("why", why);
  if (back !== "/") query.set("next", back);
  location.replace(query.size ? `/sign-in?${query}` : "/sign-in");
}

/** Where somebody goes who must do something to their account before anything else. */
const ACCOUNT = "/account";

/** @type {Promise<Api.MeView> | undefined} */
let user;

/** Who is signed in, asked for once; without a session the page goes to sign in. `fresh` asks again, for the wallet. @returns {Promise<Api.MeView>} */
export async function me({ fresh = false } = {}) {
  if (!user || fresh) {
    user = get("/api/me").then((who) => {
      if (!who.owes || location.pathname === ACCOUNT) return who;
      location.replace(ACCOUNT);
      return new Promise(() => {}); // The page is being left.
    }, (error) => {
      user = undefined;
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      signIn(error.code);
      return new Promise(() => {});
    });
  }
  return user;
}

/** Two presses within this are one: the second of a double click may come when the first is answered already. */
const MOMENT_MS = 600;
/** @type {Map<string, Promise<unknown>>} */
const underWay = new Map();

/** Do something once: asked for again while it is under way, or in the moment after, both get the same answer. @template T @param {string} key @param {() => Promise<T>} work @returns {Promise<T>} */
export function once(key, work) {
  const before = underWay.get(key);
  if (before) return /** @type {Promise<T>} */ (before);
  const answer = work();
  underWay.set(key, answer);
  const began = Date.now();
  const forget = () => underWay.delete(key);
  // What was refused may be tried again at once.
  answer.then(() => setTimeout(forget, began + MOMENT_MS - Date.now()), forget);
  return answer;
}

/**
 * Give a command at a table. The id makes it happen once even if the request is sent again after a lost answer;
 * `visibleVersion` is the version the person decided on. The same command given twice in a moment is a double click and happens
 * once, unless `each` says that two are meant; `as` is what makes two the same, where that is not every field.
 * @template {Api.Command["command"]} N
 * @param {string} table @param {N} name @param {Api.FieldsOf<N>} fields @param {number} [visibleVersion]
 * @param {{each?: boolean, as?: unknown}} [how]
 * @returns {Promise<Api.DoneView>}
 */
export function command(table, name, fields, visibleVersion = undefined, { each = false, as = fields } = {}) {
  const give = () => carried(table, name, fields, visibleVersion);
  return each ? give() : once(JSON.stringify([table, name, as]), give);
}

/** @param {string} table @param {string} name @param {object} fields @param {number | undefined} visibleVersion */
async function carried(table, name, fields, visibleVersion) {
  const body = /** @type {Api.Command} */ ({ command: name, id: newId(), ...fields, ...(visibleVersion !== undefined && { "seen": visibleVersion }) });
  const path = /** @type {const} */ (`/api/tables/${encodeURIComponent(table)}/commands`);
  for (let attempt = 0; ; attempt++) {
    try {
      return await post(path, body);
    } catch (error) {
      // Nobody knows whether it arrived; the same id again does no harm.
      if (!(error instanceof ApiError) || error.status !== 0 || attempt === 2) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300 * (attempt + 1)));
    }
  }
}

function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // A house in the local network without TLS is no secure context, and there randomUUID is missing.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The server's clock as seen from here. A message gives a moment that is already a little past when it arrives,
 * so the message with the least delay is right: the one with the largest difference.
 */
export const clock = {
  ahead: -Infinity,
  /** @param {string} iso */
  hear(iso) {
    this.ahead = Math.max(this.ahead, Date.parse(iso) - Date.now());
  },
  now() {
    return Date.now() + (Number.isFinite(this.ahead) ? this.ahead : 0);
  },
  /** Seconds from now until a moment of the server's clock. @param {string} iso */
  until(iso) {
    return (Date.parse(iso) - this.now()) / 1000;
  },
};

/**
 * A stream of server-sent events that comes back by itself; when the session is over it goes and asks to sign in.
 * A subclass has its address (`address`) and handles its messages (`hear`).
 * Event: `link` with detail "live", "waiting" or "offline".
 * @template {keyof Api.Streams} K
 */
export class Stream extends EventTarget {
  /** @type {K} */
  #kind;
  /** @type {EventSource | null} */
  #source = null;
  #again = 0;
  #wait = 500;

  /** @param {K} kind the name of its events */
  constructor(kind) {
    super();
    this.#kind = kind;
    /** @type {"" | "live" | "waiting" | "offline"} */
    this.link = "";
  }

  /** @returns {string} */
  address() {
    throw new Error("a stream has an address");
  }

  /** @param {Api.Streams[K]} _message */
  hear(_message) {}

  begin() {
    addEventListener("online", () => this.#open());
    addEventListener("offline", () => this.#reconnect("offline"));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.link !== "live") this.#open();
    });
    this.#open();
  }

  close() {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
  }

  /** @param {"live" | "waiting" | "offline"} link */
  #say(link) {
    if (link === this.link) return;
    this.link = link;
    this.dispatchEvent(new CustomEvent("link", { detail: link }));
  }

  #open() {
    this.close();
    const source = new EventSource(this.address());
    this.#source = source;
    source.addEventListener("open", () => {
      this.#wait = 500;
      this.#say("live");
    });
    source.addEventListener(this.#kind, (message) => this.hear(/** @type {Api.Streams[K]} */ (JSON.parse(message.data))));
    source.addEventListener("error", () => this.#reconnect(navigator.onLine ? "waiting" : "offline"));
  }

  /** @param {"waiting" | "offline"} link */
  #reconnect(link) {
    this.close();
    this.#say(link);
    // A stream that is refused looks like one that was cut; if the session is over, no waiting brings it back.
    if (this.#wait > 500) get("/api/me").catch((error) => { if (error instanceof ApiError && error.status === 401) signIn(error.code); });
    this.#again = setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, 8000);
  }
}

/** News of one table, each once and none missed. Event: `news` with detail {version, view, events, roads?}. @extends {Stream<"table">} */
export class News extends Stream {
  /** @param {string} table @param {number} version the version the page already shows */
  constructor(table, version) {
    super("table");
    this.table = table;
    this.version = version;
    this.begin();
  }

  /** A new stream goes on after the last version seen: nothing is missed, nothing comes twice. */
  address() {
    return `/api/tables/${encodeURIComponent(this.table)}/events?after=${this.version}`;
  }

  /** @param {Api.NewsView} news */
  hear(news) {
    if (news.view?.now) clock.hear(news.view.now);
    // A page opened while a card is squeezed has a version whose events it was not sent yet; the stream begins before it.
    this.version = Math.min(this.version, news.version);
    news.events = news.events.filter((event) => event.version > this.version);
    this.version = news.version;
    this.dispatchEvent(new CustomEvent("news", { detail: news }));
  }
}

/** News of several tables on one stream, each once and none missed. Event: `news`, as of one table. @extends {Stream<"table">} */
export class TablesNews extends Stream {
  /** @param {Map<string, number>} versions that the page already shows, by table */
  constructor(versions) {
    super("table");
    this.versions = versions;
    this.begin();
  }

  address() {
    const tables = [...this.versions].map(([table, version]) => `${encodeURIComponent(table)}:${version}`);
    return `/api/events?tables=${tables.join(",")}`;
  }

  /** @param {Api.NewsView} news */
  hear(news) {
    if (news.view?.now) clock.hear(news.view.now);
    const before = Math.min(this.versions.get(news.view.table) ?? 0, news.version);
    news.events = news.events.filter((event) => event.version > before);
    this.versions.set(news.view.table, news.version);
    this.dispatchEvent(new CustomEvent("news", { detail: news }));
  }
}
