import { type ErrorKind, LineupError } from "../shared/errors.ts";

const KINDS = {
  /** Another process writes to the folder. */
  "batch-locked": { kind: "input", status: 409, title: "Batch locked" },
  /** The folder holds another batch, or the parts are from different batches. */
  "other-batch": { kind: "input", status: 409, title: "Another batch" },
  /** Safely written data is missing. */
  "batch-damaged": { kind: "fault", status: 500, title: "Batch damaged" },
  /** The results cannot be written. */
  "batch-unwritable": { kind: "fault", status: 507, title: "Batch cannot be written" },
  /** The queue's server is gone or unsuitable. */
  "batch-queue": { kind: "fault", status: 503, title: "No queue" },
  /** The threads or workers cannot start. */
  "batch-workers": { kind: "fault", status: 503, title: "No workers" },
} as const satisfies Readonly<
  Record<string, { readonly kind: ErrorKind; readonly status: number; readonly title: string }>
>;

/** An error that stops a batch; its written results stay, and the same command resumes it. */
export class BatchError extends LineupError {
  override readonly name = "BatchError";

  constructor(code: keyof typeof KINDS, detail: string, cause?: unknown) {
    super(detail, { code, ...KINDS[code], cause });
  }
}
