import type { Entry, Problem } from "../../contests/problem/problem.ts";
import { subjectsOf } from "../../contests/problem/projections.ts";
import type { ScoredTerm } from "../../contests/scoring/line.ts";
import { readBreakdown } from "../../contests/scoring/point-source.ts";
import { POINT_UNITS } from "../../engine/model/model.ts";
import { invalidRequest } from "../../shared/errors.ts";
import { guidOfId } from "../../shared/guid-bytes.ts";
import { positionNamed } from "../../shared/roster.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import type { PricedLineup } from "./priced-lineup.ts";
import { resourceId, roundedPoints, TYPES } from "./priced-lineup.ts";

/**
 * The chosen Players, the Teams whose defense was chosen, or both with the scoring of their points in
 * `scoring`.
 */
export type LineupInclude = "selections" | "defenseSpecialTeams" | "scoring";

const INCLUDED_KINDS: { readonly [Name in LineupInclude]: readonly Entry["kind"][] } = {
  selections: ["player"],
  defenseSpecialTeams: ["team"],
  scoring: ["player", "team"],
};

const KEPT = {
  player: ["firstName", "lastName", "fullName", "uniform"],
  team: ["location", "nickName", "abbreviation"],
} as const;

const KEPT_FROM_FILES = ["bookId", "captainBookId", "teamAbbreviation"] as const;

/** The chosen Players and Teams, each once, with their DFS attributes. */
export function includedOf(
  problem: Problem,
  lineups: readonly PricedLineup[],
  projections: FantasyPerformanceDocument,
  include: readonly LineupInclude[],
  updatedAt: string,
): Resource[] {
  const kinds = new Set(include.flatMap((name) => INCLUDED_KINDS[name]));
  const breakdownOf = include.includes("scoring") ? breakdownsOf(problem, projections) : null;
  const chosen = new Set(lineups.flatMap((lineup) => lineup.seats.map((seat) => seat.entry)));
  const known = resourcesByGuid(projections.included ?? []);
  return [...chosen]
    .sort((a, b) => a - b)
    .map((index) => problem.entries[index]!)
    .filter((entry) => kinds.has(entry.kind))
    .map((entry) => {
      const about = known.get(`${TYPES[entry.kind]} ${entry.uuid}`);
      const resource = resourceOf(problem, entry, about, updatedAt);
      if (breakdownOf === null) return resource;
      return { ...resource, attributes: { ...resource.attributes, scoring: breakdownOf(entry) } };
    });
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
  attributes["dfsPosition"] = entry.plays.join("/");
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

type BreakdownOf = (entry: Entry) => readonly ScoredTerm[] | null;

/** Finds a document's breakdowns. @throws InvalidRequestError if it has none at all. */
function breakdownsOf({ contest }: Problem, { data }: FantasyPerformanceDocument): BreakdownOf {
  const found = new Map<string, readonly ScoredTerm[]>();
  const subjects = subjectsOf(data);
  for (const [index, { attributes }] of data.entries()) {
    const breakdown = readBreakdown(attributes, contest.book);
    if (breakdown === null) continue;
    const { player, team, event } = subjects[index]!;
    const isTeams = positionNamed(contest, attributes.position ?? "")?.entry === "team";
    if (player !== null && !isTeams) found.set(key("player", player, event), breakdown);
    else found.set(key("team", team, event), breakdown);
  }
  if (found.size === 0)
    throw invalidRequest(
      "no-breakdown",
      "include",
      "`include` has `scoring`, but projected points have no breakdown. " +
        "Give `performances`, or leave out `scoring`.",
    );
  return ({ kind, uuid, event }) => found.get(key(kind, uuid, event)) ?? null;
}

function key(kind: Entry["kind"], uuid: string | null, event: string | null): string {
  return `${kind} ${uuid} ${event}`;
}
