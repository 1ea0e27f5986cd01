import * as z from "zod";
import { toManySchema, toOneSchema } from "./resource.ts";

/** One team. `location` is its city. */
export const teamSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Team"),
  attributes: z.looseObject({
    uuid: z.string(),
    location: z.string().nullish(),
    nickName: z.string().nullish(),
    updatedAt: z.string().nullish(),
  }),
  relationships: z
    .looseObject({
      conference: toOneSchema.nullish(),
      division: toOneSchema.nullish(),
      currentPlayers: toManySchema.nullish(),
    })
    .optional(),
});
