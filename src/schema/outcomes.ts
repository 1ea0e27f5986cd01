import * as z from "./zod.ts";

const source = z
  .string()
  .check(z.minLength(1), z.describe("Where the values beside it are from: a key of `sources`."));
const name = z.string().check(z.regex(/^[a-z][A-Za-z0-9-]{0,39}$/, "must be a name such as passing"));

const spread = z.strictObject({
  family: z
    .enum(["normal", "lognormal", "gamma"])
    .check(z.describe("The distribution's shape; its mean is the projection, whatever the shape.")),
  ratio: z
    .number()
    .check(
      z.positive(),
      z.maximum(3),
      z.describe("The standard deviation of the points as a part of the projection."),
    ),
  least: z.number().check(z.minimum(-100), z.maximum(0), z.describe("No fewer points than these.")),
  source,
});

const loading = z.strictObject({
  factor: name.check(z.describe("The name of one of `factors`.")),
  side: z
    .enum(["own", "opponent"])
    .check(z.describe("Whose: of the entry's own team, or of the team it plays against.")),
  loading: z
    .number()
    .check(
      z.minimum(-1),
      z.maximum(1),
      z.describe("Two entries that share a factor correlate by the product of their loadings."),
    ),
  source,
});

const behaviour = z.strictObject({
  spread,
  loadings: z
    .array(loading)
    .check(
      z.maxLength(8),
      z.describe("How the entry hangs together with others; the squares sum to no more than 1."),
    ),
});

/** How far points stray from projections in one sport, and how they stray together. */
export const outcomesTableSchema = z.strictObject({
  sport: z
    .string()
    .check(z.minLength(1), z.maxLength(40), z.describe("As in the service's paths, such as `ice-hockey`.")),
  sources: z
    .record(z.string().check(z.minLength(1)), z.string().check(z.minLength(1)))
    .check(z.describe("Where values are from, by the keys that `source` cites.")),
  factors: z
    .array(
      z.strictObject({
        name,
        of: z.enum(["game", "team"]).check(z.describe("Whether each game or each team has one of its own.")),
      }),
    )
    .check(z.maxLength(8), z.describe("What several entries have in common, a standard normal number each.")),
  positions: z
    .array(
      z.extend(behaviour, {
        names: z
          .array(z.string().check(z.minLength(1), z.maxLength(10)))
          .check(
            z.minLength(1),
            z.describe("What these entries play; the first of an entry's positions that is listed counts."),
          ),
      }),
    )
    .check(z.describe("How entries of a position behave.")),
  otherwise: behaviour.check(z.describe("For all other positions.")),
});

/** A sport's table of outcomes, checked. */
export type OutcomesTable = z.output<typeof outcomesTableSchema>;
/** A sport's table of outcomes as one writes it. */
export type OutcomesTableInput = z.input<typeof outcomesTableSchema>;
