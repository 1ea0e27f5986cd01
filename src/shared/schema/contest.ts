import * as z from "./zod.ts";

export const tableName = z
  .text(40)
  .check(
    z.regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9+ _-]*[A-Za-z0-9+_-])?$/,
      "must be letters, digits, '+', '_', '-' or inner spaces",
    ),
  );

export const citedSource = z.described(z.text(), "The source of these values: a key of `sources`.");

export const exceptedPositions = z.described(
  z.array(tableName),
  "Positions that do not count; a player who holds any other counts.",
);

/** It may consist of several positions, such as `C/1B`. */
const slotName = z
  .text(40)
  .check(
    z.regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9+/ _-]*[A-Za-z0-9+_-])?$/,
      "must be letters, digits, '+', '/', '_', '-' or inner spaces",
    ),
  );

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "must be a date such as 2025-09-04"));

const whole = z.whole(0, 1_000_000_000);

const position = z.strictObject({
  name: z.described(tableName, "As requests and lineups write it; case does not matter."),
  aliases: z.described(z.array(tableName), "Other spellings that mean this position."),
  entry: z.described(z.enum(["player", "team"]), "A player, or a team (its defense)."),
  source: citedSource,
});

const slot = z.strictObject({
  name: slotName,
  count: z.whole(1, 40, "How many seats of this name a lineup has."),
  accepts: z.described(z.array(tableName, 1), "Positions that may sit here."),
  pointsMultiplier: z.described(
    z.number().check(z.positive(), z.maximum(10)),
    "The multiplier of projected points; 1 for a plain slot.",
  ),
  salary: z.described(z.enum(["salary", "captainSalary"]), "Which of a player's salaries the seat costs."),
  uploadColumn: z.described(
    z.text(80).check(z.regex(/^\P{Cc}+$/u, "must have no control characters")),
    "The column's name in the book's own upload file, as the book writes it.",
  ),
  source: citedSource,
});

/** The fields of every contest's table. The constraints in `src/contests/constraints/` add a field each. */
export const contestShape = {
  sport: tableName,
  book: z.described(tableName, "The book, whose projected points count."),
  contest: tableName,
  from: z.optional(day, "The first day of play under these rules, if it is known."),
  until: z.optional(day, "The last day of play under these rules; missing if they apply today."),
  identifiedBy: z.optional(
    z.strictObject({
      rosterPositions: z.described(
        z._default(z.array(z.text(80)), []),
        "Slots as the roster position cells write them, such as `STAR - 1.5X Points`.",
      ),
      columns: z.described(
        z._default(z.array(z.text(80)), []),
        "Headers of the pool, such as `MVP 1.5x Salary`.",
      ),
      withoutColumns: z.optional(
        z.array(z.text(80)),
        "Headers that its files lack, such as `Roster Position`.",
      ),
    }),
    "What only files of this contest have or lack.",
  ),
  lineStats: z.optional(
    z.array(z.strictObject({ stat: z.text(), is: z.number() }), 1),
    "Stats of every line in this contest, such as `rounds` 1; they choose the scoring's groups by their `when`.",
  ),
  sources: z.described(z.record(z.string(), z.text()), "What each source is, by its key."),
  salaryCap: z.described(
    z.nullable(z.strictObject({ default: whole, source: citedSource })),
    "The most that the salaries of a lineup sum to; null in a contest without salaries.",
  ),
  positions: z.array(position, 1),
  unseated: z.described(
    z._default(z.array(position), []),
    "Positions that no slot accepts; players with no other position are left out.",
  ),
  slots: z.array(slot, 1, 24),
  uploadOrder: z.described(
    z.array(slotName),
    "Each slot's name once, in the order of the book's upload file.",
  ),
  games: z.described(
    z.strictObject({
      minimum: z.int().check(z.minimum(1)),
      maximum: z.nullable(z.int().check(z.minimum(1))),
      source: citedSource,
    }),
    "How many games a request may list.",
  ),
};

export type ContestBase = z.output<z.ZodMiniObject<typeof contestShape>>;

export type ContestPosition = ContestBase["positions"][number];

export type ContestSlot = ContestBase["slots"][number];
