import { ClosedError, type ErrorSource, LineupError } from "../../shared/errors.ts";
import { ServiceError } from "../client/service-error.ts";
import { jsonApi, type TextOutgoing } from "./exchange.ts";

const REFUSALS = {
  "malformed-request": [400, "Malformed request"],
  "invalid-encoding": [400, "Broken text"],
  "invalid-json": [400, "Broken JSON"],
  "json-too-deep": [400, "JSON nested too deeply"],
  "invalid-parameter": [400, "Invalid query parameter"],
  "api-key-missing": [401, "API key missing"],
  "api-key-unknown": [401, "API key unknown"],
  "not-authenticated": [401, "Not authenticated"],
  "unknown-path": [404, "Not found"],
  "unknown-sport": [404, "Unknown sport"],
  "method-not-allowed": [405, "Method not allowed"],
  "not-acceptable": [406, "Not acceptable"],
  "request-timeout": [408, "Request too slow"],
  "body-too-large": [413, "Body too large"],
  "unsupported-media-type": [415, "Unsupported media type"],
  "rate-limited": [429, "Too many requests"],
  "headers-too-large": [431, "Headers too large"],
  "queue-full": [503, "Busy"],
  stopping: [503, "Stopping"],
} as const;

interface RefusalFields {
  readonly source?: ErrorSource | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

export class RefusedError extends LineupError {
  override readonly name = "RefusedError";
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: keyof typeof REFUSALS,
    detail: string,
    { source, headers = {}, cause }: RefusalFields = {},
  ) {
    const [status, title] = REFUSALS[code];
    super(detail, { code, kind: status === 503 ? "stopped" : "input", status, title, source, cause });
    this.headers = headers;
  }
}

const LISTED_ERRORS = 20;

/** The answer to an unexpected error. It reveals nothing; the log has the error. */
const INTERNAL_ERROR = {
  status: "500",
  code: "internal-error",
  title: "Internal error",
  detail: "The server failed. Quote the x-request-id of this answer when you report it.",
};

const CLOSED_RETRY_AFTER = 5;

const LONGEST_RETRY_AFTER = 300;

export function answerError(error: unknown): TextOutgoing {
  if (!(error instanceof LineupError)) return jsonApi(500, { errors: [INTERNAL_ERROR] });
  const errors = error.toErrorObjects().slice(0, LISTED_ERRORS);
  if (error instanceof ServiceError && [401, 403].includes(error.upstreamStatus ?? 0)) {
    const detail =
      "The prediction service refused this server's own key. Your key and your request are not at fault: contact the server's operator and quote the x-request-id.";
    return jsonApi(error.status, { errors: errors.map((one) => ({ ...one, detail })) });
  }
  return jsonApi(error.status, { errors }, headersOf(error));
}

function headersOf(error: LineupError): Readonly<Record<string, string>> {
  if (error instanceof RefusedError) return error.headers;
  if (error instanceof ClosedError) return { "retry-after": String(CLOSED_RETRY_AFTER) };
  if (error instanceof ServiceError && error.retryAfter !== null)
    return { "retry-after": String(Math.min(LONGEST_RETRY_AFTER, Math.ceil(error.retryAfter))) };
  return {};
}
