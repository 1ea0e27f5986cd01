import { type ErrorKind, LineupError } from "../shared/errors.ts";

const KINDS = {
  "batch-locked": { kind: "input", status: 409, title: "Batch locked" },
  "other-batch": { kind: "input", status: 409, title: "Another batch" },
  "batch-folder": { kind: "input", status: 422, title: "Unsuitable folder" },
  "batch-unwritable": { kind: "fault", status: 507, title: "Batch cannot be written" },
  "batch-queue": { kind: "fault", status: 503, title: "No queue" },
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

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  EFBIG: "the file would be larger than is allowed",
  EACCES: "the permission is missing",
  EROFS: "the disk is read-only",
  EEXIST: "it is a file",
  ENOTDIR: "it is in a file, not in a folder",
  ENOENT: "folders cannot be made there",
};

export function whyUnwritable(cause: unknown): string {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  return WHY[code] ?? message;
}

/** @throws BatchError that says why `file` cannot be written, and how to continue */
export async function writing<Result>(file: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof LineupError) throw cause;
    throw new BatchError(
      "batch-unwritable",
      `${file}: cannot be written: ${whyUnwritable(cause)}. Everything reported as written is safe. Fix the cause and run the same command, which continues from there.`,
      cause,
    );
  }
}
