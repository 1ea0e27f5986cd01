import * as z from "zod";
import { toManySchema, toOneSchema } from "./resource.ts";

const text = z.string().nullish();
const whole = z.int().nullish();

/** One player. What is used here is checked; further attributes are kept as they come. */
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
    dfsPoints: z.number().nullish(),
    isInjured: z.boolean().nullish(),
    isActive: z.boolean().nullish(),
    isSuspended: z.boolean().nullish(),
  }),
  relationships: z
    .looseObject({
      team: toOneSchema.nullish(),
      positions: toManySchema.nullish(),
    })
    .optional(),
});
