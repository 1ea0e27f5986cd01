import * as z from "zod";
import { toOneSchema } from "./resource.ts";

const score = z.int().nullish();

/** One event (game). Scores are null until it is over. */
export const eventSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Event"),
  attributes: z.looseObject({
    uuid: z.string(),
    startDate: z.string().nullish(),
    eventStatus: z.looseObject({ name: z.string().nullish(), uuid: z.string().nullish() }).nullish(),
    displayStatus: z.string().nullish(),
    title: z.string().nullish(),
    homeTeamScore: score,
    awayTeamScore: score,
    coverage: z.string().nullish(),
    neutralSite: z.boolean().nullish(),
    conferenceGame: z.boolean().nullish(),
    updatedAt: z.string().nullish(),
  }),
  relationships: z
    .looseObject({
      league: toOneSchema.nullish(),
      homeTeam: toOneSchema.nullish(),
      awayTeam: toOneSchema.nullish(),
      nextEvent: toOneSchema.nullish(),
      winloss: toOneSchema.nullish(),
      simulatedPicks: toOneSchema.nullish(),
    })
    .optional(),
});
