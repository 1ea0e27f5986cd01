import { seatPoints } from "../problem/price.ts";
import type { Entry, Problem } from "../problem/problem.ts";
import type { FantasyLineup, FantasyLineupDocument } from "../schema/lineups.ts";
import type { FantasyPerformanceDocument } from "../schema/performances.ts";
import type { ResourceIdentifier } from "../schema/resource.ts";
import { lineupNamer } from "./identity.ts";
import { includedOf, type LineupInclude } from "./included.ts";
import { roundedPoints } from "./price.ts";
import type { PricedLineup } from "./priced-lineup.ts";
import { resourceId, TYPES } from "./resource-id.ts";

/** The lineups as a FantasyLineup document; `solver` is the one that found them. */
export function lineupDocument(
  problem: Problem,
  lineups: readonly PricedLineup[],
  projections: FantasyPerformanceDocument,
  { solver, include }: { readonly solver: string; readonly include: readonly LineupInclude[] },
): FantasyLineupDocument {
  const updatedAt = `${new Date().toISOString().slice(0, 19)}+00:00`;
  const collection = `/${problem.sport}/v2/fantasy/lineup-optimizer`;
  const nameOf = lineupNamer(problem);
  const { include: included, exclude: excluded } = problem.request;
  const identify = (kind: Entry["kind"], uuid: string) => identifierOf(problem.sport, { kind, uuid });
  const mustInclude = {
    data: [
      ...included.players.map((item) => identify("player", item.player)),
      ...included.teams.map((item) => identify("team", item.team)),
    ],
  };
  const mustExclude = {
    data: [
      ...excluded.players.map((uuid) => identify("player", uuid)),
      ...excluded.teams.map((uuid) => identify("team", uuid)),
    ],
  };

  const ids = new Map<number, string>();
  const idOf = (entry: number) => {
    const known = ids.get(entry) ?? resourceId(problem.sport, problem.entries[entry]!);
    ids.set(entry, known);
    return known;
  };
  const chosen = (lineup: PricedLineup, kind: Entry["kind"]) =>
    lineup.seats
      .filter((seat) => problem.entries[seat.entry]!.kind === kind)
      .map((seat): ResourceIdentifier => ({ type: TYPES[kind], id: idOf(seat.entry) }));

  const data = lineups.map((lineup): FantasyLineup => {
    const uuid = nameOf(lineup.seats);
    return {
      id: `${collection}/${uuid}`,
      type: "FantasyLineup",
      attributes: {
        salaryCap: problem.cap,
        salaryRemaining: problem.cap - lineup.salary,
        salaryTotal: lineup.salary,
        book: problem.request.book,
        contest: problem.contest.contest,
        points: roundedPoints(lineup.points),
        byPositions: byPositions(problem, lineup),
        uuid,
        updatedAt,
      },
      relationships: {
        mustInclude,
        mustExclude,
        selections: { data: chosen(lineup, "player") },
        defenseSpecialTeams: { data: oneOrMany(chosen(lineup, "team")) },
      },
    };
  });

  return {
    links: { self: include.length === 0 ? collection : `${collection}?include=${include.join(",")}` },
    meta: {
      totalItems: lineups.length,
      solver,
      withoutProjection: [...problem.withoutProjection],
      withoutSlot: [...problem.withoutSlot],
    },
    data,
    ...(include.length > 0 && { included: includedOf(problem, lineups, projections, include, updatedAt) }),
  };
}

function identifierOf(sport: string, entry: Pick<Entry, "kind" | "uuid">): ResourceIdentifier {
  return { type: TYPES[entry.kind], id: resourceId(sport, entry) };
}

function byPositions(problem: Problem, lineup: PricedLineup): FantasyLineup["attributes"]["byPositions"] {
  const seated: FantasyLineup["attributes"]["byPositions"] = {};
  for (const slot of problem.contest.slots) seated[slot.name] = [];
  for (const seat of lineup.seats) {
    const { uuid } = problem.entries[seat.entry]!;
    seated[problem.contest.slots[seat.slot]!.name]!.push({
      uuid,
      points: roundedPoints(seatPoints(problem, seat)),
    });
  }
  return seated;
}

function oneOrMany(identifiers: ResourceIdentifier[]): null | ResourceIdentifier | ResourceIdentifier[] {
  return identifiers.length > 1 ? identifiers : (identifiers[0] ?? null);
}
