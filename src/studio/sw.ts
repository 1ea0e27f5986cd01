/**
 * Keeps the page for use without a network. One cache per version: a new version fills its own, and the old
 * one goes when no tab uses it any more, so no tab ever mixes two versions.
 */
declare const self: ServiceWorkerGlobalScope & { readonly __files: undefined };
/** Replaced by the build: the version, and every file of the page. */
declare const VERSION: string;
declare const FILES: readonly string[];

interface ServiceWorkerGlobalScope extends EventTarget {
  readonly caches: CacheStorage;
  readonly registration: { readonly scope: string };
  readonly location: Location;
}
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const PREFIX = "dfs-lineups-studio ";

self.addEventListener("install", (event) => {
  (event as ExtendableEvent).waitUntil(
    caches.open(PREFIX + VERSION).then((cache) => cache.addAll([...FILES])),
  );
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys())
      if (name.startsWith(PREFIX) && name !== PREFIX + VERSION) await caches.delete(name);
  };
  (event as ExtendableEvent).waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  const { request, respondWith } = event as FetchEvent;
  const { pathname, origin } = new URL(request.url);
  const folder = new URL(self.registration.scope).pathname;
  if (request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith(folder)) return;
  const name = pathname.slice(folder.length) || "index.html";
  if (!FILES.includes(name)) return;
  const answer = async () => {
    const kept = await caches.match(name, { cacheName: PREFIX + VERSION, ignoreSearch: true });
    // The page itself may name files that were given on the command line, so the server is asked first.
    if (name !== "index.html") return kept ?? fetch(request);
    return fetch(request).catch(() => kept ?? Response.error());
  };
  respondWith.call(event, answer());
});
