import type { Violation } from "../../contests/constraints/constraint.ts";
import { seatPoints, type Totals, totalsOf } from "../../contests/problem/pool.ts";
import type { Entry, Lineup, Problem, Seat } from "../../contests/problem/problem.ts";
import { POINT_UNITS } from "../../engine/model/model.ts";
import {
  entryRef,
  joinedMessages,
  type Message,
  message,
  type Naming,
  named,
  plain,
} from "../../shared/errors/message-parts.ts";
import { guidOfId } from "../../shared/guid-bytes.ts";
import { pointerOf } from "../../shared/pointer.ts";
import type { FantasyLineup, FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { seatedJudgeOf } from "./seated.ts";

/**
 * A fault of a lineup in a document. `constraint` is the name of the broken constraint, or one of: `seats`
 * for seats with an unknown or missing player or slot, `claims` for a statement that the seats contradict
 * (`limit` is the true number, `actual` the stated one), `distinct` for a repeated lineup, `order` for a
 * lineup that should come earlier.
 */
export interface LineupViolation extends Violation {
  /** JSON pointer into the lineups document. */
  readonly pointer: string;
}

/** Half a unit of the fourth decimal, plus rounding of doubles. */
const ROUNDING = 0.5e-4 + 1e-9;

const RELATIONSHIPS = ["mustInclude", "mustExclude", "selections", "defenseSpecialTeams"] as const;

/** Statements about a lineup that its seats contradict; `pointer` is the lineup's. */
function falseClaims(
  problem: Problem,
  lineup: FantasyLineup,
  seats: readonly ClaimedSeat[],
  pointer: string,
  inWords: (text: Message) => string,
): LineupViolation[] {
  const { attributes, relationships } = lineup;
  const { salary, points } = totalsOf(problem, seats);
  const { include, exclude } = problem.request;
  const uuidsOf = (kind: Entry["kind"]) =>
    seats.flatMap(({ entry }) =>
      problem.entries[entry]!.kind === kind ? [problem.entries[entry]!.uuid] : [],
    );
  const found: LineupViolation[] = [];
  const claim = (member: string, stated: unknown, actual: unknown, agrees = stated === actual) => {
    if (agrees) return;
    found.push({
      constraint: "claims",
      detail: `\`${member.replace(/^\w+\//, "")}\` is given as ${stated}, but is ${actual}.`,
      limit: numberOrNull(actual),
      actual: numberOrNull(stated),
      entries: [],
      pointer: `${pointer}/${member}`,
    });
  };
  const claimPoints = (member: string, stated: number, units: number) =>
    claim(member, stated, units / POINT_UNITS, Math.abs(stated - units / POINT_UNITS) <= ROUNDING);
  const claimUuids = (member: (typeof RELATIONSHIPS)[number], uuids: readonly string[]) => {
    const listed = (those: readonly string[]) =>
      inWords(joinedMessages([...those].sort().map(entryRef), ", "));
    const stated = listed(uuidsIn(relationships[member]));
    const actual = listed(uuids);
    claim(`relationships/${member}`, stated || "empty", actual || "empty");
  };

  claim("id", lineup.id, `/${problem.sport}/v2/fantasy/lineup-optimizer/${attributes.uuid}`);
  claim("attributes/book", attributes.book, problem.contest.book);
  claim("attributes/contest", attributes.contest, problem.contest.contest);
  claim("attributes/salaryCap", attributes.salaryCap, problem.cap);
  claim("attributes/salaryTotal", attributes.salaryTotal, salary);
  claim(
    "attributes/salaryRemaining",
    attributes.salaryRemaining,
    problem.cap === null ? null : problem.cap - salary,
  );
  claimPoints("attributes/points", attributes.points, points);
  for (const seat of seats)
    claimPoints(`${seat.pointer.slice(pointer.length + 1)}/points`, seat.points, seatPoints(problem, seat));
  claimUuids("mustInclude", [
    ...include.players.map(({ player }) => player),
    ...include.teams.map(({ team }) => team),
  ]);
  claimUuids("mustExclude", [...exclude.players, ...exclude.teams]);
  claimUuids("selections", uuidsOf("player"));
  claimUuids("defenseSpecialTeams", uuidsOf("team"));
  return found;
}

function uuidsIn({ data }: FantasyLineup["relationships"][(typeof RELATIONSHIPS)[number]]): string[] {
  return [data ?? []].flat().map(({ id }) => guidOfId(id) ?? id);
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

export interface JudgedLineup {
  readonly uuid: string;
  readonly violations: readonly LineupViolation[];
}

export interface Verdict {
  readonly legal: boolean;
  readonly lineups: readonly JudgedLineup[];
  readonly violations: readonly LineupViolation[];
}

export function judge(problem: Problem, { data, meta }: FantasyLineupDocument, naming: Naming = {}): Verdict {
  const inWords = (text: Message) => plain(named(text, naming));
  const read = data.map((lineup, index) => {
    const pointer = `/data/${index}`;
    return { lineup, pointer, ...readSeats(problem, lineup, pointer, inWords) };
  });
  const places = misplaced(
    problem,
    read.filter(({ violations }) => violations.length === 0),
  );
  const brokenBy = seatedJudgeOf(problem, naming);
  const lineups = read.map(({ lineup, pointer, seats, violations }): JudgedLineup => {
    const { uuid } = lineup.attributes;
    if (violations.length > 0) return { uuid, violations };
    return {
      uuid,
      violations: [
        ...brokenBy(seats).map((violation) => ({
          ...violation,
          pointer: `${pointer}/attributes/byPositions`,
        })),
        ...falseClaims(problem, lineup, seats, pointer, inWords),
        ...(places.get(pointer) ?? []),
      ],
    };
  });
  const violations = falseCount(data, meta);
  const legal = violations.length === 0 && lineups.every((lineup) => lineup.violations.length === 0);
  return { legal, lineups, violations };
}

function falseCount(data: readonly FantasyLineup[], meta: FantasyLineupDocument["meta"]): LineupViolation[] {
  if (meta === undefined || meta.totalItems === data.length) return [];
  return [
    {
      constraint: "claims",
      detail: `\`totalItems\` is given as ${meta.totalItems}, but is ${data.length}.`,
      limit: data.length,
      actual: meta.totalItems,
      entries: [],
      pointer: "/meta/totalItems",
    },
  ];
}

interface PlacedLineup {
  readonly seats: Lineup;
  readonly pointer: string;
}

/** Repeated lineups and lineups after a worse one, by pointer. */
export function misplaced(
  problem: Problem,
  lineups: readonly PlacedLineup[],
): Map<string, LineupViolation[]> {
  const found = new Map<string, LineupViolation[]>();
  const first = new Map<string, string>();
  let before: (PlacedLineup & Rank) | null = null;
  for (const { seats, pointer } of lineups) {
    const violations: LineupViolation[] = [];
    const uuids = seats.map(({ entry }) => problem.entries[entry]!.uuid);
    const identity = identityOf(problem, seats);
    const twin = first.get(identity);
    if (twin !== undefined)
      violations.push({
        constraint: "distinct",
        detail: `This lineup repeats ${twin}.`,
        limit: 1,
        actual: 2,
        entries: uuids,
        pointer,
      });
    first.set(identity, twin ?? pointer);
    const rank = rankOf(problem, seats);
    if (before !== null && isBetter(rank, before))
      violations.push({
        constraint: "order",
        detail: `This lineup is listed after ${before.pointer}, but must come before it: it has more points, or the same points for less salary, or the same points and salary and lower uuids.`,
        limit: before.points / POINT_UNITS,
        actual: rank.points / POINT_UNITS,
        entries: uuids,
        pointer,
      });
    before = { seats, pointer, ...rank };
    if (violations.length > 0) found.set(pointer, violations);
  }
  return found;
}

interface Rank extends Totals {
  readonly uuids: string;
}

function rankOf(problem: Problem, seats: Lineup): Rank {
  const uuids = seats.map(({ entry }) => problem.entries[entry]!.uuid).sort();
  return { ...totalsOf(problem, seats), uuids: uuids.join() };
}

function isBetter(one: Rank, other: Rank): boolean {
  if (one.points !== other.points) return one.points > other.points;
  if (one.salary !== other.salary) return one.salary < other.salary;
  return one.uuids < other.uuids;
}

function identityOf({ contest, entries }: Problem, seats: Lineup): string {
  return seats
    .map(({ entry, slot }) => {
      const { pointsMultiplier, salary } = contest.slots[slot]!;
      return `${entries[entry]!.uuid} ${pointsMultiplier} ${salary}`;
    })
    .sort()
    .join();
}

interface ClaimedSeat extends Seat {
  readonly points: number;
  readonly pointer: string;
}

interface ReadSeats {
  readonly seats: readonly ClaimedSeat[];
  readonly violations: readonly LineupViolation[];
}

function readSeats(
  problem: Problem,
  lineup: FantasyLineup,
  pointer: string,
  inWords: (text: Message) => string,
): ReadSeats {
  const seats: ClaimedSeat[] = [];
  const violations: LineupViolation[] = [];
  const refuse = (at: string, detail: Message, entries: readonly string[]) =>
    violations.push({
      constraint: "seats",
      detail: inWords(detail),
      limit: null,
      actual: null,
      entries,
      pointer: at,
    });
  const indices = new Map(problem.entries.map(({ uuid }, index) => [uuid, index]));
  const names = problem.contest.slots.map(({ name }) => name);
  for (const [name, occupants] of Object.entries(lineup.attributes.byPositions)) {
    const at = `${pointer}/attributes/byPositions${pointerOf([name])}`;
    const slot = names.indexOf(name);
    const uuids = occupants.map(({ uuid }) => uuid);
    if (slot === -1)
      refuse(at, `"${name}" is not a slot of this contest. Its slots are ${names.join(", ")}.`, uuids);
    for (const [index, { uuid, points }] of occupants.entries()) {
      const entry = indices.get(uuid);
      const seatPointer = `${at}/${index}`;
      if (entry !== undefined) {
        if (slot !== -1) seats.push({ entry, slot, points, pointer: seatPointer });
      } else if (problem.withoutProjection.includes(uuid)) {
        refuse(seatPointer, message`${entryRef(uuid)} has no projection in the listed games.`, [uuid]);
      } else if (problem.withoutSlot.includes(uuid)) {
        refuse(seatPointer, message`${entryRef(uuid)} has no position that a slot of this contest accepts.`, [
          uuid,
        ]);
      } else if (problem.unavailable.includes(uuid)) {
        refuse(seatPointer, message`${entryRef(uuid)} cannot play.`, [uuid]);
      } else {
        refuse(seatPointer, message`${entryRef(uuid)} is not in the request's pool.`, [uuid]);
      }
    }
  }
  return { seats, violations };
}
