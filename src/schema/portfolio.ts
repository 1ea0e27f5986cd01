import { MAXIMUM_COUNT } from "./count.ts";
import type { ReadOnly } from "./read-only.ts";
import { listOf, MOST_LISTED, patterned, range, selection, text } from "./selection.ts";
import * as z from "./zod.ts";

/** The most seats that a lineup has, and so the most that a count may ask for. */
const MOST_SEATS = 1_000;

const SHARE_END = String.raw`\s*(?:\d+|\d+(?:\.\d+)?%)?\s*`;
const SHARE_PATTERN = new RegExp(
  String.raw`^(?:(?!\s*\.\.\s*$)${SHARE_END}\.\.${SHARE_END}|\s*\d+(?:\.\d+)?%\s*)$`,
);
const PERCENT_PATTERN = /^\s*\d+(?:\.\d+)?%\s*$/;
const CHANGE_PATTERN = /^\s*[-+]?\d+(?:\.\d+)?%?\s*$/;

const lineups = z.int().check(z.minimum(0), z.maximum(MAXIMUM_COUNT));
const percent = patterned(PERCENT_PATTERN, 'must be a percentage such as "40%"');
const shareEnd = z
  .union([lineups, percent])
  .check(z.describe("Of the lineups: a number of them, or a percentage such as `40%`."));
const share = z
  .union([lineups, patterned(SHARE_PATTERN, "must be a share such as 20%..35%, 60%.. or 15..40")])
  .check(z.describe("In how many of the lineups: `20%..35%`, `60%..`, `15..40`; alone, exactly so many."));

const shareFields = {
  share: z.optional(share),
  least: z.optional(shareEnd),
  most: z.optional(shareEnd),
};

const picks = z.int().check(z.minimum(0), z.maximum(MOST_SEATS));
const side = z
  .enum(["own", "opponent"])
  .check(
    z.describe(
      "In a rule over groups, whose players count: the group's, or those of the team it plays against.",
    ),
  );
const selected = z.optional(selection).check(z.describe("Whose picks count; everybody's where absent."));

const count = z
  .strictObject({
    of: selected,
    side: z.optional(side),
    least: z.optional(picks),
    most: z.optional(picks),
    exactly: z.optional(picks),
  })
  .check(z.describe("So many of a lineup's picks."));

const sum = z
  .strictObject({
    column: text.check(
      z.describe("A column of numbers, by its header; `salary` and `points` are always there."),
    ),
    of: selected,
    side: z.optional(side),
    least: z.optional(z.number()),
    most: z.optional(z.number()),
    exactly: z.optional(z.number()),
    missing: z.optional(z.number()).check(z.describe("Whose cell is empty counts as this much.")),
  })
  .check(z.describe("A column's numbers over a lineup's picks."));

const column = z.strictObject({
  column: text.check(z.describe("People of one team with the same in this column are a group.")),
  of: z.optional(selection).check(z.describe("Who belongs to a group; everybody where absent.")),
  within: z
    .optional(z.int().check(z.minimum(1), z.maximum(100)))
    .check(z.describe("Groups are runs of so many in the column's order, such as of batters.")),
  cyclic: z
    .optional(z.int().check(z.minimum(2), z.maximum(100)))
    .check(z.describe("After this number in the order comes 1 again.")),
});
const group = z.union([z.enum(["team", "game"]), column]);

const rule = z.strictObject({
  name: z.optional(text).check(z.describe("What reports and errors call the rule.")),
  some: z.optional(group).check(z.describe("There is a group for which all counts hold.")),
  every: z.optional(group).check(z.describe("The rule, its `when` included, holds for each group.")),
  when: z
    .optional(count)
    .check(z.describe("The rule holds only of lineups with this count, at least 1 where it says none.")),
  count: z.optional(listOf(count)),
  counts: z
    .optional(z.array(listOf(count)).check(z.minLength(2), z.maxLength(6)))
    .check(z.describe("With `some`: as many different groups as there are lists, each with its list.")),
  sum: z.optional(listOf(sum)),
  product: z.optional(listOf(sum)),
  ...shareFields,
});

const exposure = z.strictObject({
  name: z.optional(text).check(z.describe("What reports and errors call it.")),
  each: z
    .optional(z.enum(["player", "team", "game", "position"]))
    .check(z.describe("One exposure for each of these; one that names a player replaces that player's.")),
  of: z.optional(selection).check(z.describe("Whom it is about; with `each`, who of each counts.")),
  times: z
    .optional(z.int().check(z.minimum(1), z.maximum(MOST_SEATS)))
    .check(z.describe("In how many picks of one lineup; 1 where absent.")),
  ...shareFields,
});

const change = z
  .union([z.number(), patterned(CHANGE_PATTERN, "must be a change such as +10% or -1.5")])
  .check(z.describe("Points to add, or a percentage such as `+10%`."));

const points = z.strictObject({
  from: z.optional(text).check(z.describe("A column to take the points from, by its header.")),
  boost: z
    .optional(
      z.union([
        z.record(text, change).check(z.describe("Changes by name or id.")),
        z.array(z.strictObject({ of: selection, by: change })).check(z.maxLength(MOST_LISTED)),
      ]),
    )
    .check(z.describe("Changes of points, one after the other.")),
  random: z
    .optional(
      z.strictObject({
        seed: z.int().check(z.minimum(0), z.maximum(2 ** 32 - 1)),
        spread: z
          .optional(percent)
          .check(
            z.describe(
              "How far the draws spread about a player's points, such as `15%`; by default they are a simulation's.",
            ),
          ),
      }),
    )
    .check(z.describe("A fresh draw of all points for each lineup; with `method: sequential` only.")),
});

/** What N lineups keep together. Everything is optional. */
export const portfolioSchema = z.strictObject({
  lineups: z
    .optional(z.int().check(z.minimum(1), z.maximum(MAXIMUM_COUNT)))
    .check(z.describe("How many lineups.")),
  method: z
    .optional(z.enum(["joint", "sequential"]))
    .check(
      z.describe(
        "joint, the default: the set with the greatest sum; sequential: one best lineup after another.",
      ),
    ),
  unique: z
    .optional(z.int().check(z.minimum(1), z.maximum(MOST_SEATS)))
    .check(z.describe("Any two lineups differ by at least so many players.")),
  avoid: z
    .optional(z.array(text).check(z.maxLength(MOST_LISTED)))
    .check(z.describe("Files of lineups entered already: none is repeated, and `unique` counts them.")),
  salary: z
    .optional(range)
    .check(z.describe("What each lineup costs: `49500..`, `49000..50000`, `..49900`.")),
  lock: z
    .optional(z.array(z.union([text, z.number()])).check(z.maxLength(MOST_LISTED)))
    .check(z.describe("In every lineup: names or ids, with @SLOT in that slot.")),
  exclude: z
    .optional(z.array(selection).check(z.maxLength(MOST_LISTED)))
    .check(z.describe("In no lineup; with @SLOT, never in that slot.")),
  exposure: z.optional(z.array(exposure).check(z.maxLength(MOST_LISTED))),
  rules: z.optional(z.array(rule).check(z.maxLength(MOST_LISTED))),
  points: z.optional(points).check(z.describe("What points count, changed before anything is built.")),
});

/** A portfolio's description as it is written. */
export type Portfolio = ReadOnly<z.infer<typeof portfolioSchema>>;
/** How many of a lineup's picks are meant. */
export type CountClause = ReadOnly<z.infer<typeof count>>;
/** What a column comes to over a lineup's picks. */
export type SumClause = ReadOnly<z.infer<typeof sum>>;
/** What some or every group is. */
export type GroupOf = ReadOnly<z.infer<typeof group>>;
/** One rule of a description. */
export type PortfolioRule = ReadOnly<z.infer<typeof rule>>;
/** One exposure of a description. */
export type Exposure = ReadOnly<z.infer<typeof exposure>>;
/** What is said of how many lineups. */
export type ShareFields = Pick<Exposure, "share" | "least" | "most">;
