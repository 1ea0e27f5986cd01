import { toManySchema, toOneSchema } from "./resource.ts";
import * as z from "./zod.ts";

const text = z.nullish(z.string());
const whole = z.nullish(z.int());

/** One player. The fields used here are checked; others are kept unchanged. */
export const playerSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Player"),
  attributes: z.looseObject({
    uuid: z.string(),
    firstName: text,
    lastName: text,
    fullName: text,
    dfsSalary: whole,
    dfsPosition: text,
    dfsPoints: z.nullish(z.number()),
    isInjured: z.nullish(z.boolean()),
    isActive: z.nullish(z.boolean()),
    isSuspended: z.nullish(z.boolean()),
  }),
  relationships: z.optional(
    z.looseObject({
      team: z.nullish(toOneSchema),
      positions: z.nullish(toManySchema),
    }),
  ),
});
