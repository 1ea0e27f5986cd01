import { parseContestTable } from "../../contests/catalog/contest.ts";
import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { POINT_UNITS } from "../../engine/model/model.ts";
import { salaryIn } from "../../engine/roster.ts";
import { pointerOf } from "../../shared/pointer.ts";
import { originSchema } from "../../shared/schema/options.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import { lineupRequestSchema } from "../../shared/schema/request.ts";
import * as z from "../../shared/schema/zod.ts";

/** The version of the certificate format. */
export const VERSION = 1;

const index = z.int().check(z.minimum(0));
const pointer = z.string();

const problemSchema = z.strictObject({
  sport: z.text(),
  contest: z.described(z.looseObject({}), "The contest's whole rules table."),
  request: lineupRequestSchema,
  origin: originSchema,
  cap: z.described(z.nullable(z.number()), "The salary cap that applied; null for none."),
  entries: z.described(
    z
      .array(
        z.strictObject({
          kind: z.enum(["player", "team"]),
          uuid: z.text(),
          positions: z.array(z.string()),
          plays: z.array(z.string()),
          team: z.string(),
          event: z.string(),
          salary: z.number(),
          captainSalary: z.nullable(z.number()),
          points: z.number(),
        }),
      )
      .check(z.maxLength(20_000)),
    "The players who can be picked, with the projected points that were used.",
  ),
  locks: z.array(z.strictObject({ entry: index, slot: z.nullable(index), pointer })),
  excluded: z.array(index),
  slotBans: z.array(z.strictObject({ entry: index, slot: index, pointer })),
  minimums: z.array(z.strictObject({ position: z.string(), minimum: z.int(), pointer })),
  withoutProjection: z.array(z.string()),
  withoutSlot: z.array(z.string()),
  unavailable: z.array(z.string()),
});

/**
 * A seat of a lineup: the index of a player, then that of a slot. The schema is an array and not a tuple,
 * because every page would have to load the schema of tuples.
 */
const seat = z.array(index).check(z.minLength(2), z.maxLength(2));

/**
 * The format of a certificate file. Players and slots are indices into the problem's `entries` and the
 * contest's `slots`.
 */
export const certificateSchema = z.strictObject({
  certificate: z.described(z.literal(VERSION), "The version of the certificate format."),
  problem: problemSchema,
  names: z.optional(
    z.record(z.string(), z.string()),
    "Names for the GUIDs, for messages only; they prove nothing.",
  ),
  count: z.described(z.int().check(z.minimum(1)), "How many lineups were requested."),
  lineups: z.described(
    z.array(z.array(seat).check(z.minLength(1))).check(z.maxLength(10_000)),
    "The lineups, best first: a player and a slot for each seat.",
  ),
  prices: z.described(
    z.strictObject({
      salary: z.described(z.number().check(z.minimum(0)), "Units of points for each unit of salary."),
      slots: z.described(z.array(z.number()), "Units of points for a seat in each slot."),
    }),
    "Any prices give a valid bound; good ones keep the list of better lineups short.",
  ),
  bound: z.described(
    z.number(),
    "The upper bound: no lineup has more units of points. 10,000,000,000 units are one point.",
  ),
});

/** The data with which anyone can check that no better lineup was left out. */
export type Certificate = z.output<typeof certificateSchema>;

/** A certificate with its problem ready for checks. */
export interface ReadCertificate extends Omit<Certificate, "problem" | "lineups"> {
  readonly problem: Problem;
  readonly lineups: readonly Lineup[];
}

/** Checks and prepares a certificate. @throws InvalidRequestError, InvalidTableError */
export function readCertificate(value: unknown): ReadCertificate {
  const { problem, lineups, ...rest } = parseInput(certificateSchema, value, { parameter: "certificate" });
  const contest = parseContestTable(problem.contest, "certificate");
  return {
    ...rest,
    problem: { ...problem, contest } as unknown as Problem,
    lineups: lineups.map((seats) => seats.map(([entry, slot]) => ({ entry: entry!, slot: slot! }))),
  };
}

/**
 * A player, and slots in which the player has the same points and salary. It is read from the problem, not
 * from a solver's model.
 */
export interface SeatOption {
  readonly entry: number;
  /** Bit set of the contest's slots. */
  readonly slots: number;
  /** The player's points in any of the slots, in units. */
  readonly points: number;
  readonly salary: number;
}

/** All seat options of all players, given the problem's locks and exclusions. */
export function seatOptions(problem: Problem): SeatOption[] {
  const { contest, entries, locks, excluded, slotBans } = problem;
  const left = new Set(excluded);
  const options: SeatOption[] = [];
  for (const [entry, candidate] of entries.entries()) {
    if (left.has(entry)) continue;
    const lockedTo = locks.find((lock) => lock.entry === entry)?.slot ?? null;
    const kinds = new Map<string, { slots: number; points: number; salary: number }>();
    for (const [slot, { accepts, pointsMultiplier, salary }] of contest.slots.entries()) {
      if (lockedTo !== null && slot !== lockedTo) continue;
      if (slotBans.some((ban) => ban.entry === entry && ban.slot === slot)) continue;
      if (!candidate.positions.some((position) => accepts.includes(position))) continue;
      const kind = `${pointsMultiplier} ${salary}`;
      const known = kinds.get(kind) ?? {
        slots: 0,
        points: Math.round(candidate.points * pointsMultiplier * POINT_UNITS),
        salary: salaryIn({ salary }, candidate),
      };
      known.slots |= 1 << slot;
      kinds.set(kind, known);
    }
    for (const kind of kinds.values()) options.push({ entry, ...kind });
  }
  return options;
}

const MOST_LISTED = 5;

/**
 * Describes each difference between a certificate's problem and another, a sentence each; `where` names the
 * other.
 */
export function differences(certified: unknown, asked: unknown, where: string): string[] {
  const found: string[] = [];
  compare(plain(certified), plain(asked), []);
  const more = found.length - MOST_LISTED;
  return more > 0 ? [...found.slice(0, MOST_LISTED), `The two differ in ${more} more places.`] : found;

  function compare(one: unknown, other: unknown, path: readonly string[]): void {
    if (isHolder(one) && isHolder(other) && Array.isArray(one) === Array.isArray(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        compare(one[key], other[key], [...path, key]);
    } else if (one !== other) {
      const place = pointerOf(["problem", ...path]);
      found.push(`${place} is ${shown(one)}, but ${shown(other)} in ${where}.`);
    }
  }
}

type Holder = Readonly<Record<string, unknown>>;

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}

/** Converts a value to the certificate's form, without undefined fields. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
