import * as z from "./zod.ts";

const label = z.string().check(z.minLength(1), z.maxLength(80));
const statName = z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,59}$/, "must be a name such as passingYards"));
const points = z.number().check(z.minimum(-1000), z.maximum(1000));
const source = z
  .string()
  .check(z.minLength(1), z.describe("The source of these values: a key of `sources`."));

const stat = z.strictObject({
  name: statName.check(
    z.describe("A stat line's attribute, named as in the Performance resource if it is there."),
  ),
  label: label.check(z.describe("A readable name.")),
  headers: z
    ._default(z.array(z.string().check(z.minLength(1), z.maxLength(40))), [])
    .check(z.describe("Other headers in files; case, spaces and punctuation do not count.")),
  expectedWith: z
    ._default(z.array(statName), [])
    .check(z.describe("Stats that come with this one; a line that lacks only this one gets a note.")),
  sum: z.optional(
    z
      .array(
        z.strictObject({
          stat: statName,
          times: z.number().check(z.minimum(-100), z.maximum(100)),
        }),
      )
      .check(z.minLength(1), z.describe("Adds up to this stat, for a line that has all of these instead.")),
  ),
  source,
});

const probability = z
  .nullable(statName)
  .check(z.describe("The stat with the bonus's chance, 0 to 1; it takes precedence."));

/** How to project a bonus; without a way, a projected line gets no points for it. */
const projection = z.strictObject({
  probability,
  poisson: z
    .boolean()
    .check(z.describe("Whether the stats are counts, so that the chance is a Poisson tail.")),
  source,
});

const perUnit = z.strictObject({
  kind: z.literal("per-unit"),
  label,
  stats: z.array(statName).check(z.minLength(1), z.describe("Added up.")),
  minus: z.optional(
    z.array(statName).check(z.minLength(1), z.describe("Subtracted; a line without all stats is not paid.")),
  ),
  points: points.check(z.describe("For each unit.")),
  source,
});

const split = z.strictObject({
  kind: z.literal("split"),
  label,
  whole: statName.check(z.describe("The total; any excess over the parts is of an unknown part.")),
  unknown: z.strictObject({
    label,
    points: points.check(z.describe("For each unit of an unknown part.")),
    source,
  }),
  parts: z
    .array(
      z.strictObject({
        label,
        stat: statName,
        points: points.check(z.describe("For each unit.")),
        source,
      }),
    )
    .check(z.minLength(1)),
});

const threshold = z.strictObject({
  kind: z.literal("threshold"),
  label,
  stats: z.array(statName).check(z.minLength(1), z.describe("Added up.")),
  minimum: z.number().check(z.positive(), z.describe("The least sum that earns the bonus.")),
  points: points.check(z.describe("Once.")),
  projection,
  option: z.optional(label.check(z.describe("The key of `options` that turns this term on."))),
  source,
});

const categories = z.strictObject({
  kind: z.literal("categories"),
  label,
  of: z.strictObject({
    stats: z.array(statName).check(z.minLength(1)),
    each: z.number().check(z.positive(), z.describe("The value a stat must reach to count.")),
    source,
  }),
  count: z.int().check(z.minimum(1), z.describe("How many of the stats must count.")),
  points: points.check(z.describe("Once.")),
  projection: z.strictObject({ probability, source }),
  source,
});

const bracket = z.strictObject({
  kind: z.literal("bracket"),
  label,
  stat: statName.check(z.describe("A count; projected as a Poisson expectation.")),
  brackets: z
    .array(
      z.strictObject({
        from: z.int().check(z.minimum(0), z.describe("The lowest value; the next bracket ends it.")),
        points: points.check(z.describe("Once.")),
        source,
      }),
    )
    .check(z.minLength(1)),
});

const place = z.strictObject({
  kind: z.literal("place"),
  label,
  stat: statName.check(z.describe("The finishing place; all who tie are paid for the place they share.")),
  brackets: z
    .array(
      z.strictObject({
        from: z.int().check(z.minimum(1), z.describe("The best place; the next bracket ends it.")),
        points: points.check(z.describe("Once.")),
        source,
      }),
    )
    .check(z.minLength(1)),
  projection: z.strictObject({
    expected: z
      .nullable(statName)
      .check(z.describe("The stat with the expected points of the place; it takes precedence.")),
    chances: z
      .array(
        z.strictObject({
          stat: statName,
          to: z.int().check(z.minimum(1), z.describe("The stat is the chance of this place or better.")),
        }),
      )
      .check(
        z.describe(
          "Ascending; places between two of them are equally likely, and places beyond the last are not paid.",
        ),
      ),
    interpolated: z
      .boolean()
      .check(z.describe("Whether a mean place is paid the points between those of the places around it.")),
    source,
  }),
});

const group = z.strictObject({
  name: label,
  entry: z.enum(["player", "team"]).check(z.describe("Whose stat lines: a player's or a team's.")),
  positions: z
    .array(z.string().check(z.minLength(1), z.maxLength(40)))
    .check(z.minLength(1), z.describe("The first is the group's own name.")),
  when: z.optional(
    z
      .strictObject({ stat: statName, is: z.number() })
      .check(z.describe("Scores only lines whose stat has this value, instead of the group without `when`.")),
  ),
  source,
  terms: z
    .array(z.discriminatedUnion("kind", [perUnit, split, threshold, categories, bracket, place]))
    .check(z.minLength(1)),
});

/** The shape of one book's scoring table for one sport. Points are fantasy points. */
export const scoringTableSchema = z.strictObject({
  sport: z.string().check(z.minLength(1), z.maxLength(40)),
  book: z.string().check(z.minLength(1), z.maxLength(40)),
  sources: z
    .record(z.string(), z.string().check(z.minLength(1)))
    .check(z.describe("What each source is, by its key.")),
  options: z.optional(
    z
      .record(
        label,
        z.strictObject({
          on: z.boolean().check(z.describe("Whether the terms of this option are paid.")),
          meaning: z.string().check(z.minLength(1), z.maxLength(400)),
          source,
        }),
      )
      .check(z.describe("Terms that some sources have and others do not.")),
  ),
  unscored: z.optional(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(40)))
      .check(z.minLength(1), z.describe("Positions whose stat lines cannot be scored.")),
  ),
  stats: z.array(stat).check(z.minLength(1), z.describe("Every stat of the terms.")),
  groups: z.array(group).check(z.minLength(1), z.describe("Each stat line is scored by one group.")),
});

/** One book's scoring of one sport. */
export type ScoringTable = z.infer<typeof scoringTableSchema>;

/** The terms that score the stat lines of some positions. */
export type ScoringGroup = ScoringTable["groups"][number];

/** One thing that earns points. */
export type ScoringTerm = ScoringGroup["terms"][number];
