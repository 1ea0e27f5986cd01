import type { Catalog } from "../../contests/catalog/catalog.ts";
import { type ContestTable, ruleWords } from "../../contests/constraints/readers/contest-table.ts";
import { BOOK_VALUES, bookNamed } from "../../shared/books.ts";
import { turn } from "../../shared/clock.ts";
import { isCaptains } from "../../shared/roster.ts";
import { fantasyLineupDocumentSchema } from "../../shared/schema/lineups.ts";
import { portfolioSchema } from "../../shared/schema/portfolio.ts";
import { lineupRequestSchema } from "../../shared/schema/request.ts";
import * as z from "../../shared/schema/zod.ts";
import { JSON_API } from "./exchange.ts";
import type { HandlerLimits } from "./handler-limits.ts";
import { FIELD_NAMES, INCLUDES, PROPERTIES, QUERY_COUNT } from "./request/head.ts";
import { solvingFields } from "./request/portfolio.ts";
import { LINEUP_PATHS, LINEUPS, type LineupPath, lineupPath, PAGES, type Page } from "./routes.ts";
import { packageVersion } from "./version.ts";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** A schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1; `io` is `input` for what callers send. */
function jsonSchemaOf(schema: z.core.$ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io }) as JsonObject;
  return rest;
}

export function requestSchema(contests: readonly ContestTable[], limits: HandlerLimits) {
  const { players, games } = lineupRequestSchema.shape;
  const { most } = LINEUPS["lineup-optimizer"];
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
      z.whole(1, most),
      `How many lineups, 1 to ${most}; it overrides the query; 3 if neither has one.`,
    ),
  });
}

function portfolioRequestSchema(contests: readonly ContestTable[], limits: HandlerLimits) {
  const { most } = LINEUPS["lineup-portfolio"];
  const count = (end: string) => z.optional(z.whole(1, most), `How many lineups, 1 to ${most}${end}.`);
  return z.extend(requestSchema(contests, limits), {
    count: count(", if the portfolio does not give it"),
    portfolio: z.optional(
      z.extend(portfolioSchema, { lineups: count("") }),
      "The rules that the lineups satisfy together. Players are named as in the projections.",
    ),
    ...solvingFields,
  });
}

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

const [textOrNull, numberOrNull] = [z.nullable(z.string()), z.nullable(z.number())];
const conflictSchema = z.object({
  ...{ constraint: z.string(), pointer: textOrNull, kind: z.string(), detail: z.string() },
  words: z.described(z.string(), "The rule without its place in the request."),
  entry: z.described(textOrNull, "GUID of the included player or team."),
  slot: textOrNull,
  limit: z.described(numberOrNull, "The rule's number, such as the cap."),
  cost: z.described(numberOrNull, "For a cap, the cheapest lineup's cost; for an entry, its salary."),
  leastCost: z.described(
    numberOrNull,
    "For a cap, the least cost of players who keep the other rules named.",
  ),
});

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
              z.array(conflictSchema),
              "With the code `infeasible`: rules and fields that contradict each other, each of them needed.",
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

/** The server's OpenAPI 3.1 document. It takes long to build, so other work runs after each sport. */
export async function openApiDocument(
  catalog: Catalog,
  sports: readonly string[],
  limits: HandlerLimits,
  prefix = "",
): Promise<JsonObject> {
  const paths: Record<string, JsonObject> = {};
  const schemas: Record<string, JsonObject> = {
    FantasyLineups: jsonSchemaOf(answerSchema, "output"),
    Errors: jsonSchemaOf(errorSchema, "output"),
  };
  for (const sport of sports) {
    const contests = catalog.contests.filter((table) => table.sport === sport);
    const request = jsonSchemaOf(requestSchema(contests, limits), "input");
    await turn();
    const { $defs, ...portfolio } = jsonSchemaOf(portfolioRequestSchema(contests, limits), "input");
    const whole = { "lineup-optimizer": request, "lineup-portfolio": shared(portfolio) };
    Object.assign(schemas, shared($defs ?? {}));
    for (const kind of LINEUP_PATHS) {
      const name = schemaName(sport, kind);
      schemas[name] = whole[kind];
      paths[lineupPath(sport, kind)] = { post: lineupOperation(sport, kind, name, contests, limits) };
    }
    await turn();
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Daily fantasy lineup optimizer",
      version: packageVersion(),
      description:
        "The N best legal lineups of a contest, proved best. Requests and answers follow the JSON:API format; a repeated request has the same answer as long as the projections stay the same.",
    },
    servers: [{ url: `${prefix}/` }],
    paths: {
      ...paths,
      ...Object.fromEntries(Object.keys(PAGES).map((name) => [`/${name}`, { get: pageOperation(name) }])),
    },
    components: {
      schemas,
      securitySchemes: {
        apiKey: { type: "apiKey", in: "query", name: "api_key" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
  };
}

function lineupOperation(
  sport: string,
  kind: LineupPath,
  schema: string,
  contests: readonly ContestTable[],
  limits: HandlerLimits,
): JsonObject {
  return {
    operationId: `${LINEUPS[kind].operation}-${sport}`,
    summary: `${LINEUPS[kind].words} of a contest of ${sport.replaceAll("-", " ")}`,
    description: `A body has at most ${limits.maxBody} bytes; a request takes at most ${limits.timeLimit} ms. An API key has ${limits.requestsPerKey} requests in 5 minutes.`,
    security: [{ apiKey: [] }, { bearer: [] }],
    parameters: [
      parameter("include", "Related resources to add to `included`, separated by commas.", {
        style: "form",
        explode: false,
        schema: { type: "array", items: { type: "string", enum: [...INCLUDES] } },
      }),
      parameter("count", "How many lineups, if the body has no count.", {
        schema: { type: "integer", minimum: 1, maximum: QUERY_COUNT, default: 3 },
      }),
      parameter(
        "fields",
        "The attributes to return, separated by commas: `fields[FantasyLineup]` for the lineups, `fields[selections]` and `fields[defenseSpecialTeams]` for entities included through that relationship. Other names have no effect.",
        { style: "deepObject", explode: true, schema: { type: "object", properties: TEXT_FIELDS } },
      ),
      parameter(PROPERTIES, "An attribute of the lineups to return; may be given several times.", {
        style: "form",
        explode: true,
        schema: { type: "array", items: { type: "string" } },
      }),
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${schema}` },
          examples: Object.fromEntries(
            contests.map((table) => {
              const extra = kind === "lineup-portfolio" ? PORTFOLIO : {};
              const name = `${bookNamed(table.book).vendor} ${table.contest}`;
              return [name, { value: { ...exampleOf(table), ...extra } }];
            }),
          ),
        },
      },
    },
    responses: optimizerResponses(),
    // Only one of a sport's paths lists its contests.
    ...(kind === "lineup-optimizer" && { "x-contests": contests.map(summaryOf) }),
  };
}

const TEXT_FIELDS = Object.fromEntries(FIELD_NAMES.map((name) => [name, { type: "string" }]));

function parameter(name: string, description: string, rest: JsonObject): JsonObject {
  return { name, in: "query", description, required: false, ...rest };
}

function shared<Part extends Json>(schema: Part): Part {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Part;
}

const PORTFOLIO = { portfolio: { lineups: 20, unique: 2, exposure: [{ each: "player", most: "50%" }] } };

function schemaName(sport: string, kind: LineupPath): string {
  const words = sport.split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return words.join("") + LINEUPS[kind].schema;
}

const ERRORS: Readonly<Record<string, string>> = {
  400: "The body is not JSON (the detail says where), a query parameter is wrong, or the request is not HTTP/1.1.",
  401: "The API key is missing or unknown; WWW-Authenticate says how to authenticate.",
  404: "The sport or the path is not served.",
  405: "The method is not allowed; the header Allow lists the allowed ones.",
  406: "The caller does not accept a JSON:API document, or only with extensions or parameters.",
  408: "The request did not arrive in time. The connection is closed.",
  413: "The body is too large. The connection is closed.",
  415: "The Content-Type is neither JSON in UTF-8 nor JSON:API without parameters, or the body is compressed.",
  422: "The body breaks its schema or contradicts itself (source.pointer says where), or no lineup satisfies it (code `infeasible`, with meta.conflicts).",
  429: "The API key has used up its requests for 5 minutes.",
  431: "The request's line and headers are too long. The connection is closed.",
  500: "The server failed. Quote the x-request-id.",
  502: "The prediction service failed, and no older projections were available.",
  503: "The queue is full, or the server is stopping.",
  504: "The time limit was reached before the projections were read or the lineups were proved best.",
};

const header = (description: string, type = "string") => ({ description, schema: { type } });

const requestId = header("The caller's x-request-id if it is short and plain, else a new one.");
const retryAfter = header("Seconds to wait.", "integer");
const rateLimits = {
  ratelimit: header(
    "The API key's remaining requests (`r`), and the seconds until all are available again (`t`).",
  ),
  "ratelimit-policy": header("The requests that an API key has (`q`) per window of `w` seconds."),
};

function optimizerResponses(): JsonObject {
  const errors = Object.entries(ERRORS).map(([status, description]) => [
    status,
    {
      description,
      headers: {
        "x-request-id": requestId,
        ...(["429", "503"].includes(status) && { "retry-after": retryAfter }),
      },
      content: { [JSON_API]: { schema: { $ref: "#/components/schemas/Errors" } } },
    },
  ]);
  return {
    200: {
      description: "The best lineups, best first; fewer than requested if no more exist.",
      headers: { "x-request-id": requestId, ...rateLimits },
      content: { [JSON_API]: { schema: { $ref: "#/components/schemas/FantasyLineups" } } },
    },
    ...Object.fromEntries(errors),
  };
}

function pageOperation(name: string): JsonObject {
  const { summary, answer, type } = PAGES[name as Page];
  const notReady = { description: "The server is stopping, or the prediction service has not answered yet." };
  return {
    operationId: name.replace(".json", ""),
    summary,
    responses: {
      200: { description: answer, content: { [type]: {} } },
      ...(name === "ready" && { 503: notReady }),
    },
  };
}

function summaryOf(table: ContestTable): JsonObject {
  const { minimum, maximum } = table.games;
  const exact = minimum === maximum ? `exactly ${minimum}` : `${minimum} to ${maximum}`;
  const { limits, offers } = ruleWords(table);
  return {
    book: table.book,
    contest: table.contest,
    slots: table.slots.map((slot) => `${slot.name} ${slot.count} (${slot.accepts.join(" ")})`).join(", "),
    positions: table.positions
      .map(({ name, aliases }) => (aliases.length === 0 ? name : `${name} (or ${aliases.join(", ")})`))
      .join(", "),
    salaryCap: table.salaryCap?.default ?? "none",
    games: maximum === null ? `${minimum} or more` : exact,
    rules: [...limits, ...offers.map((words) => `may ${words}`)].join("; ") || "none",
  };
}

function exampleOf(table: ContestTable): JsonObject {
  const salaries = table.slots.some(isCaptains) ? { salary: 6000, captainSalary: 9000 } : { salary: 6000 };
  const players = table.positions
    .filter((position) => position.entry === "player")
    .map(({ name }, index) => ({ player: exampleGuid("a", index), position: name, ...salaries }));
  const teams = table.positions
    .filter((position) => position.entry === "team")
    .map((_, index) => ({ team: exampleGuid("b", index), ...salaries }));
  return {
    book: table.book,
    contest: table.contest,
    games: Array.from({ length: table.games.minimum }, (_, index) => exampleGuid("c", index)),
    players,
    ...(teams.length > 0 && { teams }),
    ...(table.salaryCap !== null && { cap: table.salaryCap.default }),
    count: 3,
  };
}

function exampleGuid(kind: string, index: number): string {
  return `${kind}0000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`;
}
