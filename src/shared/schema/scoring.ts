import { citedSource as source } from "./contest.ts";
import * as z from "./zod.ts";

const label = z.text(80);
const statName = z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,59}$/, "must be a name such as passingYards"));
const points = z.between(-1000, 1000);

const stat = z.strictObject({
  name: z.described(
    statName,
    "A stat line's attribute, named as in the Performance resource if it is there.",
  ),
  label: z.described(label, "A readable name."),
  headers: z.described(
    z._default(z.array(z.text(40)), []),
    "Other headers in files; case, spaces and punctuation do not count.",
  ),
  expectedWith: z.described(
    z._default(z.array(statName), []),
    "Stats that come with this one; a line that lacks only this one gets a note.",
  ),
  sum: z.optional(
    z.array(z.strictObject({ stat: statName, times: z.between(-100, 100) }), 1),
    "Stats that sum to this one, for a line that has all of them instead.",
  ),
  source,
});

const probability = z.described(
  z.nullable(statName),
  "The stat with the bonus's chance, 0 to 1, instead of a computed one.",
);

/**
 * A projected stat line gets no points for the bonus if it has no `probability` stat and `poisson` is false.
 */
const projection = z.strictObject({
  probability,
  poisson: z.described(z.boolean(), "Whether the stats are counts, so that the chance is a Poisson tail."),
  source,
});

const perUnit = z.strictObject({
  kind: z.literal("per-unit"),
  label,
  stats: z.described(z.array(statName, 1), "The stats to add up."),
  minus: z.optional(z.array(statName, 1), "Stats to subtract; if any is missing, no points."),
  points: z.described(points, "For each unit."),
  source,
});

const split = z.strictObject({
  kind: z.literal("split"),
  label,
  whole: z.described(statName, "The total; `unknown` scores its excess over the parts."),
  unknown: z.strictObject({
    label,
    points: z.described(points, "For each unit of the total that is in no part."),
    source,
  }),
  parts: z.array(
    z.strictObject({ label, stat: statName, points: z.described(points, "For each unit."), source }),
    1,
  ),
});

const threshold = z.strictObject({
  kind: z.literal("threshold"),
  label,
  stats: z.described(z.array(statName, 1), "The stats to add up."),
  minimum: z.described(z.number().check(z.positive()), "The least sum that earns the bonus."),
  points: z.described(points, "Once."),
  projection,
  option: z.optional(label, "The key of `options` that turns this term on."),
  source,
});

const categories = z.strictObject({
  kind: z.literal("categories"),
  label,
  of: z.strictObject({
    stats: z.array(statName, 1),
    each: z.described(z.number().check(z.positive()), "The value a stat must reach to count."),
    source,
  }),
  count: z.described(z.int().check(z.minimum(1)), "How many of the stats must count."),
  points: z.described(points, "Once."),
  projection: z.strictObject({ probability, source }),
  source,
});

function bracketsFrom(least: number, words: string) {
  const from = z.described(z.int().check(z.minimum(least)), `${words}; the next bracket ends it.`);
  return z.array(z.strictObject({ from, points: z.described(points, "Once."), source }), 1);
}

const bracket = z.strictObject({
  kind: z.literal("bracket"),
  label,
  stat: z.described(statName, "A count; projected as a Poisson expectation."),
  brackets: bracketsFrom(0, "The lowest value"),
});

const place = z.strictObject({
  kind: z.literal("place"),
  label,
  stat: z.described(statName, "The finishing place; all who tie are paid for the place they share."),
  brackets: bracketsFrom(1, "The best place"),
  projection: z.strictObject({
    expected: z.described(
      z.nullable(statName),
      "The stat with the expected points of the place, instead of computed ones.",
    ),
    chances: z.described(
      z.array(
        z.strictObject({
          stat: statName,
          to: z.described(z.int().check(z.minimum(1)), "The stat is the chance of this place or better."),
        }),
      ),
      "Ascending; places between two are equally likely, and those beyond the last are not paid.",
    ),
    interpolated: z.described(
      z.boolean(),
      "Whether a fractional mean place gets points interpolated from the places next to it.",
    ),
    source,
  }),
});

const group = z.strictObject({
  name: label,
  entry: z.described(z.enum(["player", "team"]), "Whose stat lines: a player's or a team's."),
  positions: z.described(z.array(z.text(40), 1), "The first is the group's own name."),
  when: z.optional(
    z.strictObject({ stat: statName, is: z.number() }),
    "Scores only lines whose stat has this value, instead of the group without `when`.",
  ),
  source,
  terms: z.array(z.discriminatedUnion("kind", [perUnit, split, threshold, categories, bracket, place]), 1),
});

export const scoringTableSchema = z.strictObject({
  sport: z.text(40),
  book: z.text(40),
  sources: z.described(z.record(z.string(), z.text()), "What each source is, by its key."),
  options: z.optional(
    z.record(
      label,
      z.strictObject({
        on: z.described(z.boolean(), "Whether the terms of this option are paid."),
        meaning: z.text(400),
        source,
      }),
    ),
    "Terms that some sources have and others do not.",
  ),
  unscored: z.optional(z.array(z.text(40), 1), "Positions whose stat lines cannot be scored."),
  stats: z.described(z.array(stat, 1), "Every stat of the terms."),
  groups: z.described(z.array(group, 1), "Each stat line is scored by one group."),
});

export type ScoringTable = z.output<typeof scoringTableSchema>;

export type ScoringGroup = ScoringTable["groups"][number];

export type ScoringTerm = ScoringGroup["terms"][number];
