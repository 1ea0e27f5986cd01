import { type ErrorObject, type ErrorSource, LineupError } from "./lineup-error.ts";

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

  constructor(issues: readonly [RequestIssue, ...RequestIssue[]]) {
    super(issues.map((issue) => issue.detail).join(" "), {
      code: issues[0].code,
      kind: "input",
      status: 422,
      title: "Invalid request",
      source: issues[0].source,
    });
    this.issues = issues;
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
