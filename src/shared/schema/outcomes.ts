import { citedSource as source } from "./contest.ts";
import * as z from "./zod.ts";

const name = z.string().check(z.regex(/^[a-z][A-Za-z0-9-]{0,39}$/, "must be a name such as passing"));

const least = z.between(-100, 0, "The least possible points.");
const ratio = z.described(
  z.number().check(z.positive(), z.maximum(3)),
  "The standard deviation of the points as a fraction of the projection.",
);

const errors = z.optional(
  z.record(z.string(), z.number().check(z.minimum(0))),
  "The standard errors of fitted values, by field, such as `ratio` or `low.mean`.",
);

const falls = z.optional(
  z.strictObject({ from: z.number().check(z.positive(), z.maximum(1000)), power: z.between(0, 1) }),
  "`ratio` applies to a projection of `from` points. For another projection, it is multiplied by (from / points) ^ power.",
);

const hump = z.strictObject({
  mean: z.between(-100, 1000),
  deviation: z.number().check(z.positive(), z.maximum(1000)),
});

const common = { least, errors, source };
const scaled = { ratio, falls, ...common };

const spread = z.discriminatedUnion("family", [
  z.strictObject({
    family: z.described(
      z.enum(["normal", "lognormal", "gamma"]),
      "The distribution's shape; its mean is always the projection.",
    ),
    ...scaled,
  }),
  z.strictObject({
    family: z.described(
      z.literal("zero-gamma"),
      "Exactly 0 with some chance, and a gamma distribution otherwise.",
    ),
    zero: z.described(
      z.number().check(z.positive(), z.lt(1)),
      "The chance of 0 for a projection of 1 point; for n points, its n-th power.",
    ),
    ...scaled,
  }),
  z.strictObject({
    family: z.described(
      z.literal("two-humps"),
      "One of two normal distributions, as after a made or missed cut; the projection decides how often each applies.",
    ),
    low: hump,
    high: hump,
    cut: z.optional(z.boolean(), "Whether the high distribution is that of a made cut, as in golf."),
    exclusive: z.optional(
      z.boolean(),
      "Whether one of a game's two players gets the high distribution and the other the low one, as in a fight. Their chances of the high one are in proportion to the chances that their projections imply.",
    ),
    ...common,
  }),
]);

const loading = z.strictObject({
  factor: z.described(name, "The name of one of `factors`."),
  side: z.described(
    z.enum(["own", "opponent", "next"]),
    "Which factor applies: that of the player's own team (or line, or place), of the opposing team, or of the next place in the batting order.",
  ),
  loading: z.between(-1, 1, "Two players who share a factor correlate by the product of their loadings."),
  error: z.optional(z.number().check(z.minimum(0)), "The standard error of a fitted loading."),
  source,
});

const behaviour = z.strictObject({
  spread,
  loadings: z.described(
    z.array(loading, 0, 8),
    "The player's correlation with others; the squares must sum to at most 1.",
  ),
});

const parts = z
  .array(z.number().check(z.positive(), z.maximum(1)), 1)
  .check(z.refine((list) => list.reduce((sum, one) => sum + one, 0) < 1 + 1e-9, "must sum to at most 1"));

/** How the races of a sport are simulated: each driver takes one place. */
const race = z.described(
  z.strictObject({
    laps: z.described(z.number().check(z.positive(), z.maximum(1000)), "Laps of a race."),
    out: z.between(0, 1, "The chance of an accident or a failure, which takes a driver behind all others."),
    together: z.between(
      0,
      1,
      "The correlation of a driver's form in finishing, in leading and in fast laps.",
    ),
    led: z.described(parts, "The parts of the laps that drivers lead, the largest first."),
    fastest: z.described(parts, "The parts of the fastest laps that drivers have, the largest first."),
    source,
  }),
  "Simulates whole races, instead of the spreads and loadings, which then count only where a single player's points are needed.",
);

/** How points spread around projections in one sport, and how they correlate. */
export const outcomesTableSchema = z.strictObject({
  sport: z.described(z.text(40), "As in the service's paths, such as `ice-hockey`."),
  sources: z.described(
    z.record(z.text(), z.text()),
    "The sources of values, by the keys that `source` cites.",
  ),
  factors: z.described(
    z.array(
      z.strictObject({
        name,
        of: z.described(
          z.enum(["game", "team", "line", "powerPlay", "order"]),
          "Where it applies: in a game, a team, a line or power-play unit of a team, or at a place in a team's batting order. The last three apply to players whose line, unit or place is known.",
        ),
        contested: z.optional(
          z.boolean(),
          "Whether it is a fixed amount that the players divide: when one has more, the others have less, in proportion to their projections.",
        ),
      }),
      0,
      8,
    ),
    "What several players share: one standard normal number each.",
  ),
  race: z.optional(race),
  projections: z.optional(
    z.strictObject({
      slope: z.between(
        0,
        2,
        "How much more players score per point that they are projected above others of their salary; 1 if projections are exact.",
      ),
      error: z.optional(z.number().check(z.minimum(0))),
      out: z.optional(
        z.between(
          0,
          1,
          "The chance that a player of an early lineup is out by the start, when opponents know it.",
        ),
      ),
      source,
    }),
  ),
  positions: z.described(
    z.array(
      z.extend(behaviour, {
        names: z.described(
          z.array(z.text(10), 1),
          "The positions these players play; a player's first listed position counts.",
        ),
      }),
    ),
    "The behavior of players by position.",
  ),
  otherwise: z.described(behaviour, "For all other positions."),
  contests: z.optional(
    z.array(z.extend(behaviour, { names: z.array(z.text(40), 1) })),
    "The behavior of all players in contests that differ, such as golf's `single-round`.",
  ),
});

export type SpreadTable = z.output<typeof spread>;
export type OutcomesTable = z.output<typeof outcomesTableSchema>;
export type OutcomesTableInput = z.input<typeof outcomesTableSchema>;
