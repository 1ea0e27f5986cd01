import { LineupError } from "../../shared/errors.ts";

export interface ServiceErrorFields {
  /** The HTTP status of the service's answer; absent if there was no answer. */
  readonly upstreamStatus?: number | undefined;
  readonly attempts?: number | undefined;
  /** Seconds to wait, as requested by the service's last answer. */
  readonly retryAfter?: number | undefined;
  /** JSON pointer into the answer, if its content is wrong. */
  readonly path?: string | undefined;
  readonly cause?: unknown;
}

/** The kinds of failure: an error status, no answer, an invalid answer, inconsistent pages, or a timeout. */
export type ServiceFailure =
  | "upstream-status"
  | "upstream-unreachable"
  | "upstream-invalid"
  | "upstream-inconsistent"
  | "upstream-timeout";

/** The prediction service failed. Status 502, or 504 for a timeout. Never contains the API key. */
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

/** The prediction service did not answer within the time limits. Status 504. */
export class ServiceTimeoutError extends ServiceError {
  override readonly name: string = "ServiceTimeoutError";

  constructor(detail: string, fields: ServiceErrorFields = {}) {
    super("upstream-timeout", detail, fields);
  }
}
