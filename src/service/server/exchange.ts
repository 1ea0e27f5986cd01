import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { refuseOption } from "../../shared/errors.ts";
import { readStream } from "../client/abort.ts";

/** A request as the handler reads it, independent of the server or framework that received it. */
export interface Incoming {
  readonly method: string;
  /** The path and the query, as on the request line. */
  readonly target: string;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Why the request must be refused although it could be parsed; null for a valid request. */
  readonly fault: string | null;
  /** A header's value by its name in lower case; null if absent. */
  header(name: string): string | null;
  /** The body, at most `limit` bytes of it; null if there is more. Called at most once. */
  body(limit: number): Promise<Uint8Array | null>;
}

export interface Outgoing {
  readonly status: number;
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export const JSON_API = "application/vnd.api+json";

export type TextOutgoing = Outgoing & { readonly body: string };

export function jsonApi(
  status: number,
  document: unknown,
  headers: Readonly<Record<string, string>> = {},
): TextOutgoing {
  const all = { "content-type": JSON_API, ...NO_STORE, ...headers };
  return { status, headers: all, body: JSON.stringify(document) };
}

/** Headers of JSON:API answers. No cache may store them, because they belong to the caller. */
const NO_STORE = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

export const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 304]);

export function incomingOf(request: Request): Incoming {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    signal: request.signal,
    fault: null,
    header: (name) => request.headers.get(name),
    body: (limit) => readStream(request.body, limit),
  };
}

/** The handler's answer as a Web `Response`; the server sets the header `connection` itself. */
export function responseOf({ status, headers, body }: Outgoing, method: string): Response {
  const { connection: _, ...kept } = headers;
  const isEmpty = method === "HEAD" || BODILESS_STATUSES.has(status);
  type WebBody = ConstructorParameters<typeof Response>[0];
  return new Response(isEmpty ? null : (body as WebBody), { status, headers: kept });
}

const LEAST_COMPRESSED_BYTES = 1_400;

const compress = promisify(gzip);

export async function encode(call: Incoming, answer: Outgoing): Promise<Outgoing> {
  const { body, status } = answer;
  if (body.length < LEAST_COMPRESSED_BYTES) return answer;
  const vary = [answer.headers["vary"], "accept-encoding"].filter(Boolean).join(", ");
  const headers = { ...answer.headers, vary };
  if (!acceptsCoding(call, "gzip")) return { ...answer, headers };
  return { status, headers: { ...headers, "content-encoding": "gzip" }, body: await compress(body) };
}

function acceptsCoding(call: Incoming, coding: string): boolean {
  const weights = new Map(
    (call.header("accept-encoding") ?? "").split(",").map((part): [string, number] => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith("q="));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  return (weights.get(coding) ?? weights.get("*") ?? 0) > 0;
}

const PREFLIGHT_SECONDS = 600;

const REQUEST_HEADERS = "authorization, content-type, x-request-id";
const ANSWER_HEADERS = "ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id";

/** Lets pages of these origins read answers; `*` allows all. @throws InvalidRequestError */
export function corsOf(origins: readonly string[]) {
  origins.forEach(checkOrigin);
  const isAny = origins.includes("*");

  const allowed = (call: Incoming): string | null => {
    const origin = call.header("origin");
    if (isAny && origin !== null) return "*";
    return origin !== null && origins.includes(origin) ? origin : null;
  };

  return {
    headers(call: Incoming): Record<string, string> {
      const origin = allowed(call);
      return {
        ...(origins.length > 0 && !isAny && { vary: "origin" }),
        ...(origin !== null && {
          "access-control-allow-origin": origin,
          "access-control-expose-headers": ANSWER_HEADERS,
        }),
      };
    },
    preflight(call: Incoming, methods: readonly string[]): Outgoing | null {
      const isAsked = call.method === "OPTIONS" && call.header("access-control-request-method") !== null;
      if (!isAsked || allowed(call) === null) return null;
      const headers = {
        "access-control-allow-methods": methods.join(", "),
        "access-control-allow-headers": REQUEST_HEADERS,
        "access-control-max-age": String(PREFLIGHT_SECONDS),
      };
      return { status: 204, headers, body: "" };
    },
  };
}

function checkOrigin(origin: string, index: number): void {
  if (origin === "*" || (URL.canParse(origin) && new URL(origin).origin === origin)) return;
  const pointer = `/origins/${index}`;
  refuseOption(
    pointer,
    `${pointer}: ${JSON.stringify(origin)} is not an origin. Write one such as https://example.org, or *.`,
  );
}
