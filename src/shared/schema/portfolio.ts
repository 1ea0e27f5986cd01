import type { ReadOnly } from "./fields.ts";
import { DEALS, MAXIMUM_COUNT } from "./fields.ts";
import { listOf, MOST_LISTED, patterned, range, selection, text } from "./selection.ts";
import * as z from "./zod.ts";

/** No lineup has as many picks. */
const MOST_SEATS = 1_000;

const MOST_CONTESTS = 500;

const SHARE_END = String.raw`\s*(?:\d+|\d+(?:\.\d+)?%)?\s*`;
const SHARE_PATTERN = new RegExp(
  String.raw`^(?:(?!\s*\.\.\s*$)${SHARE_END}\.\.${SHARE_END}|\s*\d+(?:\.\d+)?%\s*)$`,
);
const PERCENT_PATTERN = /^\s*\d+(?:\.\d+)?%\s*$/;
const CHANGE_PATTERN = /^\s*[-+]?\d+(?:\.\d+)?%?\s*$/;

const lineups = z.whole(0, MAXIMUM_COUNT);
const percent = patterned(PERCENT_PATTERN, 'must be a percentage such as "40%"');
const shareEnd = z.described(
  z.union([lineups, percent]),
  "A number of lineups, or a percentage of them such as `40%`.",
);
const share = z.described(
  z.union([lineups, patterned(SHARE_PATTERN, "must be a share such as 20%..35%, 60%.. or 15..40")]),
  "How many of the lineups: `20%..35%`, `60%..`, `15..40`; a single value means exactly that many.",
);

const shareFields = {
  share: z.optional(share),
  least: z.optional(shareEnd),
  most: z.optional(shareEnd),
};

const picks = z.whole(0, MOST_SEATS);
const side = z.described(
  z.enum(["own", "opponent"]),
  "In a rule over groups, whose players count: those of the group, or of the opposing team.",
);
const selected = z.optional(selection, "The players whose picks count; all players by default.");

const limits = { least: z.optional(picks), most: z.optional(picks), exactly: z.optional(picks) };

const count = z.described(
  z.strictObject({
    of: selected,
    side: z.optional(side),
    ...limits,
  }),
  "The number of a lineup's picks that match.",
);

const sum = z.described(
  z.strictObject({
    column: z.described(text, "A column of numbers, by its header; `salary` and `points` always exist."),
    of: selected,
    side: z.optional(side),
    least: z.optional(z.number()),
    most: z.optional(z.number()),
    exactly: z.optional(z.number()),
    missing: z.optional(z.number(), "The value of an empty cell."),
  }),
  "The sum of a column over a lineup's picks.",
);

const different = z.described(
  z.strictObject({
    of: selected,
    ...limits,
  }),
  "How many different teams, or games, the picks that match are of.",
);

const column = z.strictObject({
  column: z.described(text, "Players of one team with the same value in this column form a group."),
  of: z.optional(selection, "The players who can belong to a group; all by default."),
  within: z.optional(
    z.whole(1, 100),
    "Groups are runs of this many players in the column's order, such as batters.",
  ),
  cyclic: z.optional(z.whole(2, 100), "After this number the order starts again at 1."),
});
const group = z.union([z.enum(["team", "game"]), column]);

const rule = z.strictObject({
  name: z.optional(text, "The rule's name in reports and errors."),
  some: z.optional(group, "All counts must hold for at least one group."),
  every: z.optional(group, "The rule, including its `when`, must hold for each group."),
  when: z.optional(count, "The rule applies only to lineups with this count; at least 1 by default."),
  count: z.optional(listOf(count)),
  counts: z.optional(
    z.array(listOf(count), 2, 6),
    "With `some`: lists of counts, each of which a different group must meet.",
  ),
  sum: z.optional(listOf(sum)),
  product: z.optional(listOf(sum)),
  teams: z.optional(different),
  games: z.optional(different),
  ...shareFields,
});

const exposure = z.strictObject({
  name: z.optional(text, "Its name in reports and errors."),
  each: z.optional(
    z.enum(["player", "team", "game", "position"]),
    "One limit for each player, team, game or position. An exposure of a single player replaces that player's.",
  ),
  of: z.optional(selection, "The players it is about; with `each`, which players of each member count."),
  times: z.optional(z.whole(1, MOST_SEATS), "How many picks of one lineup must match; 1 by default."),
  ...shareFields,
});

const change = z.described(
  z.union([z.number(), patterned(CHANGE_PATTERN, "must be a change such as +10% or -1.5")]),
  "Points to add, or a percentage such as `+10%`.",
);

/** By name or id, or a list of selections, each with its value. */
function perPlayer<Value extends z.core.$ZodType>(value: Value, what: string) {
  return z.union([
    z.described(z.record(text, value), `${what}, by name or id.`),
    z.array(z.strictObject({ of: selection, by: value }), 0, MOST_LISTED),
  ]);
}

const points = z.strictObject({
  from: z.optional(text, "A column that replaces the points, by its header."),
  boost: z.optional(perPlayer(change, "Changes"), "Changes of points, applied in order."),
  random: z.optional(
    z.strictObject({
      seed: z.whole(0, 2 ** 32 - 1),
      spread: z.optional(
        percent,
        "How far drawn points may lie from the projection, such as `15%`, all values being equally likely. Without `spread`, `column` and `players`, points are drawn as in a simulation.",
      ),
      column: z.optional(
        text,
        "A column with the spread of each player, by its header; `spread` is for empty cells.",
      ),
      players: z.optional(
        perPlayer(percent, "Spreads"),
        "Spreads of single players, which replace the others; applied in order.",
      ),
      deviation: z.optional(
        perPlayer(z.between(0, 10_000), "Standard deviations in points"),
        "Standard deviations of single players in a simulation, in points; they replace the files'.",
      ),
    }),
    "Draws all points again for each lineup; with `method: sequential` only.",
  ),
  decay: z.optional(
    percent,
    "How much of his points a player loses for each earlier lineup with him, such as `5%`; with `method: sequential` only.",
  ),
});

const setFields = {
  lineups: z.optional(z.whole(1, MAXIMUM_COUNT), "The number of lineups."),
  method: z.optional(
    z.enum(["joint", "sequential"]),
    "joint, the default: the set with the greatest sum; sequential: one best lineup after another.",
  ),
  unique: z.optional(z.whole(1, MOST_SEATS), "Any two lineups differ by at least this many players."),
  uniqueBy: z.optional(
    z.enum(["players", "seats"]),
    "What `unique` counts. players, the default; seats: a player as captain is another than in a plain slot.",
  ),
  avoid: z.optional(
    z.array(text, 0, MOST_LISTED),
    "Files of lineups entered earlier: none is repeated, and `unique` applies to them.",
  ),
  salary: z.optional(range, "The salary of each lineup: `49500..`, `49000..50000`, `..49900`."),
  lock: z.optional(
    z.array(z.union([text, z.number()]), 0, MOST_LISTED),
    "In every lineup: names or ids; with @SLOT, in that slot.",
  ),
  exclude: z.optional(z.array(selection, 0, MOST_LISTED), "In no lineup; with @SLOT, never in that slot."),
  exposure: z.optional(z.array(exposure, 0, MOST_LISTED)),
  rules: z.optional(z.array(rule, 0, MOST_LISTED)),
  points: z.optional(points, "The points to use; changes apply before anything is built."),
};

const entriesOf = z.strictObject({
  contest: z.optional(
    listOf(z.union([text, z.number()])),
    "Contest ids, or parts of contest names in any case; any of them.",
  ),
  fee: z.optional(range, "What an entry costs: `20`, `..5`, `0.25..1`."),
  limit: z.optional(
    range,
    "How many entries each user may have, as the contest's name says: 1 for `[Single Entry]`, 20 for `[20 Entry Max]`.",
  ),
});

const contestSection = z.strictObject({
  name: z.optional(text, "Its name in messages and reports."),
  entries: z.optional(
    entriesOf,
    "The entries it applies to, except those of earlier sections; without it, all that are left.",
  ),
  deal: z.optional(
    z.enum(DEALS),
    "entries: one set of lineups for all its entries; contest: a set for each contest; same: the same set for every contest.",
  ),
  ...setFields,
});

/** Every field is optional. */
export const portfolioSchema = z.strictObject({
  ...setFields,
  contests: z.optional(
    z.array(contestSection, 1, MOST_CONTESTS),
    "For entries files: lineups and rules of their own for some contests. A section's rules, exposures, locks and exclusions are added to those of the description; its other fields replace them.",
  ),
  distinct: z.optional(
    z.enum(["within", "all"]),
    "all: no two sets of lineups have a lineup in common, and `unique` holds between them; within, the default: each set on its own.",
  ),
});

export type Portfolio = ReadOnly<z.output<typeof portfolioSchema>>;
export type CountClause = ReadOnly<z.output<typeof count>>;
export type GroupNumber = ReadOnly<z.output<typeof different>>;
export type SumClause = ReadOnly<z.output<typeof sum>>;
export type GroupOf = ReadOnly<z.output<typeof group>>;
export type ContestSection = ReadOnly<z.output<typeof contestSection>>;
export type PortfolioRule = ReadOnly<z.output<typeof rule>>;
export type Exposure = ReadOnly<z.output<typeof exposure>>;
export type ShareFields = Pick<Exposure, "share" | "least" | "most">;
