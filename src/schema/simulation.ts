import * as z from "zod";

/** What `simulate` is told beside its request, signal and listener aside. */
export const simulateSettingsSchema = z.object({
  draws: z.int().min(1).max(10_000_000).default(10_000),
  seed: z.int32().default(1),
  top: z.int().min(1).max(1_000).default(1),
  timeLimit: z.number().positive().optional(),
});

const points = z.number().min(-10_000).max(10_000);

/** What is known of how single entries' points spread. */
export const outcomeKnowledgeSchema = z.array(
  z.strictObject({
    uuid: z.string().min(1),
    deviation: z.number().min(0).max(10_000).optional(),
    percentiles: z
      .array(z.strictObject({ at: z.number().gt(0).lt(100), points }))
      .min(2)
      .max(99)
      .refine(
        (list) =>
          list.every(
            ({ at, points: value }, index) =>
              index === 0 || (at > list[index - 1]!.at && value >= list[index - 1]!.points),
          ),
        "must ascend, in percentiles and in points",
      )
      .optional(),
    samples: z.array(points).min(2).max(100_000).optional(),
  }),
);

/** How the points of some entries hang together. */
export const correlationsSchema = z.strictObject({
  uuids: z.array(z.string().min(1)).min(2).max(500),
  matrix: z.array(z.array(z.number())).max(500),
});

/** What is known of one entry's spread, as callers write it. */
export type OutcomeKnowledgeInput = z.input<typeof outcomeKnowledgeSchema>[number];
