import * as z from "./zod.ts";

/** One team; `location` is its city. The fields used here are checked; others are kept unchanged. */
export const teamSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Team"),
  attributes: z.looseObject({
    uuid: z.string(),
    location: z.nullish(z.string()),
    nickName: z.nullish(z.string()),
  }),
});
