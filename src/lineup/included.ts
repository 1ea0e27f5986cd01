import { POINT_UNITS } from "../model/model.ts";
import type { Entry, Problem } from "../problem/problem.ts";
import { guidOfId } from "../schema/guid.ts";
import type { FantasyPerformanceDocument } from "../schema/performances.ts";
import type { Resource } from "../schema/resource.ts";
import { roundedPoints } from "./price.ts";
import type { PricedLineup } from "./priced-lineup.ts";
import { resourceId, TYPES } from "./resource-id.ts";

/** Which related resources a document carries in `included`. */
export type LineupInclude = "selections" | "defenseSpecialTeams";

/** The Players' attributes that the specification keeps in lineups, and the Teams' names, where the projections' `included` has them. */
const KEPT = {
  player: ["firstName", "lastName", "fullName", "uniform"],
  team: ["location", "nickName", "abbreviation"],
} as const;

/** What a pool read from a book's file adds: the book's own ids and the team's abbreviation. */
const KEPT_FROM_FILES = ["bookId", "captainBookId", "teamAbbreviation"] as const;

/** The chosen Players and Teams, each once, with their DFS attributes. */
export function includedOf(
  problem: Problem,
  lineups: readonly PricedLineup[],
  projections: FantasyPerformanceDocument,
  include: readonly LineupInclude[],
  updatedAt: string,
): Resource[] {
  const kinds = new Set<Entry["kind"]>(include.map((name) => (name === "selections" ? "player" : "team")));
  const chosen = new Set(lineups.flatMap((lineup) => lineup.seats.map((seat) => seat.entry)));
  const known = resourcesByGuid(projections.included ?? []);
  return [...chosen]
    .sort((a, b) => a - b)
    .map((index) => problem.entries[index]!)
    .filter((entry) => kinds.has(entry.kind))
    .map((entry) => resourceOf(problem, entry, known.get(`${TYPES[entry.kind]} ${entry.uuid}`), updatedAt));
}

function resourceOf(
  problem: Problem,
  entry: Entry,
  known: Resource | undefined,
  updatedAt: string,
): Resource {
  const attributes: Record<string, unknown> = {};
  for (const name of KEPT[entry.kind]) attributes[name] = known?.attributes?.[name] ?? null;
  for (const name of KEPT_FROM_FILES) {
    const value = known?.attributes?.[name];
    if (value !== undefined) attributes[name] = value;
  }
  attributes["dfsSalary"] = entry.salary;
  attributes["dfsPosition"] = entry.positions.join("/");
  attributes["dfsPoints"] = roundedPoints(Math.round(entry.points * POINT_UNITS));
  attributes["uuid"] = entry.uuid;
  attributes["updatedAt"] = known?.attributes?.["updatedAt"] ?? updatedAt;
  return {
    id: resourceId(problem.sport, entry),
    type: TYPES[entry.kind],
    attributes,
    relationships:
      entry.kind === "player"
        ? {
            team: {
              data: { type: TYPES.team, id: resourceId(problem.sport, { kind: "team", uuid: entry.team }) },
            },
          }
        : {},
  };
}

function resourcesByGuid(included: readonly Resource[]): Map<string, Resource> {
  return new Map(included.map((resource) => [`${resource.type} ${guidOfId(resource.id)}`, resource]));
}
