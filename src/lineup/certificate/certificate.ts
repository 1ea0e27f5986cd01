import { parseContestTable } from "../../contests/catalog/contest.ts";
import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { originSchema } from "../../shared/schema/options.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import { lineupRequestSchema } from "../../shared/schema/request.ts";
import * as z from "../../shared/schema/zod.ts";

/** The version of the certificate format. */
export const VERSION = 1;

const index = z.int().check(z.minimum(0));
const pointer = z.string();

const problemSchema = z.strictObject({
  sport: z.string().check(z.minLength(1)),
  contest: z.looseObject({}).check(z.describe("The contest's whole rules table.")),
  request: lineupRequestSchema,
  origin: originSchema,
  cap: z.number().check(z.describe("The salary cap that applied.")),
  entries: z
    .array(
      z.strictObject({
        kind: z.enum(["player", "team"]),
        uuid: z.string().check(z.minLength(1)),
        positions: z.array(z.string()),
        plays: z.array(z.string()),
        team: z.string(),
        event: z.string(),
        salary: z.number(),
        captainSalary: z.nullable(z.number()),
        points: z.number(),
      }),
    )
    .check(
      z.maxLength(20_000),
      z.describe("The players who can be picked, with the projected points that were used."),
    ),
  locks: z.array(z.strictObject({ entry: index, slot: z.nullable(index), pointer })),
  excluded: z.array(index),
  slotBans: z.array(z.strictObject({ entry: index, slot: index, pointer })),
  minimums: z.array(z.strictObject({ position: z.string(), minimum: z.int(), pointer })),
  withoutProjection: z.array(z.string()),
  withoutSlot: z.array(z.string()),
  unavailable: z.array(z.string()),
});

/** Of a player and a slot. An array is used because a tuple's schema would be loaded by every page. */
const seat = z.array(index).check(z.minLength(2), z.maxLength(2));

/**
 * A certificate as written to a file. Players and slots are indices into the problem's entries and the
 * contest's slots.
 */
export const certificateSchema = z.strictObject({
  certificate: z.literal(VERSION).check(z.describe("The version of the certificate format.")),
  problem: problemSchema,
  names: z
    .optional(z.record(z.string(), z.string()))
    .check(z.describe("Names for the GUIDs, for messages only; they prove nothing.")),
  count: z.int().check(z.minimum(1), z.describe("How many lineups were requested.")),
  lineups: z
    .array(z.array(seat).check(z.minLength(1)))
    .check(z.maxLength(10_000), z.describe("The lineups, best first: a player and a slot for each seat.")),
  prices: z
    .strictObject({
      salary: z.number().check(z.minimum(0), z.describe("Units of points for each unit of salary.")),
      slots: z.array(z.number()).check(z.describe("Units of points for a seat in each slot.")),
    })
    .check(z.describe("Any prices give a valid bound; good ones keep the list of better lineups short.")),
  bound: z
    .number()
    .check(
      z.describe("The upper bound: no lineup has more units of points. 10,000,000,000 units are one point."),
    ),
});

/** The data with which anyone can check that no better lineup was left out. */
export type Certificate = z.output<typeof certificateSchema>;

/** A certificate with its problem ready for checks. */
export interface ReadCertificate extends Omit<Certificate, "problem" | "lineups"> {
  readonly problem: Problem;
  readonly lineups: readonly Lineup[];
}

/** @throws InvalidRequestError, InvalidTableError */
export function readCertificate(value: unknown): ReadCertificate {
  const { problem, lineups, ...rest } = parseInput(certificateSchema, value, { parameter: "certificate" });
  const contest = parseContestTable(problem.contest, "certificate");
  return {
    ...rest,
    problem: { ...problem, contest } as unknown as Problem,
    lineups: lineups.map((seats) => seats.map(([entry, slot]) => ({ entry: entry!, slot: slot! }))),
  };
}
