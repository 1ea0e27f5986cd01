import type { Catalog } from "../../contests/catalog/catalog.ts";
import { refuseOption } from "../../shared/errors.ts";
import { RefusedError } from "./answer-error.ts";
import { JSON_API } from "./exchange.ts";

export const PAGES = {
  health: { summary: "Whether the process is alive", answer: "It is.", type: JSON_API },
  ready: { summary: "Whether lineup requests will be answered", answer: "They will.", type: JSON_API },
  metrics: { summary: "Metrics for Prometheus", answer: "The metrics.", type: "text/plain" },
  "openapi.json": { summary: "This document", answer: "The document.", type: "application/json" },
} as const;
export type Page = keyof typeof PAGES;
const PAGE_NAMES = Object.keys(PAGES) as readonly Page[];

/** By the last segment of their paths; `most` limits a request's lineups. */
export const LINEUPS = {
  "lineup-optimizer": { operation: "optimize", words: "The best lineups", schema: "Request", most: 10 },
  "lineup-portfolio": {
    operation: "portfolio",
    words: "Lineups that are good together, with a proven bound,",
    schema: "PortfolioRequest",
    most: 150,
  },
} as const;
export type LineupPath = keyof typeof LINEUPS;
export const LINEUP_PATHS = Object.keys(LINEUPS) as readonly LineupPath[];

export type Route =
  | { readonly name: Page; readonly methods: readonly string[] }
  | { readonly name: LineupPath; readonly sport: string; readonly methods: readonly string[] };

export function lineupPath(sport: string, kind: LineupPath): string {
  return `/${sport}/v2/fantasy/${kind}`;
}

const OF_A_SPORT = /^\/[^/]+\/v2\/fantasy\/lineup-(?:optimizer|portfolio)$/;

/** Its errors do not repeat the path, because a caller may have put a key into it. */
export function createRouter(sports: readonly string[], prefix = ""): (path: string) => Route {
  const routes = new Map<string, Route>(
    sports.flatMap((sport) =>
      LINEUP_PATHS.map((name): [string, Route] => [
        prefix + lineupPath(sport, name),
        { name, sport, methods: ["POST"] },
      ]),
    ),
  );
  for (const name of PAGE_NAMES) routes.set(`${prefix}/${name}`, { name, methods: ["GET", "HEAD"] });
  return (path) => {
    const route = routes.get(path);
    if (route) return route;
    if (path.startsWith(prefix) && OF_A_SPORT.test(path.slice(prefix.length))) {
      throw new RefusedError(
        "unknown-sport",
        `The path's sport is not served here. Served: ${sports.join(", ")}.`,
      );
    }
    throw new RefusedError(
      "unknown-path",
      `There is nothing at this path. Paths: ${LINEUP_PATHS.map((kind) => prefix + lineupPath("{sport}", kind)).join(", ")}, and ${PAGE_NAMES.map((name) => `${prefix}/${name}`).join(", ")}.`,
    );
  };
}

export function checkMethod(route: Route, method: string): void {
  if (route.methods.includes(method)) return;
  const allow = route.methods.join(", ");
  throw new RefusedError("method-not-allowed", `This path takes ${allow} only.`, { headers: { allow } });
}

/**
 * The sports to serve; by default, all with tables. @throws InvalidRequestError if `wanted` is empty or
 * unknown
 */
export function servedSports(catalog: Catalog, wanted: readonly string[] | undefined): readonly string[] {
  if (wanted === undefined) return catalog.sports;
  const unknown = wanted.findIndex((sport) => !catalog.sports.includes(sport));
  if (wanted.length > 0 && unknown === -1) return [...new Set(wanted)];
  const pointer = wanted.length === 0 ? "/sports" : `/sports/${unknown}`;
  const what = wanted.length === 0 ? "the list is empty" : `"${wanted[unknown]}" has no rules`;
  const detail = `${pointer}: ${what}. Known sports: ${catalog.sports.join(", ")}.`;
  return refuseOption(pointer, detail);
}
