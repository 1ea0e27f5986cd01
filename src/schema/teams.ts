import * as z from "zod";

/** One team; `location` is its city. What is used here is checked; further attributes are kept as they come. */
export const teamSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Team"),
  attributes: z.looseObject({
    uuid: z.string(),
    location: z.string().nullish(),
    nickName: z.string().nullish(),
  }),
});
