import { seatPoints } from "../../contests/problem/pool.ts";
import type { Entry, Lineup, Problem, Seat } from "../../contests/problem/problem.ts";
import { LastMade } from "../../shared/collections.ts";
import { GUID_BYTES, nameGuid, writeGuid } from "../../shared/guid-bytes.ts";
import { rolesOf, seatCount } from "../../shared/roster.ts";
import type { FantasyLineup, FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import type { ResourceIdentifier } from "../../shared/schema/resource.ts";
import type { includedOf, LineupInclude } from "./included.ts";
import {
  type FoundLineup,
  guidPlaces,
  type PricedLineup,
  resourceId,
  roundedPoints,
  TYPES,
} from "./priced-lineup.ts";

/** The namespace of request identities: a version 4 UUID generated once for this project. */
const REQUESTS = "5f0c1f5e-9d0c-4f0e-8a51-6f1f3f0f7a2b";

/** The bytes of a pick, of which a lineup's GUID is hashed: the player's GUID and the role. */
const PICK_BYTES = GUID_BYTES + 1;

/**
 * Returns a function for the GUID of one of `lineups`: a version 5 UUID of the request and the picks,
 * whatever the order of the pool and the number of lineups.
 */
export function lineupNamer(
  problem: Problem,
  lineups: readonly { readonly seats: Lineup }[],
): (seats: Lineup) => string {
  const { contest, entries } = problem;
  const roles = rolesOf(contest);
  const roleOf = contest.slots.map((_, slot) => roles.findIndex((role) => role.slots.includes(slot)));
  const seats = seatCount(contest.slots);
  const bytes = new Uint8Array(seats * PICK_BYTES);
  const nameOf = () => nameRequest(problem);
  const namespace = new Uint8Array(GUID_BYTES);
  writeGuid(
    named.of(problem, [], nameOf, () => Object.isFrozen(problem)),
    namespace,
    0,
  );
  // GUIDs are in lower case, so they sort like their bytes.
  const { places, seated } = guidPlaces(entries, lineups);
  const guids = new Uint8Array(seated.length * GUID_BYTES);
  for (let place = 0; place < seated.length; place += 1)
    writeGuid(entries[seated[place]!]!.uuid, guids, place * GUID_BYTES);
  const order = new Int32Array(seats);
  const roleAt = new Int32Array(seats);
  return (lineup) => {
    for (let index = 0; index < lineup.length; index += 1) {
      const { entry, slot } = lineup[index]!;
      const own = places[entry]!;
      let at = index;
      for (; at > 0 && own < order[at - 1]!; at -= 1) {
        order[at] = order[at - 1]!;
        roleAt[at] = roleAt[at - 1]!;
      }
      order[at] = own;
      roleAt[at] = roleOf[slot]!;
    }
    let at = 0;
    for (let index = 0; index < lineup.length; index += 1) {
      const from = order[index]! * GUID_BYTES;
      for (let byte = 0; byte < GUID_BYTES; byte += 1) bytes[at + byte] = guids[from + byte]!;
      bytes[at + GUID_BYTES] = roleAt[index]!;
      at += PICK_BYTES;
    }
    return nameGuid(bytes.subarray(0, at), namespace);
  };
}

type Row = [string, ...unknown[]];

const named = new LastMade<Problem, string>();

/** Made from a text that does not depend on the order of lists or the number of lineups. */
function nameRequest({ sport, request, cap }: Problem): string {
  const { book, contest, stack, players } = request;
  const terms = JSON.stringify([sport, book, contest, cap, stack]);
  const include = [
    request.include.players.map((item): Row => [item.player, item.position ?? null]),
    request.include.teams.map((item): Row => [item.team, item.position ?? null]),
  ];
  const rest = JSON.stringify([
    include.map(byFirst),
    request.exclude.players.toSorted(),
    request.exclude.teams.toSorted(),
    request.games.toSorted(),
    byFirst(Object.entries(request.positions)),
  ]);
  const lists = `${textOf(players, playerRow)},${textOf(request.teams, teamRow)}`;
  return nameGuid(`${terms.slice(0, -1)},${lists},${rest.slice(1)}`, REQUESTS);
}

type Player = LineupRequest["players"][number];
type Team = LineupRequest["teams"][number];

const playerRow = (item: Player): Row => [
  item.player,
  item.salary,
  item.captainSalary ?? null,
  item.position,
];
const teamRow = (item: Team): Row => [item.team, item.salary, item.captainSalary ?? null];

/** One of the pool's lists, as text for the request's GUID. */
function textOf<Item>(list: readonly Item[], rowOf: (item: Item) => Row): string {
  return JSON.stringify(byFirst(list.map(rowOf)));
}

function byFirst<Row extends readonly [string, ...unknown[]]>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
}

export interface DocumentDetails {
  readonly solver: string;
  readonly include: readonly LineupInclude[];
  /** Builds the included resources; null for none. */
  readonly makeIncluded: typeof includedOf | null;
  readonly updatedAt: Date;
}

export function lineupDocument(
  problem: Problem,
  lineups: readonly FoundLineup[],
  projections: FantasyPerformanceDocument,
  { solver, include, makeIncluded, updatedAt: made }: DocumentDetails,
): FantasyLineupDocument {
  const updatedAt = `${made.toISOString().slice(0, 19)}+00:00`;
  const collection = `/${problem.sport}/v2/fantasy/lineup-optimizer`;
  const nameOf = lineupNamer(problem, lineups);
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
        salaryRemaining: problem.cap === null ? null : problem.cap - lineup.salary,
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

/** Objects that many lineups share are made once and frozen. */
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

type AskedDetails = Omit<DocumentDetails, "makeIncluded">;

export async function answerDocument(
  problem: Problem,
  lineups: readonly FoundLineup[],
  projections: FantasyPerformanceDocument,
  details: AskedDetails,
): Promise<FantasyLineupDocument> {
  const makeIncluded = details.include.length > 0 ? (await import("./included.ts")).includedOf : null;
  return lineupDocument(problem, lineups, projections, { ...details, makeIncluded });
}

export async function portfolioDocument(
  problem: Problem,
  found: {
    readonly lineups: readonly FoundLineup[];
    readonly solver: string;
    readonly result: NonNullable<FantasyLineupDocument["meta"]>["portfolio"];
  },
  projections: FantasyPerformanceDocument,
  details: Omit<AskedDetails, "solver">,
): Promise<FantasyLineupDocument> {
  const { lineups, solver, result } = found;
  const document = await answerDocument(problem, lineups, projections, { ...details, solver });
  return { ...document, meta: { ...document.meta!, portfolio: result } };
}
