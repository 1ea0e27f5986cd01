import * as z from "zod";
import { MAXIMUM_COUNT } from "./count.ts";
import type { ReadOnly } from "./read-only.ts";

/** How long the texts of a description may be. */
const LONGEST_TEXT = 200;
/** The most rules, exposures and names that a description may list. */
const MOST_LISTED = 10_000;
/** The most seats that a lineup has, and so the most that a count may ask for. */
const MOST_SEATS = 1_000;

const NUMBER = String.raw`[-+]?\$?(?:\d[\d,]*(?:\.\d+)?|\.\d+)%?`;
const END = String.raw`\s*(?:${NUMBER})?\s*`;
/** `3000..4500`, `20..`, `..80`; percent signs, dollars and thousands commas are welcome. */
const RANGE_PATTERN = new RegExp(String.raw`^(?!\s*\.\.\s*$)${END}\.\.${END}$`);
const SHARE_END = String.raw`\s*(?:\d+|\d+(?:\.\d+)?%)?\s*`;
const SHARE_PATTERN = new RegExp(
  String.raw`^(?:(?!\s*\.\.\s*$)${SHARE_END}\.\.${SHARE_END}|\s*\d+(?:\.\d+)?%\s*)$`,
);
const PERCENT_PATTERN = /^\s*\d+(?:\.\d+)?%\s*$/;
const CHANGE_PATTERN = /^\s*[-+]?\d+(?:\.\d+)?%?\s*$/;

const text = z.string().min(1).max(LONGEST_TEXT);
const listOf = <Item extends z.ZodType>(item: Item) => z.union([item, z.array(item).min(1).max(MOST_LISTED)]);

const range = z
  .union([
    z.number(),
    z.string().max(LONGEST_TEXT).regex(RANGE_PATTERN, "must be a range such as 3000..4500"),
  ])
  .describe("A range such as `3000..4500`, `20..` or `..80`, both ends counted; a number alone is itself.");

const named = listOf(z.union([text, z.number()]));

/** A cell of a file's column: a text, a number, or a range. */
const cell = listOf(z.union([text, z.number(), z.boolean()]));

/** What a selection's object may say; all of it holds together. */
const criteriaFields = {
  name: named.optional().describe("Names or ids; any of them."),
  team: named.optional().describe("Teams by abbreviation, name or GUID; any of them."),
  opponent: named.optional().describe("Teams that they play against; any of them."),
  game: named.optional().describe("Games, such as `BUF@KC`; any of them."),
  position: named.optional().describe("Positions that they play; any of them."),
  slot: named.optional().describe("Slots that they are picked in; any of them."),
  salary: range.optional().describe("Their salaries; in showdown those outside the captain's slot."),
  points: range.optional().describe("Their points, without any slot's multiplier."),
};

/** Whom something is about. */
export type Selection = string | number | readonly Selection[] | SelectionCriteria;

type CellValue = string | number | boolean;
type Named = string | number | readonly (string | number)[];

/** Those for whom all that is said holds; what is no field is a column of a file, by its header. */
export interface SelectionCriteria {
  readonly name?: Named | undefined;
  readonly team?: Named | undefined;
  readonly opponent?: Named | undefined;
  readonly game?: Named | undefined;
  readonly position?: Named | undefined;
  readonly slot?: Named | undefined;
  readonly salary?: string | number | undefined;
  readonly points?: string | number | undefined;
  readonly not?: Selection | undefined;
  readonly [column: string]: Selection | CellValue | readonly CellValue[] | undefined;
}

const selection: z.ZodType<Selection> = z
  .lazy(() => z.union([text, z.number(), z.array(selection).min(1).max(MOST_LISTED), criteria]))
  .meta({
    id: "Selection",
    description:
      "A name or id, with @SLOT in that slot; a list, any of them; or an object whose fields all hold, where what is no field is a column of the salary or projections file by its header.",
  }) as z.ZodType<Selection>;

const criteria = z
  .object({ ...criteriaFields, not: selection.optional().describe("Whom it does not mean.") })
  .catchall(cell)
  .refine((value) => Object.keys(value).length > 0, "must say something; leave it out to mean everybody");

const lineups = z.int().min(0).max(MAXIMUM_COUNT);
const percent = z.string().regex(PERCENT_PATTERN, 'must be a percentage such as "40%"');
const shareEnd = z
  .union([lineups, percent])
  .describe("Of the lineups: a number of them, or a percentage such as `40%`.");
const share = z
  .union([lineups, z.string().regex(SHARE_PATTERN, "must be a share such as 20%..35%, 60%.. or 15..40")])
  .describe("In how many of the lineups: `20%..35%`, `60%..`, `15..40`; alone, exactly so many.");

const shareFields = {
  share: share.optional(),
  least: shareEnd.optional(),
  most: shareEnd.optional(),
};

const picks = z.int().min(0).max(MOST_SEATS);
const side = z
  .enum(["own", "opponent"])
  .describe(
    "In a rule over groups, whose players count: the group's, or those of the team it plays against.",
  );
const selected = selection.optional().describe("Whose picks count; everybody's where absent.");

const count = z
  .strictObject({
    of: selected,
    side: side.optional(),
    least: picks.optional(),
    most: picks.optional(),
    exactly: picks.optional(),
  })
  .describe("So many of a lineup's picks.");

const sum = z
  .strictObject({
    column: text.describe("A column of numbers, by its header; `salary` and `points` are always there."),
    of: selected,
    side: side.optional(),
    least: z.number().optional(),
    most: z.number().optional(),
    exactly: z.number().optional(),
    missing: z.number().optional().describe("Whose cell is empty counts as this much."),
  })
  .describe("A column's numbers over a lineup's picks.");

const column = z.strictObject({
  column: text.describe("People of one team with the same in this column are a group."),
  of: selection.optional().describe("Who belongs to a group; everybody where absent."),
  within: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe("Groups are runs of so many in the column's order, such as of batters."),
  cyclic: z.int().min(2).max(100).optional().describe("After this number in the order comes 1 again."),
});
const group = z.union([z.enum(["team", "game"]), column]);

const rule = z.strictObject({
  name: text.optional().describe("What reports and errors call the rule."),
  some: group.optional().describe("There is a group for which all counts hold."),
  every: group.optional().describe("The rule, its `when` included, holds for each group."),
  when: count
    .optional()
    .describe("The rule holds only of lineups with this count, at least 1 where it says none."),
  count: listOf(count).optional(),
  counts: z
    .array(listOf(count))
    .min(2)
    .max(6)
    .optional()
    .describe("With `some`: as many different groups as there are lists, each with its list."),
  sum: listOf(sum).optional(),
  product: listOf(sum).optional(),
  ...shareFields,
});

const exposure = z.strictObject({
  name: text.optional().describe("What reports and errors call it."),
  each: z
    .enum(["player", "team", "game", "position"])
    .optional()
    .describe("One exposure for each of these; one that names a player replaces that player's."),
  of: selection.optional().describe("Whom it is about; with `each`, who of each counts."),
  times: z
    .int()
    .min(1)
    .max(MOST_SEATS)
    .optional()
    .describe("In how many picks of one lineup; 1 where absent."),
  ...shareFields,
});

const change = z
  .union([z.number(), z.string().regex(CHANGE_PATTERN, "must be a change such as +10% or -1.5")])
  .describe("Points to add, or a percentage such as `+10%`.");

const points = z.strictObject({
  from: text.optional().describe("A column to take the points from, by its header."),
  boost: z
    .union([
      z.record(text, change).describe("Changes by name or id."),
      z.array(z.strictObject({ of: selection, by: change })).max(MOST_LISTED),
    ])
    .optional()
    .describe("Changes of points, one after the other."),
  random: z
    .strictObject({
      seed: z
        .int()
        .min(0)
        .max(2 ** 32 - 1),
      spread: percent.describe("How far the draws spread about a player's points, such as `15%`."),
    })
    .optional()
    .describe("A fresh draw of all points for each lineup; with `method: sequential` only."),
});

/** What N lineups keep together. Everything is optional. */
export const portfolioSchema = z.strictObject({
  lineups: z.int().min(1).max(MAXIMUM_COUNT).optional().describe("How many lineups."),
  method: z
    .enum(["joint", "sequential"])
    .optional()
    .describe(
      "joint, the default: the set with the greatest sum; sequential: one best lineup after another.",
    ),
  unique: z
    .int()
    .min(1)
    .max(MOST_SEATS)
    .optional()
    .describe("Any two lineups differ by at least so many players."),
  avoid: z
    .array(text)
    .max(MOST_LISTED)
    .optional()
    .describe("Files of lineups entered already: none is repeated, and `unique` counts them."),
  salary: range.optional().describe("What each lineup costs: `49500..`, `49000..50000`, `..49900`."),
  lock: z
    .array(z.union([text, z.number()]))
    .max(MOST_LISTED)
    .optional()
    .describe("In every lineup: names or ids, with @SLOT in that slot."),
  exclude: z
    .array(selection)
    .max(MOST_LISTED)
    .optional()
    .describe("In no lineup; with @SLOT, never in that slot."),
  exposure: z.array(exposure).max(MOST_LISTED).optional(),
  rules: z.array(rule).max(MOST_LISTED).optional(),
  points: points.optional().describe("What points count, changed before anything is built."),
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
