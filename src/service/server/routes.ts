import type { Catalog } from "../../contests/catalog/catalog.ts";
import { InvalidRequestError } from "../../shared/errors.ts";
import { RefusedError } from "./answer-error.ts";

/** The pages beside the optimizer. */
const PAGES = ["health", "ready", "metrics", "openapi.json", "docs"] as const;
export type Page = (typeof PAGES)[number];

/** What a sport's paths end with: the best lineups, and lineups that are good together. */
const LINEUP_PATHS = ["lineup-optimizer", "lineup-portfolio"] as const;
export type LineupPath = (typeof LINEUP_PATHS)[number];

/** What a path leads to. */
export type Route =
  | { readonly name: Page; readonly methods: readonly string[] }
  | { readonly name: LineupPath; readonly sport: string; readonly methods: readonly string[] };

/** Finds routes by path. */
export type Router = (path: string) => Route;

/** The path of a kind of lineups in a sport. */
export function lineupPath(sport: string, kind: LineupPath): string {
  return `/${sport}/v2/fantasy/${kind}`;
}

const OF_A_SPORT = /^\/[^/]+\/v2\/fantasy\/lineup-(?:optimizer|portfolio)$/;

/**
 * The router of these sports, whose paths begin with the prefix.
 * The errors it throws do not repeat the path: a caller may have put a key into it.
 */
export function createRouter(sports: readonly string[], prefix = ""): Router {
  const routes = new Map<string, Route>(
    sports.flatMap((sport) =>
      LINEUP_PATHS.map((name): [string, Route] => [
        prefix + lineupPath(sport, name),
        { name, sport, methods: ["POST"] },
      ]),
    ),
  );
  for (const name of PAGES) routes.set(`${prefix}/${name}`, { name, methods: ["GET", "HEAD"] });
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
      `Nothing is at this path. There is ${LINEUP_PATHS.map((kind) => prefix + lineupPath("{sport}", kind)).join(", ")}, and ${PAGES.map((name) => `${prefix}/${name}`).join(", ")}.`,
    );
  };
}

/** @throws RefusedError (405) that lists the methods the route takes. */
export function checkMethod(route: Route, method: string): void {
  if (route.methods.includes(method)) return;
  const allow = route.methods.join(", ");
  throw new RefusedError("method-not-allowed", `This path takes ${allow} only.`, { headers: { allow } });
}

/**
 * The sports to serve: those asked for, or all that the tables know.
 * @throws InvalidRequestError if none is asked for, or one that no table knows.
 */
export function servedSports(catalog: Catalog, wanted: readonly string[] | undefined): readonly string[] {
  if (wanted === undefined) return catalog.sports;
  const unknown = wanted.findIndex((sport) => !catalog.sports.includes(sport));
  if (wanted.length > 0 && unknown === -1) return [...new Set(wanted)];
  const pointer = wanted.length === 0 ? "/sports" : `/sports/${unknown}`;
  const what = wanted.length === 0 ? "names none" : `"${wanted[unknown]}" has no rules`;
  const detail = `${pointer}: ${what}. Known sports: ${catalog.sports.join(", ")}.`;
  throw new InvalidRequestError([{ code: "invalid-option", detail, source: { pointer } }]);
}
