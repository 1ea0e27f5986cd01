import type { ContestTable } from "../../../contests/constraints/readers/contest-table.ts";
import { isCaptains } from "../../../engine/roster.ts";
import { BOOK_VALUES, bookNamed } from "../../../shared/books.ts";
import { fantasyLineupDocumentSchema } from "../../../shared/schema/lineups.ts";
import { portfolioSchema } from "../../../shared/schema/portfolio.ts";
import { lineupRequestSchema } from "../../../shared/schema/request.ts";
import * as z from "../../../shared/schema/zod.ts";
import type { HandlerLimits } from "../handler-limits.ts";
import { solvingFields } from "../request/body.ts";
import { LINEUPS } from "../routes.ts";

/** A JSON value of an OpenAPI document. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** A schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1; `io` is `input` for what callers send. */
export function jsonSchemaOf(schema: z.core.$ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io }) as JsonObject;
  return rest;
}

/** The request body of a sport: the library's schema with the sport's contests and the server's limits. */
export function requestSchema(contests: readonly ContestTable[], limits: HandlerLimits) {
  const { players, games } = lineupRequestSchema.shape;
  return z.extend(lineupRequestSchema, {
    book: z.described(
      oneOf(contests.map((table) => table.book)),
      `The book whose rules and projected points apply: ${BOOK_VALUES}.`,
    ),
    contest: z.described(oneOf(contests.map((table) => table.contest)), "The contest."),
    players: z.described(
      players.check(z.maxLength(limits.maxPool)),
      `The pool's players; players and teams together are at most ${limits.maxPool}.`,
    ),
    games: games.check(z.maxLength(limits.maxGames)),
    count: z.optional(
      z.whole(1, LINEUPS["lineup-optimizer"].most),
      `How many lineups, 1 to ${LINEUPS["lineup-optimizer"].most}; it overrides the query; 3 if neither has one.`,
    ),
  });
}

/**
 * The part of a contest's rules that JSON Schema can express: positions and slots, numbers of games and
 * seats, captains' salaries, teams and stacks. Names may be in any case and have spaces around them.
 */
export function contestPart(table: ContestTable, { maxGames }: HandlerLimits): JsonObject {
  const { book, contest, positions, unseated, slots, games, stack } = table;
  const known = [...positions, ...unseated];
  const spelled = (declared: typeof positions) => declared.flatMap(({ name, aliases }) => [name, ...aliases]);
  const player = spelling(spelled(known.filter(({ entry }) => entry === "player")));
  const own = spelled(positions);
  const onlySlots = slots.filter(({ name }) => !own.includes(name));
  const slotOrPosition = spelling([...own, ...slots.map(({ name }) => name)]);
  const captained = slots.filter(isCaptains).flatMap(({ accepts }) => accepts);
  const pooled = (kind: "player" | "team", properties: JsonObject): JsonObject => ({
    type: "object",
    properties: { ...properties, captainSalary: { type: "integer" } },
    required: positions.some(({ name, entry }) => entry === kind && captained.includes(name))
      ? ["captainSalary"]
      : [],
  });
  const locks = {
    type: "array",
    items: { type: "object", properties: { position: { type: "string", pattern: `^${slotOrPosition}$` } } },
  };
  const exclusions = { type: "array", items: { type: "string" }, uniqueItems: true };
  return {
    title: `${bookNamed(book).vendor} ${contest}`,
    type: "object",
    properties: {
      book: { const: book },
      contest: { const: contest },
      players: {
        type: "array",
        items: pooled("player", { position: { type: "string", pattern: `^${player}(?:/${player})*$` } }),
      },
      teams: known.some(({ entry }) => entry === "team")
        ? { type: "array", items: pooled("team", {}) }
        : { type: "array", items: {}, maxItems: 0 },
      include: { type: "object", properties: { players: locks, teams: locks } },
      exclude: { type: "object", properties: { players: exclusions, teams: exclusions } },
      games: {
        type: "array",
        items: { type: "string" },
        uniqueItems: true,
        minItems: games.minimum,
        maxItems: Math.min(maxGames, games.maximum ?? maxGames),
      },
      positions: {
        type: "object",
        propertyNames: { type: "string", pattern: `^${slotOrPosition}$` },
        additionalProperties: { type: "integer", maximum: slots.reduce((sum, { count }) => sum + count, 0) },
        patternProperties: Object.fromEntries(
          onlySlots.map(({ name, count }) => [`^${spelling([name])}$`, { type: "integer", maximum: count }]),
        ),
      },
      ...(stack === null && { stack: { const: false } }),
    },
  };
}

/** Like `requestSchema`, with a portfolio description. */
export function portfolioRequestSchema(contests: readonly ContestTable[], limits: HandlerLimits) {
  const mostLineups = LINEUPS["lineup-portfolio"].most;
  const most = `1 to ${mostLineups}`;
  return z.extend(requestSchema(contests, limits), {
    count: z.optional(
      z.whole(1, mostLineups),
      `How many lineups, ${most}, if the portfolio does not give it.`,
    ),
    portfolio: z.optional(
      z.extend(portfolioSchema, {
        lineups: z.optional(z.whole(1, mostLineups), `How many lineups, ${most}.`),
      }),
      "The rules that the lineups satisfy together. Players are named as in the projections.",
    ),
    ...solvingFields,
  });
}

/** The answer: the library's document, with the server's additions to `meta`. */
export const answerSchema = z.extend(fantasyLineupDocumentSchema, {
  meta: z.extend(fantasyLineupDocumentSchema.shape.meta.def.innerType, {
    projectionsFrom: z.optional(
      z.string(),
      "When the prediction service last confirmed the oldest of the projections used, UTC.",
    ),
    projectionsStale: z.optional(
      z.boolean(),
      "True if newer projections were due but could not be read from the prediction service.",
    ),
  }),
});

/** The body of every answer that is not 2xx, except those of `/ready`. */
export const errorSchema = z.object({
  errors: z
    .array(
      z.object({
        status: z.described(z.string(), "The HTTP status."),
        code: z.described(z.string(), "Stable: compare this rather than the text."),
        title: z.string(),
        detail: z.described(z.string(), "The value, the place and the remedy."),
        source: z.optional(
          z.union([
            z.object({ pointer: z.described(z.string(), "JSON pointer into the body.") }),
            z.object({
              parameter: z.described(z.string(), "Name of a query parameter, or `projections`."),
            }),
          ]),
        ),
        meta: z.optional(
          z.looseObject({
            conflicts: z.optional(
              z.array(
                z.object({
                  constraint: z.string(),
                  pointer: z.nullable(z.string()),
                  kind: z.described(z.string(), "The kind of rule."),
                  entry: z.described(z.nullable(z.string()), "GUID of the included player or team."),
                  slot: z.described(z.nullable(z.string()), "Name of the slot that the rule is about."),
                  limit: z.described(z.nullable(z.number()), "The rule's number, such as the cap."),
                  cost: z.described(
                    z.nullable(z.number()),
                    "For a cap, the cost of the cheapest lineup; for an included player or team, the salary.",
                  ),
                  leastCost: z.described(
                    z.nullable(z.number()),
                    "For a cap, the least cost of players who keep the other rules named.",
                  ),
                  detail: z.string(),
                  words: z.described(z.string(), "The rule without its place in the request."),
                }),
              ),
              "With the code `infeasible`: rules and fields that contradict each other, each of them needed.",
            ),
          }),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
});

/** A pattern for names in any case and with surrounding spaces. */
function spelling(names: readonly string[]): string {
  const anyCase = (name: string) =>
    [...name]
      .map((letter) =>
        /[A-Za-z]/.test(letter)
          ? `[${letter.toUpperCase()}${letter.toLowerCase()}]`
          : letter.replace(/[^\w]/g, "\\$&"),
      )
      .join("");
  return `\\s*(?:${[...new Set(names)].map(anyCase).join("|")})\\s*`;
}

function oneOf(names: readonly string[]) {
  return z.enum([...new Set(names)] as [string, ...string[]]);
}
