import { type ErrorObject, type ErrorSource, LineupError, plain } from "./lineup-error.ts";

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

/** One fault of a request. `code` identifies the kind of fault, `source` points at the field. */
export interface RequestIssue {
  readonly code: string;
  readonly detail: string;
  readonly source?: ErrorSource;
}

/** A request (body, projections or options) that breaks its schema or contradicts itself. Status 422. */
export class InvalidRequestError extends LineupError {
  override readonly name = "InvalidRequestError";
  readonly issues: readonly RequestIssue[];
  readonly #written: readonly [RequestIssue, ...RequestIssue[]];

  /** Details may have references, which `issues` has by the request's own names. */
  constructor(issues: readonly [RequestIssue, ...RequestIssue[]]) {
    super(issues.map((issue) => issue.detail).join(" "), {
      code: issues[0].code,
      kind: "input",
      status: 422,
      title: "Invalid request",
      source: issues[0].source,
    });
    this.issues = issues.map((issue) => ({ ...issue, detail: plain(issue.detail) }));
    this.#written = issues;
  }

  /** The issues with the references in their details. */
  get written(): readonly [RequestIssue, ...RequestIssue[]] {
    return this.#written;
  }

  override reworded(change: (detail: string, issue: RequestIssue) => string): InvalidRequestError {
    const [first, ...rest] = this.#written.map((issue) => ({
      ...issue,
      detail: change(issue.detail, issue),
    }));
    return new InvalidRequestError([first!, ...rest]);
  }

  override toErrorObjects(): ErrorObject[] {
    return this.issues.map((issue) => ({
      status: String(this.status),
      code: issue.code,
      title: this.title,
      detail: issue.detail,
      ...(issue.source && { source: issue.source }),
    }));
  }
}

/**
 * No rules table describes this sport, book and contest. `known` lists the contests with a table. Status 422.
 */
export class UnknownContestError extends LineupError {
  override readonly name = "UnknownContestError";
  readonly known: readonly string[];

  /** @param known the known contests, each as `<sport> <book> <contest>`. */
  constructor(
    wanted: Readonly<Record<"sport" | "book" | "contest", string | undefined>>,
    known: readonly string[],
    source?: ErrorSource,
  ) {
    const { sport, book, contest } = wanted;
    const hasSport = sport === undefined || known.some((name) => name.startsWith(`${sport} `));
    const what = hasSport
      ? `No rules for ${[sport, book, contest].filter((name) => name !== undefined).join(" ")}.`
      : `${sport} is not supported.`;
    super(`${what} Known contests: ${known.join("; ")}.`, {
      code: "unknown-contest",
      kind: "input",
      status: 422,
      title: "Unknown contest",
      source,
    });
    this.known = known;
  }
}

/** No scoring table describes this sport and book. `known` lists those with a table. Status 422. */
export class UnknownScoringError extends LineupError {
  override readonly name = "UnknownScoringError";
  readonly known: readonly string[];

  constructor(wanted: string, known: readonly string[], source?: ErrorSource) {
    super(`No scoring table for ${wanted}. Known ones: ${known.join("; ")}.`, {
      code: "unknown-scoring",
      kind: "input",
      status: 422,
      title: "Unknown scoring table",
      source,
    });
    this.known = known;
  }
}

/** Refuses an option; `pointer` is its JSON pointer. @throws InvalidRequestError with the code `invalid-option` */
export function refuseOption(pointer: string, detail: string): never {
  throw new InvalidRequestError([{ code: "invalid-option", detail, source: { pointer } }]);
}
