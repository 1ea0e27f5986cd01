/** A page that has lineups made where it is told. */
import { createOptimizer } from "../../../dist/platform/browser/index.js";
import { drawn, lineupsInTurn, lineupsOf, portfolioOf } from "./requests.js";

const module = (name) => () => new Worker(new URL(name, self.location.href), { type: "module" });

/** The worker in which the whole optimizer runs, once it has started. */
let inside;

self.made = {
  page: (request) => lineupsOf(request),
  "page with a worker": (request) => lineupsOf(request, module("worker.js")),
  "page whose worker is missing": (request) => lineupsOf(request, module("absent.js")),
  worker: (request) =>
    new Promise((resolve) => {
      inside ??= module("inside.js")();
      inside.addEventListener("message", ({ data }) => resolve(data), { once: true });
      inside.postMessage(request);
    }),
};
self.madeInTurn = (requests) => lineupsInTurn(requests, module("worker.js"));
self.drawn = (request) => drawn(request, module("worker.js"));
self.portfolioOf = (request) => portfolioOf(request, module("worker.js"));
self.threadsAlone = () => createOptimizer({ threads: 2 }).catch(({ message }) => message);
