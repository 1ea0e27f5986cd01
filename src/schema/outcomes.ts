import * as z from "zod";

const source = z.string().min(1).describe("Where the values beside it are from: a key of `sources`.");
const name = z.string().regex(/^[a-z][A-Za-z0-9-]{0,39}$/, "must be a name such as passing");

const spread = z.strictObject({
  family: z
    .enum(["normal", "lognormal", "gamma"])
    .describe("The distribution's shape; its mean is the projection, whatever the shape."),
  ratio: z
    .number()
    .positive()
    .max(3)
    .describe("The standard deviation of the points as a part of the projection."),
  least: z.number().min(-100).max(0).describe("No fewer points than these."),
  source,
});

const loading = z.strictObject({
  factor: name.describe("The name of one of `factors`."),
  side: z
    .enum(["own", "opponent"])
    .describe("Whose: of the entry's own team, or of the team it plays against."),
  loading: z
    .number()
    .min(-1)
    .max(1)
    .describe("Two entries that share a factor correlate by the product of their loadings."),
  source,
});

const behaviour = z.strictObject({
  spread,
  loadings: z
    .array(loading)
    .max(8)
    .describe("How the entry hangs together with others; the squares sum to no more than 1."),
});

/** How far points stray from projections in one sport, and how they stray together. */
export const outcomesTableSchema = z.strictObject({
  sport: z.string().min(1).max(40).describe("As in the service's paths, such as `ice-hockey`."),
  sources: z
    .record(z.string().min(1), z.string().min(1))
    .describe("Where values are from, by the keys that `source` cites."),
  factors: z
    .array(
      z.strictObject({
        name,
        of: z.enum(["game", "team"]).describe("Whether each game or each team has one of its own."),
      }),
    )
    .max(8)
    .describe("What several entries have in common, a standard normal number each."),
  positions: z
    .array(
      behaviour.extend({
        names: z
          .array(z.string().min(1).max(10))
          .min(1)
          .describe("What these entries play; the first of an entry's positions that is listed counts."),
      }),
    )
    .describe("How entries of a position behave."),
  otherwise: behaviour.describe("For all other positions."),
});

/** A sport's table of outcomes, checked. */
export type OutcomesTable = z.output<typeof outcomesTableSchema>;
/** A sport's table of outcomes as one writes it. */
export type OutcomesTableInput = z.input<typeof outcomesTableSchema>;
