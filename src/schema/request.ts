import * as z from "zod";
import { BOOK_NAMES } from "../books/index.ts";
import { MAXIMUM_COUNT } from "./count.ts";
import { guid } from "./guid.ts";
import type { ReadOnly } from "./read-only.ts";

/** The most that a salary or a cap may be. */
export const MOST_MONEY = 1_000_000_000;
/** How long the names of positions, slots and contests may be. */
export const LONGEST_NAME = 40;
/** The most that may be asked for of one position. */
export const MOST_OF_A_POSITION = 1000;

const money = z.int().min(0).max(MOST_MONEY);
const position = z.string().min(1).max(LONGEST_NAME);

const poolPlayer = z.strictObject({
  player: guid,
  salary: money,
  position: position.describe("One or several positions joined by `/`, such as `PG/SG`."),
  captainSalary: money
    .optional()
    .describe("The salary in the captain's slot; required in showdown contests."),
});

const poolTeam = z.strictObject({
  team: guid,
  salary: money,
  captainSalary: money
    .optional()
    .describe("The salary in the captain's slot; required in showdown contests."),
});

/**
 * The body of a lineup request. Salaries and `cap` are whole units of the book's currency; GUIDs are those of
 * the prediction service. A `teams` entry is that team's defense.
 */
export const lineupRequestSchema = z.strictObject({
  book: z.enum(BOOK_NAMES).describe("Whose rules and projected points apply."),
  contest: z
    .string()
    .min(1)
    .max(LONGEST_NAME)
    .describe("The contest's name, such as `classic` or `showdown`."),
  include: z
    .strictObject({
      players: z.array(z.strictObject({ player: guid, position: position.optional() })).default([]),
      teams: z.array(z.strictObject({ team: guid, position: position.optional() })).default([]),
    })
    .default({ players: [], teams: [] })
    .describe("Must be in every lineup; with `position`, in that slot."),
  exclude: z
    .strictObject({ players: z.array(guid).default([]), teams: z.array(guid).default([]) })
    .default({ players: [], teams: [] })
    .describe("Must not be in any lineup."),
  players: z.array(poolPlayer).describe("The pool's players."),
  teams: z.array(poolTeam).default([]).describe("The pool's team defenses."),
  games: z
    .array(guid)
    .describe("Events whose projections count: at least 2 in classic, exactly 1 in showdown."),
  cap: money.optional().describe("The lineup's salary cap; the contest's own where absent."),
  positions: z
    .record(position, z.int().min(0).max(MOST_OF_A_POSITION))
    .default({})
    .describe("Minimums on top of the contest's slots: for a position, that many players who hold it."),
  count: z.int().min(1).max(MAXIMUM_COUNT).optional().describe("How many lineups; 3 where absent."),
  stack: z.boolean().default(false).describe("Pair a quarterback with a wide receiver of the same team."),
});

/** A request body as a caller writes it. */
export type LineupRequestInput = ReadOnly<z.input<typeof lineupRequestSchema>>;
/** A request body with its defaults filled in. */
export type LineupRequest = ReadOnly<z.output<typeof lineupRequestSchema>>;
