import { type ErrorKind, LineupError } from "../shared/errors.ts";

const KINDS = {
  /** Another process writes there. */
  "batch-locked": { kind: "input", status: 409, title: "Batch locked" },
  /** The folder holds another batch, or parts do not belong together. */
  "other-batch": { kind: "input", status: 409, title: "Another batch" },
  /** What was written for certain is not there any more. */
  "batch-damaged": { kind: "fault", status: 500, title: "Batch damaged" },
  /** The results cannot be written. */
  "batch-unwritable": { kind: "fault", status: 507, title: "Batch cannot be written" },
  /** The server of the queue is gone, or of no use. */
  "batch-queue": { kind: "fault", status: 503, title: "No queue" },
  /** What runs the jobs cannot be had. */
  "batch-workers": { kind: "fault", status: 503, title: "No workers" },
} as const satisfies Readonly<
  Record<string, { readonly kind: ErrorKind; readonly status: number; readonly title: string }>
>;

/** What keeps a batch from going on; what it has written stays, and the same command goes on from there. */
export class BatchError extends LineupError {
  override readonly name = "BatchError";

  constructor(code: keyof typeof KINDS, detail: string, cause?: unknown) {
    super(detail, { code, ...KINDS[code], cause });
  }
}
