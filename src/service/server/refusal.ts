import { type ErrorKind, type ErrorSource, LineupError } from "../../shared/errors.ts";

/** Why the server itself turns a request down: the status and title of each reason. */
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

/** A request that the server turns down before, or instead of, optimizing. */
export class RefusedError extends LineupError {
  override readonly name = "RefusedError";
  /** Headers that the answer carries, names in lower case. */
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
