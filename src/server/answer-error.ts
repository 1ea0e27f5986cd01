import { ServiceError } from "../client/service-error.ts";
import { ClosedError, LineupError } from "../errors.ts";
import { jsonApi, type Outgoing } from "./exchange.ts";
import { RefusedError } from "./refusal.ts";

/** How many error objects an answer lists; the first ones say enough. */
const LISTED_ERRORS = 20;

/** What a client is told of an error that is not one of this package's: nothing. The log has it. */
const INTERNAL_ERROR = {
  status: "500",
  code: "internal-error",
  title: "Internal error",
  detail: "The server failed. Quote the x-request-id of this answer when you report it.",
};

/** Seconds after which a client may try again when the server is closed. */
const CLOSED_RETRY_AFTER = 5;

/** An error as its answer: JSON:API error objects, never a stack trace. */
export function answerError(error: unknown): Outgoing {
  if (!(error instanceof LineupError)) return jsonApi(500, { errors: [INTERNAL_ERROR] });
  return jsonApi(error.status, { errors: error.toErrorObjects().slice(0, LISTED_ERRORS) }, headersOf(error));
}

function headersOf(error: LineupError): Readonly<Record<string, string>> {
  if (error instanceof RefusedError) return error.headers;
  if (error instanceof ClosedError) return { "retry-after": String(CLOSED_RETRY_AFTER) };
  if (error instanceof ServiceError && error.retryAfter !== null)
    return { "retry-after": String(Math.ceil(error.retryAfter)) };
  return {};
}
