import {
  ClosedError,
  type ErrorKind,
  type ErrorObject,
  type ErrorSource,
  LineupError,
} from "../../shared/errors.ts";
import { ServiceError } from "../client/service-error.ts";
import { jsonApi, type TextOutgoing } from "./exchange.ts";

/** The reasons for which the server itself refuses a request: the status and title of each. */
const REFUSALS = {
  "malformed-request": { status: 400, kind: "input", title: "Malformed request" },
  "invalid-encoding": { status: 400, kind: "input", title: "Broken text" },
  "invalid-json": { status: 400, kind: "input", title: "Broken JSON" },
  "json-too-deep": { status: 400, kind: "input", title: "JSON nested too deeply" },
  "invalid-parameter": { status: 400, kind: "input", title: "Invalid query parameter" },
  "api-key-missing": { status: 401, kind: "input", title: "API key missing" },
  "api-key-unknown": { status: 401, kind: "input", title: "API key unknown" },
  "not-authenticated": { status: 401, kind: "input", title: "Not authenticated" },
  "unknown-path": { status: 404, kind: "input", title: "Not found" },
  "unknown-sport": { status: 404, kind: "input", title: "Unknown sport" },
  "method-not-allowed": { status: 405, kind: "input", title: "Method not allowed" },
  "not-acceptable": { status: 406, kind: "input", title: "Not acceptable" },
  "request-timeout": { status: 408, kind: "input", title: "Request too slow" },
  "body-too-large": { status: 413, kind: "input", title: "Body too large" },
  "unsupported-media-type": { status: 415, kind: "input", title: "Unsupported media type" },
  "rate-limited": { status: 429, kind: "input", title: "Too many requests" },
  "headers-too-large": { status: 431, kind: "input", title: "Headers too large" },
  "queue-full": { status: 503, kind: "stopped", title: "Busy" },
  stopping: { status: 503, kind: "stopped", title: "Stopping" },
} as const satisfies Record<string, { status: number; kind: ErrorKind; title: string }>;

export type RefusalCode = keyof typeof REFUSALS;

/** A request that the server refuses before, or instead of, optimizing. */
export class RefusedError extends LineupError {
  override readonly name = "RefusedError";
  /** The answer's headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: RefusalCode,
    detail: string,
    {
      source,
      headers = {},
      cause,
    }: {
      readonly source?: ErrorSource;
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail, { code, ...REFUSALS[code], source, cause });
    this.headers = headers;
  }
}

/** The maximum number of error objects in an answer. */
const LISTED_ERRORS = 20;

/** The answer to an unexpected error. It reveals nothing; the log has the error. */
const INTERNAL_ERROR = {
  status: "500",
  code: "internal-error",
  title: "Internal error",
  detail: "The server failed. Quote the x-request-id of this answer when you report it.",
};

/** The `Retry-After` in seconds when the server is closed. */
const CLOSED_RETRY_AFTER = 5;

/** The largest `Retry-After` of an answer, in seconds. */
const LONGEST_RETRY_AFTER = 300;

/** Converts an error to its answer: JSON:API error objects, never a stack trace. */
export function answerError(error: unknown): TextOutgoing {
  if (!(error instanceof LineupError)) return jsonApi(500, { errors: [INTERNAL_ERROR] });
  const errors = error.toErrorObjects().slice(0, LISTED_ERRORS);
  return jsonApi(
    error.status,
    { errors: isOwnKeyRefused(error) ? errors.map(ofOwnKey) : errors },
    headersOf(error),
  );
}

/** Whether the prediction service refuses this server's key, which is not the caller's fault. */
function isOwnKeyRefused(error: LineupError): boolean {
  return error instanceof ServiceError && (error.upstreamStatus === 401 || error.upstreamStatus === 403);
}

function ofOwnKey(error: ErrorObject): ErrorObject {
  return {
    ...error,
    detail:
      "The prediction service refused this server's own key. Your key and your request are not at fault: contact the server's operator and quote the x-request-id.",
  };
}

function headersOf(error: LineupError): Readonly<Record<string, string>> {
  if (error instanceof RefusedError) return error.headers;
  if (error instanceof ClosedError) return { "retry-after": String(CLOSED_RETRY_AFTER) };
  if (error instanceof ServiceError && error.retryAfter !== null)
    return { "retry-after": String(Math.min(LONGEST_RETRY_AFTER, Math.ceil(error.retryAfter))) };
  return {};
}
