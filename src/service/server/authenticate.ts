import { hash } from "node:crypto";
import { InvalidRequestError } from "../../shared/errors.ts";
import type { ApiKeys } from "./api-keys.ts";
import type { Incoming } from "./exchange.ts";
import { RefusedError } from "./refusal.ts";

/** What an authentication sees of a request: all but its body. */
export type RequestHead = Pick<Incoming, "method" | "target" | "header">;

/** Gives the caller of a request, by any name that tells callers apart; null refuses the request with 401. */
export type Authenticate = (request: RequestHead) => string | null | Promise<string | null>;

/** Gives the hash of a request's caller: rates, queues and log lines know a caller by it. */
export type CallerOf = (request: RequestHead, apiKey: string | null) => Promise<string>;

/** What a 401 says of how to authenticate, where the host does not say it. */
const DEFAULT_CHALLENGE = "Bearer";

/** Callers as the host's own function knows them. @throws InvalidRequestError for a challenge that is no header. */
export function hostCallers(authenticate: Authenticate, challenge = DEFAULT_CHALLENGE): CallerOf {
  if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(challenge)) {
    const detail = "The option challenge must be what WWW-Authenticate says, such as Bearer.";
    throw new InvalidRequestError([{ code: "invalid-option", detail, source: { pointer: "/challenge" } }]);
  }
  return async (request) => {
    const caller = await authenticate(request);
    if (typeof caller === "string") return hash("sha256", caller, "hex");
    throw new RefusedError(
      "not-authenticated",
      "The request is not authenticated. Authenticate as the header WWW-Authenticate says.",
      { headers: { "www-authenticate": challenge } },
    );
  };
}

/** Callers by the API key in the query. */
export function keyCallers(keys: ApiKeys): CallerOf {
  return async (_, apiKey) => keys.verify(apiKey);
}
