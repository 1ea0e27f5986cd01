import { seatPoints } from "../../contests/problem/price.ts";
import type { Entry, Problem, Seat } from "../../contests/problem/problem.ts";
import type { FantasyLineup, FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import type { ResourceIdentifier } from "../../shared/schema/resource.ts";
import type { Sha1 } from "../../shared/sha1.ts";
import { lineupNamer } from "./identity.ts";
import type { includedOf, LineupInclude } from "./included.ts";
import { roundedPoints } from "./price.ts";
import type { FoundLineup, PricedLineup } from "./priced-lineup.ts";
import { resourceId, TYPES } from "./resource-id.ts";

/** The parts of a document besides its lineups: the solver and the creation time. */
export interface DocumentDetails {
  readonly solver: string;
  readonly include: readonly LineupInclude[];
  /** Builds the included resources; null for none. */
  readonly makeIncluded: typeof includedOf | null;
  readonly updatedAt: Date;
  readonly sha1?: Sha1 | undefined;
  readonly secondOpinion?: NonNullable<FantasyLineupDocument["meta"]>["secondOpinion"];
}

/** Builds a FantasyLineup document. */
export function lineupDocument(
  problem: Problem,
  lineups: readonly FoundLineup[],
  projections: FantasyPerformanceDocument,
  { solver, include, makeIncluded, updatedAt: made, sha1, secondOpinion }: DocumentDetails,
): FantasyLineupDocument {
  const updatedAt = `${made.toISOString().slice(0, 19)}+00:00`;
  const collection = `/${problem.sport}/v2/fantasy/lineup-optimizer`;
  const nameOf = lineupNamer(problem, lineups, sha1);
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

  const parts = sharedParts(problem);
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
        ...(lineup.drawn !== undefined && { pointsDrawn: roundedPoints(lineup.drawn) }),
        ...(lineup.optimal !== undefined && { optimalShare: lineup.optimal }),
        byPositions: parts.byPositions(lineup),
        uuid,
        updatedAt,
      },
      relationships: {
        mustInclude,
        mustExclude,
        selections: { data: parts.chosen(lineup, "player") },
        defenseSpecialTeams: { data: oneOrMany(parts.chosen(lineup, "team")) },
      },
    };
  });

  return {
    links: { self: include.length === 0 ? collection : `${collection}?include=${include.join(",")}` },
    meta: {
      totalItems: lineups.length,
      solver,
      ...(secondOpinion && { secondOpinion }),
      withoutProjection: [...problem.withoutProjection],
      withoutSlot: [...problem.withoutSlot],
      ...(problem.unavailable.length > 0 && { unavailable: [...problem.unavailable] }),
    },
    data,
    ...(makeIncluded && { included: makeIncluded(problem, lineups, projections, include, updatedAt) }),
  };
}

function identifierOf(sport: string, entry: Pick<Entry, "kind" | "uuid">): ResourceIdentifier {
  return { type: TYPES[entry.kind], id: resourceId(sport, entry) };
}

/** Makes parts that many lineups share once, frozen: players in slots, and chosen players. */
function sharedParts(problem: Problem) {
  const { entries, contest, sport } = problem;
  const names = contest.slots.map(({ name }) => name);
  const sizes = new Int32Array(names.length);
  const seated: (Seated | undefined)[] = [];
  const identifiers: (ResourceIdentifier | undefined)[] = [];
  const seatedAs = (seat: Seat) =>
    (seated[seat.entry * names.length + seat.slot] ??= Object.freeze({
      uuid: entries[seat.entry]!.uuid,
      points: roundedPoints(seatPoints(problem, seat)),
    }));
  const identifierAt = (entry: number) =>
    (identifiers[entry] ??= Object.freeze(identifierOf(sport, entries[entry]!)));
  return {
    // Create lists with their final length: a list that grows reserves room for 16 more elements.
    byPositions({ seats }: PricedLineup): FantasyLineup["attributes"]["byPositions"] {
      const all: Record<string, Seated[]> = {};
      sizes.fill(0);
      for (const { slot } of seats) sizes[slot]! += 1;
      for (let slot = 0; slot < names.length; slot += 1) all[names[slot]!] = new Array<Seated>(sizes[slot]!);
      for (let at = seats.length - 1; at >= 0; at -= 1) {
        const seat = seats[at]!;
        all[names[seat.slot]!]![--sizes[seat.slot]!] = seatedAs(seat);
      }
      return all;
    },
    chosen({ seats }: PricedLineup, kind: Entry["kind"]): ResourceIdentifier[] {
      let length = 0;
      for (const { entry } of seats) if (entries[entry]!.kind === kind) length += 1;
      const all = new Array<ResourceIdentifier>(length);
      let at = 0;
      for (const { entry } of seats) if (entries[entry]!.kind === kind) all[at++] = identifierAt(entry);
      return all;
    },
  };
}

type Seated = FantasyLineup["attributes"]["byPositions"][string][number];

function oneOrMany(identifiers: ResourceIdentifier[]): null | ResourceIdentifier | ResourceIdentifier[] {
  return identifiers.length > 1 ? identifiers : (identifiers[0] ?? null);
}
