import { asking, INPUTS, pathOf } from "./support.ts";

/** What a request has instead of what is right. */
interface Wrong {
  readonly path?: string;
  readonly key?: string;
  readonly query?: string;
  readonly sport?: string;
  readonly method?: "GET";
  readonly body?: unknown;
  /** Fields of the body. */
  readonly change?: object;
  /** The type of an empty object as the body. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A fault, the status, code and source of its answer, and the request. */
type Refused = readonly [what: string, status: number, code: string, source: object, wrong: Wrong];

/** The request of a client with a key. */
export function wrongRequest(
  key: string,
  { path, query = "", sport, method, type, body = type ? {} : INPUTS.body, change, ...own }: Wrong,
): [string, RequestInit?] {
  const address = path ?? pathOf(own.key ?? key, query, sport);
  if (method === "GET") return [address];
  const headers = type === undefined ? own.headers : { "content-type": type };
  return [address, asking(change ? { ...INPUTS.body, ...change } : body, headers)];
}

/** Requests with one fault each. */
export const REFUSED: readonly Refused[] = [
  ["a key that is missing", 401, "api-key-missing", { parameter: "api_key" }, { key: "" }],
  ["a key that is unknown", 401, "api-key-unknown", { parameter: "api_key" }, { key: "nobody's" }],
  ["an unknown sport", 404, "unknown-sport", {}, { sport: "curling" }],
  ["an unknown path", 404, "unknown-path", {}, { path: "/v2/lineups" }],
  ["another method", 405, "method-not-allowed", {}, { method: "GET" }],
  ["another method of a page", 405, "method-not-allowed", {}, { path: "/health" }],
  ["an unknown parameter", 400, "invalid-parameter", { parameter: "page" }, { query: "page=2" }],
  ["a parameter given twice", 400, "invalid-parameter", { parameter: "count" }, { query: "count=1&count=2" }],
  ["a query count of 6", 400, "invalid-parameter", { parameter: "count" }, { query: "count=6" }],
  ["a query count of 1.0", 400, "invalid-parameter", { parameter: "count" }, { query: "count=1.0" }],
  ["an unknown include", 400, "invalid-parameter", { parameter: "include" }, { query: "include=teams" }],
  ["broken JSON", 400, "invalid-json", {}, { body: '{"book": bookA}' }],
  ["an empty body", 400, "invalid-json", {}, { body: "" }],
  ["text that is not UTF-8", 400, "invalid-encoding", {}, { body: Uint8Array.of(0x22, 0xff, 0x22) }],
  ["deep JSON", 400, "json-too-deep", {}, { body: "[".repeat(50) + "]".repeat(50) }],
  ["very deep broken JSON", 400, "json-too-deep", {}, { body: "[".repeat(100_000) }],
  ["a body announced as text", 415, "unsupported-media-type", {}, { type: "text/plain" }],
  ["a body in Latin-1", 415, "unsupported-media-type", {}, { type: "application/json; charset=iso-8859-1" }],
  [
    "a compressed body",
    415,
    "unsupported-media-type",
    {},
    { body: "{}", headers: { "content-encoding": "gzip" } },
  ],
  [
    "a JSON:API body with a charset",
    415,
    "unsupported-media-type",
    {},
    { type: "application/vnd.api+json; charset=utf-8" },
  ],
  [
    "a JSON:API body with an extension",
    415,
    "unsupported-media-type",
    {},
    { type: 'application/vnd.api+json; ext="https://x/y"' },
  ],
  [
    "who takes JSON:API only with an extension",
    406,
    "not-acceptable",
    {},
    { headers: { accept: 'application/vnd.api+json;ext="https://x/y,z", text/html' } },
  ],
  ["a body that is no object", 422, "invalid-field", { pointer: "" }, { body: "null" }],
  ["a field that is no field", 422, "unknown-field", { pointer: "/bok" }, { change: { bok: 1 } }],
  [
    "exclusions by the thousand",
    422,
    "pool-too-large",
    { pointer: "/exclude/players" },
    { change: { exclude: { players: new Array(400_000).fill(0) } } },
  ],
  [
    "minimums by the thousand",
    422,
    "too-many-positions",
    { pointer: "/positions" },
    { change: { positions: Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`P${at}`, 1])) } },
  ],
  ["a body count of 11", 422, "invalid-field", { pointer: "/count" }, { change: { count: 11 } }],
  ["a body count that is text", 422, "invalid-field", { pointer: "/count" }, { change: { count: "3" } }],
  ["an unknown contest", 422, "unknown-contest", { pointer: "/contest" }, { change: { contest: "tiers" } }],
  ["a cap below every lineup", 422, "infeasible", { pointer: "/cap" }, { change: { cap: 1 } }],
];
