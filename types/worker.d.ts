// What a service worker has that a page has not: site-home/worker.js.

declare namespace Offline {
  interface Lasting extends Event {
    waitUntil(work: Promise<unknown>): void;
  }

  interface Fetching extends Event {
    request: Request;
    respondWith(answer: Promise<Response>): void;
  }

  interface Worker {
    registration: { scope: string };
    clients: { claim(): Promise<void> };
    skipWaiting(): Promise<void>;
    addEventListener(kind: "install" | "activate", listener: (event: Lasting) => void): void;
    addEventListener(kind: "fetch", listener: (event: Fetching) => void): void;
  }
}
