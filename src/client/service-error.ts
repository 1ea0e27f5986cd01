import { LineupError } from "../errors.ts";

/** What an upstream failure tells beside its message. */
export interface ServiceErrorFields {
  /** Null where no answer came. */
  readonly upstreamStatus?: number | undefined;
  /** How often the request was tried. */
  readonly attempts?: number | undefined;
  /** Seconds, as the service's last answer asked. */
  readonly retryAfter?: number | undefined;
  /** JSON pointer into the answer, where its content is wrong. */
  readonly path?: string | undefined;
  readonly cause?: unknown;
}

/** What is wrong upstream: an error status, no answer, an answer that is not what it should be, pages that do not add up, too late. */
export type ServiceFailure =
  | "upstream-status"
  | "upstream-unreachable"
  | "upstream-invalid"
  | "upstream-inconsistent"
  | "upstream-timeout";

/** The prediction service failed. Status 502. Neither the message nor the cause holds the API key. */
export class ServiceError extends LineupError {
  override readonly name: string = "ServiceError";
  readonly upstreamStatus: number | null;
  readonly attempts: number;
  readonly retryAfter: number | null;
  readonly path: string | null;

  constructor(code: ServiceFailure, detail: string, fields: ServiceErrorFields = {}) {
    const late = code === "upstream-timeout";
    super(detail, {
      code,
      kind: "upstream",
      status: late ? 504 : 502,
      title: late ? "Prediction service too slow" : "Prediction service failed",
      cause: fields.cause,
    });
    this.upstreamStatus = fields.upstreamStatus ?? null;
    this.attempts = fields.attempts ?? 1;
    this.retryAfter = fields.retryAfter ?? null;
    this.path = fields.path ?? null;
  }
}

/** The prediction service did not answer within the limits of time. Status 504. */
export class ServiceTimeoutError extends ServiceError {
  override readonly name: string = "ServiceTimeoutError";

  constructor(detail: string, fields: ServiceErrorFields = {}) {
    super("upstream-timeout", detail, fields);
  }
}
