import * as z from "zod";
import { guid } from "../shared/schema/fields.ts";

/**
 * Whether text is a plain HTTP address; addresses that could contain a secret are not allowed in a manifest.
 */
function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
}

/** A job's projections in the prediction service: all games that start within a window. */
export const serviceWindowSchema = z
  .strictObject({
    url: z
      .string()
      .refine(isPlainAddress, "must be an http or https address without credentials, query or fragment")
      .describe("The service's address; the environment holds its key."),
    from: z.iso
      .datetime({ offset: true })
      .describe("The first start of a game, as 2026-09-13T13:00:00-04:00."),
    to: z.iso.datetime({ offset: true }).describe("The last start of a game."),
    league: z.optional(guid).describe("Only games of this league (a GUID)."),
  })
  .refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
    path: ["to"],
    message: "must not be before from",
  });

/** A valid window of games. */
type ServiceWindow = z.output<typeof serviceWindowSchema>;

/** A window and a sport: the key of one query to the service. */
export interface SlateQuery extends Omit<ServiceWindow, "league"> {
  readonly sport: string;
  readonly league?: string | undefined;
}

/**
 * A query as one canonical string: jobs with the same string share an answer. Errors name the query by it.
 */
export function nameOfQuery({ url, sport, from, to, league }: SlateQuery): string {
  const minutes = [from, to].map((time) => new Date(time).toISOString().replace(":00.000Z", "Z"));
  const place = `${url.replace(/\/+$/, "")}/${sport}`;
  return `${place} from ${minutes.join(" to ")}${league === undefined ? "" : ` of league ${league}`}`;
}
