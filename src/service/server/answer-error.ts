import { ClosedError, type ErrorObject, LineupError } from "../../shared/errors.ts";
import { ServiceError } from "../client/service-error.ts";
import { jsonApi, type TextOutgoing } from "./exchange.ts";
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

/** The longest wait that an answer asks for, in seconds. */
const LONGEST_RETRY_AFTER = 300;

/** An error as its answer: JSON:API error objects, never a stack trace. */
export function answerError(error: unknown): TextOutgoing {
  if (!(error instanceof LineupError)) return jsonApi(500, { errors: [INTERNAL_ERROR] });
  const errors = error.toErrorObjects().slice(0, LISTED_ERRORS);
  return jsonApi(
    error.status,
    { errors: isOwnKeyRefused(error) ? errors.map(ofOwnKey) : errors },
    headersOf(error),
  );
}

/** The prediction service refuses the key of this server, which the caller has nothing to do with. */
function isOwnKeyRefused(error: LineupError): boolean {
  return error instanceof ServiceError && (error.upstreamStatus === 401 || error.upstreamStatus === 403);
}

function ofOwnKey(error: ErrorObject): ErrorObject {
  return {
    ...error,
    detail:
      "The prediction service refused this server's own key. Your key and your request are not at fault: tell whoever runs the server, and quote the x-request-id.",
  };
}

function headersOf(error: LineupError): Readonly<Record<string, string>> {
  if (error instanceof RefusedError) return error.headers;
  if (error instanceof ClosedError) return { "retry-after": String(CLOSED_RETRY_AFTER) };
  if (error instanceof ServiceError && error.retryAfter !== null)
    return { "retry-after": String(Math.min(LONGEST_RETRY_AFTER, Math.ceil(error.retryAfter))) };
  return {};
}
