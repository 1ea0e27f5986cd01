import { type ErrorObject, LineupError } from "./lineup-error.ts";

/**
 * A contest rules or scoring table that does not load. The error names the file, the path in it and the
 * reason.
 */
export class InvalidTableError extends LineupError {
  override readonly name = "InvalidTableError";
  readonly file: string;
  readonly path: string;

  constructor(file: string, path: string, reason: string, cause?: unknown) {
    super(`${file}: ${path === "" ? "" : `${path}: `}${reason}`, {
      code: "invalid-table",
      kind: "input",
      status: 500,
      title: "Invalid table",
      cause,
    });
    this.file = file;
    this.path = path;
  }
}

/** One fault of a file, with its line if it has one. */
export interface FileIssue {
  readonly line: number | null;
  readonly reason: string;
}

/** A file that cannot be read in the expected format. The error names the file and, if known, the line. */
export class InvalidFileError extends LineupError {
  override readonly name = "InvalidFileError";
  readonly file: string;
  /** The first issue's line. */
  readonly line: number | null;
  readonly issues: readonly FileIssue[];

  constructor(
    file: string,
    line: number | null,
    reason: string,
    cause?: unknown,
    others: readonly FileIssue[] = [],
  ) {
    const issues = [{ line, reason }, ...others];
    super(issues.map((issue) => fileIssueDetail(file, issue)).join(" "), {
      code: "invalid-file",
      kind: "input",
      status: 422,
      title: "Invalid file",
      cause,
    });
    this.file = file;
    this.line = line;
    this.issues = issues;
  }

  override toErrorObjects(): ErrorObject[] {
    return this.issues.map((issue) => ({
      status: String(this.status),
      code: this.code,
      title: this.title,
      detail: fileIssueDetail(this.file, issue),
    }));
  }
}

function fileIssueDetail(file: string, { line, reason }: FileIssue): string {
  return `${file}${line === null ? "" : `, line ${line}`}: ${reason}`;
}
