import { guid } from "./fields.ts";
import { portfolioResultSchema } from "./portfolio-result.ts";
import { linksSchema, resourceIdentifierSchema, resourceSchema } from "./resource.ts";
import * as z from "./zod.ts";

const toMany = z.looseObject({ data: z.array(resourceIdentifierSchema) });

/** One lineup. Salaries are whole, points have 4 decimals; the keys of `byPositions` are slot names. */
export const fantasyLineupSchema = z.looseObject({
  id: z.string(),
  type: z.literal("FantasyLineup"),
  attributes: z.looseObject({
    uuid: guid,
    book: z.string(),
    contest: z.string(),
    salaryCap: z.described(z.nullable(z.int()), "Null in a contest without a cap."),
    salaryTotal: z.int(),
    salaryRemaining: z.described(z.nullable(z.int()), "Null in a contest without a cap."),
    points: z.number(),
    pointsDrawn: z.optional(
      z.number(),
      "The randomly drawn total the lineup was chosen for; only in portfolios whose points are drawn for each lineup.",
    ),
    optimalShare: z.optional(
      z.between(0, 1),
      "The fraction of draws in which the lineup is the best; only in portfolios built from draws.",
    ),
    byPositions: z.described(
      z.record(z.string(), z.array(z.looseObject({ uuid: guid, points: z.number() }))),
      "The players by slot name; points include the slot's multiplier.",
    ),
    updatedAt: z.described(z.string(), "When the lineup was generated, UTC."),
  }),
  relationships: z.looseObject({
    mustInclude: toMany,
    mustExclude: toMany,
    selections: z.described(toMany, "The players."),
    defenseSpecialTeams: z.described(
      z.looseObject({
        data: z.union([z.null(), resourceIdentifierSchema, z.array(resourceIdentifierSchema)]),
      }),
      "The team whose defense was chosen; null for none, a list if a lineup has two.",
    ),
  }),
});

/** Best lineup first. */
export const fantasyLineupDocumentSchema = z.looseObject({
  links: z.optional(linksSchema),
  meta: z.optional(
    z.looseObject({
      totalItems: z.int(),
      solver: z.optional(z.string(), "The solver that found the lineups."),
      withoutProjection: z.optional(
        z.array(z.string()),
        "Pool players left out because they have no projection.",
      ),
      withoutSlot: z.optional(
        z.array(z.string()),
        "Pool players left out because no slot of the contest accepts their positions.",
      ),
      unavailable: z.optional(
        z.array(z.string()),
        "Pool players left out because they are injured, suspended or not active.",
      ),
      portfolio: z.optional(portfolioResultSchema, "Portfolios only: how the portfolio was built."),
    }),
  ),
  data: z.array(fantasyLineupSchema),
  included: z.optional(z.array(resourceSchema)),
});

export type FantasyLineup = z.output<typeof fantasyLineupSchema>;

export type FantasyLineupDocument = z.output<typeof fantasyLineupDocumentSchema>;

interface SeatedLineup {
  readonly attributes: {
    readonly byPositions: Readonly<Record<string, readonly { readonly uuid: string }[]>>;
  };
}

export function seatsOf({ attributes }: SeatedLineup): { slot: string; uuid: string }[] {
  return Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
    seats.map(({ uuid }) => ({ slot, uuid })),
  );
}
