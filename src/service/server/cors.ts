import { InvalidRequestError } from "../../shared/errors.ts";
import type { Incoming, Outgoing } from "./exchange.ts";

/** Seconds for which a browser need not ask again whether it may send a request. */
const PREFLIGHT_KEPT = 600;

/** What pages may send, and what they may read of an answer, besides what browsers always allow. */
const SENT = "authorization, content-type, if-none-match, x-request-id";
const READ = "etag, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id";

/** Lets pages of some origins read answers. */
export interface Cors {
  /** The headers that an answer to the request has because of its origin. */
  headers(call: Incoming): Readonly<Record<string, string>>;
  /** The answer to a browser that asks whether its page may send a request; null for every other request. */
  preflight(call: Incoming, methods: readonly string[]): Outgoing | null;
}

/**
 * Lets pages of these origins, such as `https://example.org`, read answers; `*` stands for all origins.
 * @throws InvalidRequestError for what is no origin
 */
export function corsOf(origins: readonly string[]): Cors {
  origins.forEach(checkOrigin);
  const isAny = origins.includes("*");

  function allowed(call: Incoming): string | null {
    const origin = call.header("origin");
    if (origin === null) return null;
    if (isAny) return "*";
    return origins.includes(origin) ? origin : null;
  }

  return {
    headers(call): Record<string, string> {
      if (origins.length === 0) return {};
      const origin = allowed(call);
      return {
        ...(!isAny && { vary: "origin" }),
        ...(origin !== null && {
          "access-control-allow-origin": origin,
          "access-control-expose-headers": READ,
        }),
      };
    },
    preflight(call, methods) {
      const isAsked = call.method === "OPTIONS" && call.header("access-control-request-method") !== null;
      if (!isAsked || allowed(call) === null) return null;
      const headers = {
        "access-control-allow-methods": methods.join(", "),
        "access-control-allow-headers": SENT,
        "access-control-max-age": String(PREFLIGHT_KEPT),
      };
      return { status: 204, headers, body: "" };
    },
  };
}

function checkOrigin(origin: string, index: number): void {
  if (origin === "*" || (URL.canParse(origin) && new URL(origin).origin === origin)) return;
  const pointer = `/origins/${index}`;
  const detail = `${pointer}: ${JSON.stringify(origin)} is no origin. Write one such as https://example.org, or *.`;
  throw new InvalidRequestError([{ code: "invalid-option", detail, source: { pointer } }]);
}
