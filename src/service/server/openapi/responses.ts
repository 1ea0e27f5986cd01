import { JSON_API } from "../exchange.ts";
import type { JsonObject } from "./json-schema.ts";

/** The description and headers of each error status of the optimizer. */
const ERRORS: Readonly<Record<string, { readonly description: string; readonly retry?: boolean }>> = {
  400: {
    description:
      "The body is not JSON (the detail says where), a query parameter is wrong, or the request is not HTTP/1.1.",
  },
  401: { description: "The API key is missing or unknown; WWW-Authenticate says how to authenticate." },
  404: { description: "The sport or the path is not served." },
  405: { description: "The method is not allowed; the header Allow lists the allowed ones." },
  406: {
    description: "The caller does not accept a JSON:API document, or only with extensions or parameters.",
  },
  408: { description: "The request did not arrive in time. The connection is closed." },
  413: { description: "The body is too large. The connection is closed." },
  415: {
    description:
      "The Content-Type is neither JSON in UTF-8 nor JSON:API without parameters, or the body is compressed.",
  },
  422: {
    description:
      "The body breaks its schema or contradicts itself (source.pointer says where), or no lineup satisfies it (code `infeasible`, with meta.conflicts).",
  },
  429: { description: "The API key has used up its requests for 5 minutes.", retry: true },
  431: { description: "The request's line and headers are too long. The connection is closed." },
  500: { description: "The server failed. Quote the x-request-id." },
  502: { description: "The prediction service failed, and no older projections were available." },
  503: { description: "The queue is full, or the server is stopping.", retry: true },
  504: {
    description:
      "The time limit was reached before the projections were read or the lineups were proved best.",
  },
};

const requestId = {
  description: "The caller's x-request-id if it is short and plain, else a new one.",
  schema: { type: "string" },
};
const rateLimit = {
  description: "The API key's remaining requests (`r`), and the seconds until all are available again (`t`).",
  schema: { type: "string" },
};
const rateLimitPolicy = {
  description: "The requests that an API key has (`q`) per window of `w` seconds.",
  schema: { type: "string" },
};
const retryAfter = { description: "Seconds to wait.", schema: { type: "integer" } };

/** The optimizer's responses by status. */
export function optimizerResponses(): JsonObject {
  const errors = Object.entries(ERRORS).map(([status, { description, retry }]) => [
    status,
    {
      description,
      headers: { "x-request-id": requestId, ...(retry && { "retry-after": retryAfter }) },
      content: { [JSON_API]: { schema: { $ref: "#/components/schemas/Errors" } } },
    },
  ]);
  return {
    200: {
      description: "The best lineups, best first; fewer than asked for when no more exist.",
      headers: { "x-request-id": requestId, ratelimit: rateLimit, "ratelimit-policy": rateLimitPolicy },
      content: { [JSON_API]: { schema: { $ref: "#/components/schemas/FantasyLineups" } } },
    },
    ...Object.fromEntries(errors),
  };
}

/** A page's responses: one success, and `others`. */
export function pageResponses(description: string, type: string, others: JsonObject = {}): JsonObject {
  return { 200: { description, content: { [type]: {} } }, ...others };
}
