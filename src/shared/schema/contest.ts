import * as z from "./zod.ts";

/** A name of a sport, a contest, a position or a slot. */
export const tableName = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(40),
    z.regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9+ _-]*[A-Za-z0-9+_-])?$/,
      "must be letters, digits, '+', '_', '-' or inner spaces",
    ),
  );

/** The source of a table's values. */
export const citedSource = z
  .string()
  .check(z.minLength(1), z.describe("The source of these values: a key of `sources`."));

/** The positions that a limit does not count. */
export const exceptedPositions = z
  .array(tableName)
  .check(z.describe("Positions that do not count; an entry counts if it holds any other."));

/** A slot's name, which may name several positions, such as `C/1B`. */
const slotName = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(40),
    z.regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9+/ _-]*[A-Za-z0-9+_-])?$/,
      "must be letters, digits, '+', '/', '_', '-' or inner spaces",
    ),
  );

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "must be a date such as 2025-09-04"));

const whole = z.int().check(z.minimum(0), z.maximum(1_000_000_000));

const position = z.strictObject({
  name: tableName.check(z.describe("As requests and lineups write it; case does not matter.")),
  aliases: z.array(tableName).check(z.describe("Other spellings that mean this position.")),
  entry: z.enum(["player", "team"]).check(z.describe("A player, or a team (its defense).")),
  source: citedSource,
});

const slot = z.strictObject({
  name: slotName,
  count: z.int().check(z.minimum(1), z.maximum(40), z.describe("How many seats of this name a lineup has.")),
  accepts: z.array(tableName).check(z.minLength(1), z.describe("Positions that may sit here.")),
  pointsMultiplier: z
    .number()
    .check(
      z.positive(),
      z.maximum(10),
      z.describe("The multiplier of projected points; 1 for a plain slot."),
    ),
  salary: z
    .enum(["salary", "captainSalary"])
    .check(z.describe("Which of a player's salaries the seat costs.")),
  uploadColumn: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(80),
      z.regex(/^\P{Cc}+$/u, "must have no control characters"),
      z.describe("The column's name in the book's own upload file, as the book writes it."),
    ),
  source: citedSource,
});

/** The fields of every contest's table; each constraint of `src/contests/constraints/` adds its own. */
export const contestShape = {
  sport: tableName,
  book: tableName.check(z.describe("The book, whose projected points count.")),
  contest: tableName,
  from: z.optional(day).check(z.describe("The first day of play under these rules, if it is known.")),
  until: z
    .optional(day)
    .check(z.describe("The last day of play under these rules; missing if they apply today.")),
  identifiedBy: z
    .optional(
      z.strictObject({
        rosterPositions: z
          ._default(z.array(z.string().check(z.minLength(1), z.maxLength(80))), [])
          .check(z.describe("Slots as the roster position cells write them, such as `STAR - 1.5X Points`.")),
        columns: z
          ._default(z.array(z.string().check(z.minLength(1), z.maxLength(80))), [])
          .check(z.describe("Headers of the pool, such as `MVP 1.5x Salary`.")),
        withoutColumns: z
          .optional(z.array(z.string().check(z.minLength(1), z.maxLength(80))))
          .check(z.describe("Headers that its files lack, such as `Roster Position`.")),
      }),
    )
    .check(z.describe("What only files of this contest have or lack; any other file is of another.")),
  lineStats: z
    .optional(
      z
        .array(z.strictObject({ stat: z.string().check(z.minLength(1)), is: z.number() }))
        .check(z.minLength(1)),
    )
    .check(
      z.describe(
        "Stats of every line in this contest, such as `rounds` 1; they choose the scoring's groups by their `when`.",
      ),
    ),
  sources: z
    .record(z.string(), z.string().check(z.minLength(1)))
    .check(z.describe("What each source is, by its key.")),
  salaryCap: z
    .nullable(z.strictObject({ default: whole, source: citedSource }))
    .check(z.describe("The most that the salaries of a lineup sum to; null in a contest without salaries.")),
  positions: z.array(position).check(z.minLength(1)),
  unseated: z
    ._default(z.array(position), [])
    .check(z.describe("Positions that no slot accepts; players with no other position are left out.")),
  slots: z.array(slot).check(z.minLength(1), z.maxLength(24)),
  uploadOrder: z
    .array(slotName)
    .check(z.describe("Each slot's name once, in the order of the book's upload file.")),
  games: z
    .strictObject({
      minimum: z.int().check(z.minimum(1)),
      maximum: z.nullable(z.int().check(z.minimum(1))),
      source: citedSource,
    })
    .check(z.describe("How many games a request may list.")),
};

/** A contest's table without its limits. */
export type ContestBase = z.infer<z.ZodMiniObject<typeof contestShape>>;

/** A position that players of a contest may hold. */
export type ContestPosition = ContestBase["positions"][number];

/** A slot of a contest's roster, with its number of seats. */
export type ContestSlot = ContestBase["slots"][number];
