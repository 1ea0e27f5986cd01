import * as z from "zod";
import type { ContestTable } from "../../catalog/contest-table.ts";
import { fantasyLineupDocumentSchema } from "../../schema/lineups.ts";
import { portfolioSchema } from "../../schema/portfolio.ts";
import { lineupRequestSchema } from "../../schema/request.ts";
import type { HandlerLimits } from "../handler-limits.ts";
import { BODY_COUNT, PORTFOLIO_COUNT } from "../request/body.ts";

/** The bodies a sport takes: the library's schema, narrowed to the sport's contests and the server's limits. */
export function requestSchema(contests: readonly ContestTable[], limits: HandlerLimits) {
  const { players, games, count } = lineupRequestSchema.shape;
  return lineupRequestSchema.extend({
    book: oneOf(contests.map((table) => table.book)).describe("Whose rules and projected points apply."),
    contest: oneOf(contests.map((table) => table.contest)).describe("The contest."),
    players: players
      .max(limits.maxPool)
      .describe(`The pool's players; with the teams at most ${limits.maxPool}.`),
    games: games.max(limits.maxGames).describe(games.description ?? ""),
    count: count
      .unwrap()
      .max(BODY_COUNT)
      .optional()
      .describe(`How many lineups, 1 to ${BODY_COUNT}; wins over the query, 3 where neither has one.`),
  });
}

/** As `requestSchema`, with a portfolio's description. */
export function portfolioRequestSchema(contests: readonly ContestTable[], limits: HandlerLimits) {
  const most = `1 to ${PORTFOLIO_COUNT}`;
  return requestSchema(contests, limits).extend({
    count: z
      .int()
      .min(1)
      .max(PORTFOLIO_COUNT)
      .optional()
      .describe(`How many lineups, ${most}, where the portfolio does not say.`),
    portfolio: portfolioSchema
      .extend({
        lineups: z.int().min(1).max(PORTFOLIO_COUNT).optional().describe(`How many lineups, ${most}.`),
      })
      .optional()
      .describe("What the lineups keep together; names are those of the projections' players."),
  });
}

/** The answer: the library's document, and what the server adds to `meta`. */
export const answerSchema = fantasyLineupDocumentSchema.extend({
  meta: fantasyLineupDocumentSchema.shape.meta.unwrap().extend({
    projectionsFrom: z
      .string()
      .optional()
      .describe("When the prediction service last confirmed the oldest of the projections used, UTC."),
    projectionsStale: z
      .boolean()
      .optional()
      .describe(
        "True if the prediction service could not be asked for newer projections although it was time to.",
      ),
  }),
});

/** Every answer that is not 2xx, except those of `/ready`. */
export const errorSchema = z.object({
  errors: z
    .array(
      z.object({
        status: z.string().describe("The HTTP status."),
        code: z.string().describe("Stable, meant to be compared."),
        title: z.string(),
        detail: z.string().describe("The value, the place and the remedy."),
        source: z
          .union([
            z.object({ pointer: z.string().describe("JSON pointer into the body.") }),
            z.object({ parameter: z.string().describe("Name of a query parameter, or `projections`.") }),
          ])
          .optional(),
        meta: z
          .looseObject({
            conflicts: z
              .array(
                z.object({
                  constraint: z.string(),
                  pointer: z.string().nullable(),
                  kind: z.string().describe("What the rule asks for."),
                  entry: z.string().nullable().describe("GUID of who is included."),
                  slot: z.string().nullable().describe("Name of the slot it is about."),
                  limit: z.number().nullable().describe("The rule's number, such as the cap."),
                  cost: z
                    .number()
                    .nullable()
                    .describe("Of a cap, what the cheapest lineup costs; of who is included, the salary."),
                  detail: z.string(),
                }),
              )
              .optional()
              .describe(
                "With the code `infeasible`: a smallest set of rules and fields that contradict each other.",
              ),
          })
          .optional(),
      }),
    )
    .min(1)
    .max(20),
});

function oneOf(names: readonly string[]) {
  return z.enum([...new Set(names)] as [string, ...string[]]);
}
