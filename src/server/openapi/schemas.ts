import type { ContestTable } from "../../catalog/contest-table.ts";
import { fantasyLineupDocumentSchema } from "../../schema/lineups.ts";
import { portfolioSchema } from "../../schema/portfolio.ts";
import { lineupRequestSchema } from "../../schema/request.ts";
import * as z from "../../schema/zod.ts";
import type { HandlerLimits } from "../handler-limits.ts";
import { BODY_COUNT, PORTFOLIO_COUNT } from "../request/body.ts";
import { solvingFields } from "../request/solving-fields.ts";

/** The bodies a sport takes: the library's schema, narrowed to the sport's contests and the server's limits. */
export function requestSchema(contests: readonly ContestTable[], limits: HandlerLimits) {
  const { players, games } = lineupRequestSchema.shape;
  return z.extend(lineupRequestSchema, {
    book: oneOf(contests.map((table) => table.book)).check(
      z.describe("Whose rules and projected points apply."),
    ),
    contest: oneOf(contests.map((table) => table.contest)).check(z.describe("The contest.")),
    players: players.check(
      z.maxLength(limits.maxPool),
      z.describe(`The pool's players; with the teams at most ${limits.maxPool}.`),
    ),
    games: games.check(z.maxLength(limits.maxGames)),
    count: z
      .optional(z.int().check(z.minimum(1), z.maximum(BODY_COUNT)))
      .check(
        z.describe(`How many lineups, 1 to ${BODY_COUNT}; wins over the query, 3 where neither has one.`),
      ),
  });
}

/** As `requestSchema`, with a portfolio's description. */
export function portfolioRequestSchema(contests: readonly ContestTable[], limits: HandlerLimits) {
  const most = `1 to ${PORTFOLIO_COUNT}`;
  return z.extend(requestSchema(contests, limits), {
    count: z
      .optional(z.int().check(z.minimum(1), z.maximum(PORTFOLIO_COUNT)))
      .check(z.describe(`How many lineups, ${most}, where the portfolio does not say.`)),
    portfolio: z
      .optional(
        z.extend(portfolioSchema, {
          lineups: z
            .optional(z.int().check(z.minimum(1), z.maximum(PORTFOLIO_COUNT)))
            .check(z.describe(`How many lineups, ${most}.`)),
        }),
      )
      .check(z.describe("What the lineups keep together; names are those of the projections' players.")),
    ...solvingFields,
  });
}

/** The answer: the library's document, and what the server adds to `meta`. */
export const answerSchema = z.extend(fantasyLineupDocumentSchema, {
  meta: z.extend(fantasyLineupDocumentSchema.shape.meta.def.innerType, {
    projectionsFrom: z
      .optional(z.string())
      .check(
        z.describe("When the prediction service last confirmed the oldest of the projections used, UTC."),
      ),
    projectionsStale: z
      .optional(z.boolean())
      .check(
        z.describe(
          "True if the prediction service could not be asked for newer projections although it was time to.",
        ),
      ),
  }),
});

/** Every answer that is not 2xx, except those of `/ready`. */
export const errorSchema = z.object({
  errors: z
    .array(
      z.object({
        status: z.string().check(z.describe("The HTTP status.")),
        code: z.string().check(z.describe("Stable, meant to be compared.")),
        title: z.string(),
        detail: z.string().check(z.describe("The value, the place and the remedy.")),
        source: z.optional(
          z.union([
            z.object({ pointer: z.string().check(z.describe("JSON pointer into the body.")) }),
            z.object({
              parameter: z.string().check(z.describe("Name of a query parameter, or `projections`.")),
            }),
          ]),
        ),
        meta: z.optional(
          z.looseObject({
            conflicts: z
              .optional(
                z.array(
                  z.object({
                    constraint: z.string(),
                    pointer: z.nullable(z.string()),
                    kind: z.string().check(z.describe("What the rule asks for.")),
                    entry: z.nullable(z.string()).check(z.describe("GUID of who is included.")),
                    slot: z.nullable(z.string()).check(z.describe("Name of the slot it is about.")),
                    limit: z.nullable(z.number()).check(z.describe("The rule's number, such as the cap.")),
                    cost: z
                      .nullable(z.number())
                      .check(
                        z.describe(
                          "Of a cap, what the cheapest lineup costs; of who is included, the salary.",
                        ),
                      ),
                    detail: z.string(),
                  }),
                ),
              )
              .check(
                z.describe(
                  "With the code `infeasible`: a smallest set of rules and fields that contradict each other.",
                ),
              ),
          }),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
});

function oneOf(names: readonly string[]) {
  return z.enum([...new Set(names)] as [string, ...string[]]);
}
