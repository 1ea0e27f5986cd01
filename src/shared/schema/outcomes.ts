import * as z from "./zod.ts";

const source = z
  .string()
  .check(z.minLength(1), z.describe("The source of these values: a key of `sources`."));
const name = z.string().check(z.regex(/^[a-z][A-Za-z0-9-]{0,39}$/, "must be a name such as passing"));

const least = z.number().check(z.minimum(-100), z.maximum(0), z.describe("The least possible points."));
const ratio = z
  .number()
  .check(
    z.positive(),
    z.maximum(3),
    z.describe("The standard deviation of the points as a fraction of the projection."),
  );

const errors = z.optional(
  z
    .record(z.string(), z.number().check(z.minimum(0)))
    .check(z.describe("The standard errors of fitted values, by field, such as `ratio` or `low.mean`.")),
);

const falls = z.optional(
  z
    .strictObject({
      from: z.number().check(z.positive(), z.maximum(1000)),
      power: z.number().check(z.minimum(0), z.maximum(1)),
    })
    .check(
      z.describe(
        "`ratio` is that of a projection of `from` points; another's is multiplied by (from / points) ^ power.",
      ),
    ),
);

const hump = z.strictObject({
  mean: z.number().check(z.minimum(-100), z.maximum(1000)),
  deviation: z.number().check(z.positive(), z.maximum(1000)),
});

const spread = z.discriminatedUnion("family", [
  z.strictObject({
    family: z
      .enum(["normal", "lognormal", "gamma"])
      .check(z.describe("The distribution's shape; its mean is always the projection.")),
    ratio,
    falls,
    least,
    errors,
    source,
  }),
  z.strictObject({
    family: z
      .literal("zero-gamma")
      .check(z.describe("Exactly 0 with some chance, and a gamma distribution otherwise.")),
    ratio,
    zero: z
      .number()
      .check(
        z.positive(),
        z.lt(1),
        z.describe("The chance of 0 for a projection of 1 point; of n points it is the n-th power."),
      ),
    falls,
    least,
    errors,
    source,
  }),
  z.strictObject({
    family: z
      .literal("two-humps")
      .check(
        z.describe(
          "One of two normal distributions, as after a made or missed cut; the mean decides how often.",
        ),
      ),
    low: hump,
    high: hump,
    cut: z.optional(
      z.boolean().check(z.describe("Whether the high distribution is that of a made cut, as in golf.")),
    ),
    exclusive: z.optional(
      z
        .boolean()
        .check(
          z.describe(
            "Whether one of a game's two players has the high distribution and the other the low one, as in a fight; the chances are in proportion to those of their projections.",
          ),
        ),
    ),
    least,
    errors,
    source,
  }),
]);

const loading = z.strictObject({
  factor: name.check(z.describe("The name of one of `factors`.")),
  side: z
    .enum(["own", "opponent", "next"])
    .check(
      z.describe(
        "Whose factor: the player's own team's (or line's, or place's), the opposing team's, or that of the next place in the batting order.",
      ),
    ),
  loading: z
    .number()
    .check(
      z.minimum(-1),
      z.maximum(1),
      z.describe("Two players who share a factor correlate by the product of their loadings."),
    ),
  error: z.optional(z.number().check(z.minimum(0), z.describe("The standard error of a fitted loading."))),
  source,
});

const behaviour = z.strictObject({
  spread,
  loadings: z
    .array(loading)
    .check(
      z.maxLength(8),
      z.describe("The player's correlation with others; the squares must sum to at most 1."),
    ),
});

const parts = z.array(z.number().check(z.positive(), z.maximum(1))).check(
  z.minLength(1),
  z.refine((list) => list.reduce((sum, one) => sum + one, 0) < 1 + 1e-9, "must sum to at most 1"),
);

/** Races whose drivers take one place each. */
const race = z
  .strictObject({
    laps: z.number().check(z.positive(), z.maximum(1000), z.describe("Laps of a race.")),
    out: z
      .number()
      .check(
        z.minimum(0),
        z.maximum(1),
        z.describe("The chance of an accident or a failure, which takes a driver behind all others."),
      ),
    together: z
      .number()
      .check(
        z.minimum(0),
        z.maximum(1),
        z.describe("The correlation of a driver's form in finishing, in leading and in fast laps."),
      ),
    led: parts.check(z.describe("The parts of the laps led, of the driver who leads most, and so on.")),
    fastest: parts.check(z.describe("The parts of the fastest laps.")),
    source,
  })
  .check(
    z.describe(
      "Simulates whole races, instead of the spreads and loadings, which then count only where a single player's points are needed.",
    ),
  );

/** How points spread around projections in one sport, and how they correlate. */
export const outcomesTableSchema = z.strictObject({
  sport: z
    .string()
    .check(z.minLength(1), z.maxLength(40), z.describe("As in the service's paths, such as `ice-hockey`.")),
  sources: z
    .record(z.string().check(z.minLength(1)), z.string().check(z.minLength(1)))
    .check(z.describe("The sources of values, by the keys that `source` cites.")),
  factors: z
    .array(
      z.strictObject({
        name,
        of: z
          .enum(["game", "team", "line", "powerPlay", "order"])
          .check(
            z.describe(
              "What it is one of: a game, a team, a line or power-play unit of a team, or a place in a team's batting order. The last three apply to players whose line, unit or place is known.",
            ),
          ),
        contested: z.optional(
          z
            .boolean()
            .check(
              z.describe(
                "Whether it is a fixed amount that the players divide: when one has more, the others have less, in proportion to their projections.",
              ),
            ),
        ),
      }),
    )
    .check(z.maxLength(8), z.describe("What several players share: one standard normal number each.")),
  race: z.optional(race),
  positions: z
    .array(
      z.extend(behaviour, {
        names: z
          .array(z.string().check(z.minLength(1), z.maxLength(10)))
          .check(
            z.minLength(1),
            z.describe("The positions these players play; a player's first listed position counts."),
          ),
      }),
    )
    .check(z.describe("The behavior of players by position.")),
  otherwise: behaviour.check(z.describe("For all other positions.")),
  contests: z
    .optional(
      z.array(
        z.extend(behaviour, {
          names: z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.minLength(1)),
        }),
      ),
    )
    .check(z.describe("The behavior of all players in contests that differ, such as golf's `single-round`.")),
});

/** The spread of points around a projection, in the form of the tables. */
export type SpreadTable = z.output<typeof spread>;
/** A sport's table of outcomes, checked. */
export type OutcomesTable = z.output<typeof outcomesTableSchema>;
/** A sport's table of outcomes as written in a file. */
export type OutcomesTableInput = z.input<typeof outcomesTableSchema>;
