import type { ReadOnly } from "./fields.ts";
import { guid } from "./fields.ts";
import { LONGEST_NAME } from "./request.ts";
import * as z from "./zod.ts";

/**
 * In a pool from a book's own file, lineups must also keep limits that only the book applies (`bookOnly`).
 */
export const originSchema = z._default(z.enum(["request", "book-file"]), "request");

export type Origin = z.output<typeof originSchema>;

const excludedSlot = z.strictObject({ uuid: guid, slot: z.text(LONGEST_NAME) });

export const excludedSlotsSchema = z._default(z.array(excludedSlot), []);

/** By GUID, and the name of a slot that the player must not be in, such as `CPT`. */
export type ExcludedSlot = ReadOnly<z.input<typeof excludedSlot>>;

/** The settings of requests, here and below, except signals and callbacks. */
export const optimizeSettingsSchema = z.object({
  include: z.optional(z.array(z.enum(["selections", "defenseSpecialTeams", "scoring"]))),
  timeLimit: z.optional(z.number().check(z.positive())),
  updatedAt: z.optional(z.date()),
});

export const swapSettingsSchema = z.extend(optimizeSettingsSchema, {
  onInterrupt: z.optional(z.enum(["refuse", "keep"])),
});

export const portfolioSettingsSchema = z.extend(optimizeSettingsSchema, {
  gap: z.optional(z.between(0, 1)),
  onShortfall: z.optional(z.enum(["refuse", "keep"])),
  onInterrupt: z.optional(z.enum(["refuse", "whole", "keep"])),
  costs: z.optional(z.boolean()),
});

const draws = z.optional(z.whole(1, 10_000_000));
const seed = z._default(z.int32(), 1);

export const drawnPortfolioSettingsSchema = z.extend(
  z.pick(portfolioSettingsSchema, { include: true, timeLimit: true, updatedAt: true, onShortfall: true }),
  { draws, seed },
);

export const simulateSettingsSchema = z.object({
  draws,
  seed,
  top: z._default(z.whole(1, 1_000), 1),
  timeLimit: z.optional(z.number().check(z.positive())),
});

export const historySettingsSchema = z.object({
  seed,
  timeLimit: z.optional(z.number().check(z.positive())),
});

const points = z.between(-10_000, 10_000);

const unit = z.whole(1, 9);

export const outcomeKnowledgeSchema = z.array(
  z.strictObject({
    uuid: z.text(),
    deviation: z.optional(z.between(0, 10_000)),
    percentiles: z.optional(
      z
        .array(z.strictObject({ at: z.number().check(z.gt(0), z.lt(100)), points }), 2, 99)
        .check(
          z.refine(
            (list) =>
              list.every(
                ({ at, points: value }, index) =>
                  index === 0 || (at > list[index - 1]!.at && value >= list[index - 1]!.points),
              ),
            "must ascend, in percentiles and in points",
          ),
        ),
    ),
    line: z.optional(unit),
    powerPlay: z.optional(unit),
    order: z.optional(unit),
    start: z.optional(z.whole(1, 99)),
    cut: z.optional(z.between(0, 1)),
    samples: z.optional(z.array(points, 2, 100_000)),
  }),
);

export const averagesSchema = z.array(z.strictObject({ uuid: z.text(), points }));

export const correlationsSchema = z.strictObject({
  uuids: z.array(z.text(), 2, 500),
  matrix: z.array(z.array(z.number()), 0, 500),
});

/** The numbers, which may be in typed arrays, are checked when drawn. */
export const simulatedSchema = z.strictObject({
  uuids: z.array(z.text(), 1, 100_000),
  points: z.array(
    z.custom<ArrayLike<number>>(
      (row) => Array.isArray(row) || (ArrayBuffer.isView(row) && "length" in row),
      "must be an array of numbers",
    ),
  ),
});

export type OutcomeKnowledgeInput = z.input<typeof outcomeKnowledgeSchema>[number];
