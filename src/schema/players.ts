import * as z from "zod";
import { toManySchema, toOneSchema } from "./resource.ts";

const text = z.string().nullish();
const whole = z.int().nullish();

/** One player. Included by the lineup optimizer, its attributes are a few of these. */
export const playerSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Player"),
  attributes: z.looseObject({
    uuid: z.string(),
    firstName: text,
    lastName: text,
    fullName: text,
    combinedName: text,
    heightInches: whole,
    weightLbs: whole,
    uniform: text,
    experience: text,
    birthDate: text,
    collegeName: text,
    dfsSalary: whole,
    dfsPosition: text,
    dfsPoints: z.number().nullish(),
    displayStatus: text,
    isInjured: z.boolean().nullish(),
    isActive: z.boolean().nullish(),
    isSuspended: z.boolean().nullish(),
    updatedAt: text,
  }),
  relationships: z
    .looseObject({
      team: toOneSchema.nullish(),
      league: toOneSchema.nullish(),
      positions: toManySchema.nullish(),
    })
    .optional(),
});
