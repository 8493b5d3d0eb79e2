// Keeps every file of the site in the browser, all of one release: once it was opened it works without a connection.
// The writer of the site puts the names of the files here.

const SITE = { release: "", files: [""] };

const worker = /** @type {Offline.Worker} */ (/** @type {unknown} */ (globalThis));
// Several sites may lie on one host, each in a folder of its own.
const MINE = `punto site ${new URL(worker.registration.scope).pathname} `;
const NAME = MINE + SITE.release;

/** @param {string} path */
const address = (path) => new URL(path, worker.registration.scope).href;

async function fill() {
  const cache = await caches.open(NAME);
  // Past the browser's own cache, which may hold files of an earlier release.
  await cache.addAll(SITE.files.map((path) => new Request(address(path), { cache: "reload" })));
  await worker.skipWaiting();
}

async function clear() {
  const old = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** What is kept, else from the server. @param {Request} request */
async function answer(request) {
  const url = new URL(request.url);
  const path = url.pathname.endsWith("/") ? `${url.pathname}index.html` : url.pathname;
  const cache = await caches.open(NAME);
  return (await cache.match(new URL(path, url.origin).href)) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(clear()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(worker.registration.scope)) event.respondWith(answer(event.request));
});
