import { citedSource as source } from "./contest.ts";
import * as z from "./zod.ts";

const coefficient = (text: string) =>
  z.described(
    z.strictObject({
      value: z.between(-100, 100),
      error: z.described(z.number().check(z.minimum(0)), "The standard error."),
    }),
    text,
  );

/** How a sport's opponents choose players: the coefficients of the log odds of ownership. */
export const ownershipTableSchema = z.strictObject({
  sport: z.described(
    z.text(40),
    "As in the service's paths, such as `ice-hockey`; `any` for sports without a table.",
  ),
  sources: z.described(
    z.record(z.text(), z.text()),
    "The sources of values, by the keys that `source` cites.",
  ),
  coefficients: z.strictObject({
    optimal: coefficient(
      "For the log odds of being in the best lineup of a draw, over draws with small and large spreads.",
    ),
    optimalByAverages: coefficient(
      "Added to `optimal` where the points are the book's averages, not projections.",
    ),
    average: coefficient("For the logarithm of the book's average over the projection."),
    points: coefficient("For the logarithm of the points over those of the best players."),
    floor: coefficient("For a salary near the lowest: 1 at the lowest, 0.37 a tenth of a mean salary above."),
  }),
  known: coefficient(
    "How many more points opponents' players score than this ownership gives, as a fraction: opponents know more than the projections.",
  ),
  source,
});

export type OwnershipTable = z.output<typeof ownershipTableSchema>;
