import { parseInput } from "../../shared/schema/parse.ts";
import * as z from "../../shared/schema/zod.ts";
import { refuse } from "./request.ts";

/** A player of a game whose status is assumed to change. */
export interface InjuryChange {
  readonly uuid: string;
  /** Whether the player is out. */
  readonly injured: boolean;
}

/** A team of a game and the players whose status changes; the others keep theirs. */
export interface InjuryTeam {
  readonly uuid: string;
  readonly players: readonly InjuryChange[];
}

/** The question for `injuryEffects`: how a game changes with these players in or out. */
export interface InjuryQuestion {
  readonly home: InjuryTeam;
  readonly away: InjuryTeam;
}

const guid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "a GUID is needed here"));
const teamSchema = z.strictObject({
  uuid: guid,
  players: z.array(z.strictObject({ uuid: guid, injured: z.boolean() })),
});
const questionSchema = z.strictObject({ home: teamSchema, away: teamSchema });

/** The body of `POST injury_effects`. @throws InvalidRequestError that points at the field. */
export function injuryEffectsBody(question: InjuryQuestion): object {
  const { home, away } = parseInput(questionSchema, question);
  return { home: bodyOfTeam(home), away: bodyOfTeam(away) };
}

function bodyOfTeam({ uuid, players }: z.output<typeof teamSchema>) {
  return { uuid, players: players.map((one) => ({ uuid: one.uuid, injured: one.injured ? 1 : 0 })) };
}

/** The body of `POST injury_impacts`: any JSON object; none is documented. @throws InvalidRequestError */
export function injuryImpactsBody(body: object): object {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  return refuse("/body", "The body must be a JSON object.");
}
