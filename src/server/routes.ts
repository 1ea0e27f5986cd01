import { RefusedError } from "./refusal.ts";

/** The pages beside the optimizer. */
const PAGES = ["health", "ready", "metrics", "openapi.json", "docs"] as const;
export type Page = (typeof PAGES)[number];

/** What a path leads to. */
export type Route =
  | { readonly name: Page; readonly methods: readonly string[] }
  | { readonly name: "lineup-optimizer"; readonly sport: string; readonly methods: readonly string[] };

/** Finds routes by path. */
export type Router = (path: string) => Route;

/** The optimizer's path in a sport. */
export function optimizerPath(sport: string): string {
  return `/${sport}/v2/fantasy/lineup-optimizer`;
}

const OPTIMIZER_PATH = /^\/[^/]+\/v2\/fantasy\/lineup-optimizer$/;

/**
 * The router of these sports.
 * The errors it throws do not repeat the path: a caller may have put a key into it.
 */
export function createRouter(sports: readonly string[]): Router {
  const routes = new Map<string, Route>(
    sports.map((sport) => [optimizerPath(sport), { name: "lineup-optimizer", sport, methods: ["POST"] }]),
  );
  for (const name of PAGES) routes.set(`/${name}`, { name, methods: ["GET", "HEAD"] });
  return (path) => {
    const route = routes.get(path);
    if (route) return route;
    if (OPTIMIZER_PATH.test(path)) {
      throw new RefusedError(
        "unknown-sport",
        `The path's sport is not served here. Served: ${sports.join(", ")}.`,
      );
    }
    throw new RefusedError(
      "unknown-path",
      `Nothing is at this path. There is ${optimizerPath("{sport}")}, and ${PAGES.map((name) => `/${name}`).join(", ")}.`,
    );
  };
}

/** @throws RefusedError (405) that lists the methods the route takes. */
export function checkMethod(route: Route, method: string): void {
  if (route.methods.includes(method)) return;
  const allow = route.methods.join(", ");
  throw new RefusedError("method-not-allowed", `This path takes ${allow} only.`, { headers: { allow } });
}
