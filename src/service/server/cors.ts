import { refuseOption } from "../../shared/errors.ts";
import type { Incoming, Outgoing } from "./exchange.ts";

const PREFLIGHT_SECONDS = 600;

const REQUEST_HEADERS = "authorization, content-type, x-request-id";
/** Answer headers that pages may read in addition to those that CORS always allows. */
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
    /** The answer to a preflight request; null for every other request. */
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
