import * as z from "zod";
import { BOOK_NAMES } from "../books/index.ts";

const label = z.string().min(1).max(80);
const statName = z.string().regex(/^[a-z][A-Za-z0-9]{0,59}$/, "must be a name such as passingYards");
const points = z.number().min(-1000).max(1000);
const source = z.string().min(1).describe("Where the values beside it are from: a key of `sources`.");

const stat = z.strictObject({
  name: statName.describe(
    "The attribute of a stat line; the Performance resource's own name where it has one.",
  ),
  label: label.describe("As people read it."),
  headers: z
    .array(z.string().min(1).max(40))
    .default([])
    .describe("What else files call it in a header row, where case, spaces and punctuation do not count."),
  expectedWith: z
    .array(statName)
    .default([])
    .describe(
      "Stats that come with this one. A line that has one of them but not this one is told so in its breakdown.",
    ),
  source,
});

const probability = statName
  .nullable()
  .describe("The stat that predicts the chance of the bonus, 0 to 1; used first, where a line has it.");

/** How a bonus is projected; where no way is open, a projected line is paid nothing for it. */
const projection = z.strictObject({
  probability,
  poisson: z
    .boolean()
    .describe(
      "Whether the bonus's stats are counts, so that the chance is a Poisson tail at their prediction.",
    ),
  source,
});

const perUnit = z.strictObject({
  kind: z.literal("per-unit"),
  label,
  stats: z.array(statName).min(1).describe("Added up."),
  points: points.describe("For each unit."),
  source,
});

const split = z.strictObject({
  kind: z.literal("split"),
  label,
  whole: statName.describe("The count over all parts; what it has beyond them is of an unknown part."),
  unknown: z.strictObject({ label, points: points.describe("For each unit of an unknown part."), source }),
  parts: z
    .array(z.strictObject({ label, stat: statName, points: points.describe("For each unit."), source }))
    .min(1),
});

const threshold = z.strictObject({
  kind: z.literal("threshold"),
  label,
  stats: z.array(statName).min(1).describe("Added up."),
  minimum: z.number().positive().describe("The least sum that is paid."),
  points: points.describe("Once."),
  projection,
  source,
});

const categories = z.strictObject({
  kind: z.literal("categories"),
  label,
  of: z.strictObject({
    stats: z.array(statName).min(1),
    each: z.number().positive().describe("What a stat must reach to count."),
    source,
  }),
  count: z.int().min(1).describe("How many of the stats must count."),
  points: points.describe("Once."),
  projection: z.strictObject({ probability, source }),
  source,
});

const bracket = z.strictObject({
  kind: z.literal("bracket"),
  label,
  stat: statName.describe("A count; a projected line is paid the expectation over a Poisson distribution."),
  brackets: z
    .array(
      z.strictObject({
        from: z.int().min(0).describe("The bracket's least value; it ends where the next begins."),
        points: points.describe("Once."),
        source,
      }),
    )
    .min(1),
});

const group = z.strictObject({
  name: label,
  entry: z.enum(["player", "team"]).describe("Whose stat lines these are: a player's, or a team's."),
  positions: z
    .array(z.string().min(1).max(40))
    .min(1)
    .describe("The first is the group's own name for itself."),
  source,
  terms: z.array(z.discriminatedUnion("kind", [perUnit, split, threshold, categories, bracket])).min(1),
});

/** The shape of one book's scoring table for one sport. Points are fantasy points. */
export const scoringTableSchema = z.strictObject({
  sport: z.string().min(1).max(40),
  book: z.enum(BOOK_NAMES),
  sources: z.record(z.string(), z.string().min(1)).describe("What each source is, by the key that cites it."),
  stats: z.array(stat).min(1).describe("Every stat the terms speak of."),
  groups: z.array(group).min(1).describe("Each stat line is scored by the terms of one group."),
});

/** One book's scoring of one sport. */
export type ScoringTable = z.infer<typeof scoringTableSchema>;

/** Terms by which the stat lines of some positions are scored. */
export type ScoringGroup = ScoringTable["groups"][number];

/** One thing that stats are paid for. */
export type ScoringTerm = ScoringGroup["terms"][number];
