/** Where in a request an error lies: a JSON pointer into the body, or the name of a query parameter. */
export type ErrorSource = { readonly pointer: string } | { readonly parameter: string };

/** One JSON:API error object. */
export interface ErrorObject {
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: ErrorSource;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/**
 * Who has to act: `input` the caller mends the request, `infeasible` the request is sound but no lineup
 * satisfies it, `stopped` the caller or a limit ended the work, `upstream` the prediction service failed,
 * `fault` the machinery or the program is broken.
 */
export type ErrorKind = "input" | "infeasible" | "stopped" | "upstream" | "fault";

interface ErrorFields {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly status: number;
  readonly title: string;
  readonly source?: ErrorSource | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/**
 * The base of every error this package throws on purpose. `message` is the JSON:API `detail`: it names the
 * value, the place and the remedy. `code` is stable and meant to be compared; prose is not.
 */
export abstract class LineupError extends Error {
  readonly code: string;
  readonly kind: ErrorKind;
  /** HTTP status. */
  readonly status: number;
  readonly title: string;
  readonly source: ErrorSource | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;

  constructor(detail: string, fields: ErrorFields) {
    super(detail, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = fields.code;
    this.kind = fields.kind;
    this.status = fields.status;
    this.title = fields.title;
    this.source = fields.source;
    this.meta = fields.meta;
  }

  /** The error as JSON:API error objects; more than one where several things are wrong at once. */
  toErrorObjects(): ErrorObject[] {
    return [
      {
        status: String(this.status),
        code: this.code,
        title: this.title,
        detail: this.message,
        ...(this.source && { source: this.source }),
        ...(this.meta && { meta: this.meta }),
      },
    ];
  }
}

/** One thing wrong with a request. `code` tells the cases apart, `source` points at the field. */
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

/** A sport, book and contest that no rule table describes. `known` lists those that one does. Status 422. */
export class UnknownContestError extends LineupError {
  override readonly name = "UnknownContestError";
  readonly known: readonly string[];

  /** @param known each as `<sport> <book> <contest>`. */
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

/** A sport and book that no scoring table describes. `known` lists those that one does. Status 422. */
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

/** A rule or scoring table that does not load. Names the file, the path in it and the reason. */
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

/** One thing wrong with a file, at a line where there is one. */
export interface FileIssue {
  readonly line: number | null;
  readonly reason: string;
}

/** A file that cannot be read as what it should be. Names the file and, where there is one, the line. */
export class InvalidFileError extends LineupError {
  override readonly name = "InvalidFileError";
  readonly file: string;
  /** Of the first issue. */
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

/** One member of a smallest set of rules and request fields that no lineup satisfies together. */
export interface Conflict {
  /** The constraint's name, as in `src/constraints/`. */
  readonly constraint: string;
  /** JSON pointer of the request field the rule comes from, or of `/excludedSlots`; null where it is the contest's own. */
  readonly pointer: string | null;
  /** What the rule asks for, so that a remedy can be offered. */
  readonly kind: ConflictKind;
  /** GUID of the entry that the rule is about: who is included, or excluded from a slot. Null for rules about more than one. */
  readonly entry: string | null;
  /** Name of the slot that is to be filled, or that the entry is to sit in, or not. */
  readonly slot: string | null;
  /** The rule's number: the cap, the slot's seats, the least or the most that it allows. */
  readonly limit: number | null;
  /**
   * Of a cap, what the cheapest lineup costs that keeps all other rules of the request and the contest, null where none
   * does; of an included entry, its salary.
   */
  readonly cost: number | null;
  readonly detail: string;
}

/**
 * `cap` the salaries, `seats` a slot's seats are taken, `once` nobody twice, `excluded` and `included` entries,
 * `minimum` of some entries, `most-of-a-group` and `groups` teams or games, `pair` two of one team, `test` a rule of a portfolio,
 * `share` how many of a portfolio's lineups something is in, or by how much they differ.
 */
export type ConflictKind =
  | "cap"
  | "seats"
  | "once"
  | "excluded"
  | "included"
  | "minimum"
  | "most-of-a-group"
  | "groups"
  | "pair"
  | "test"
  | "share";

/** No lineup satisfies the request. `conflicts` is a smallest set of rules that contradict each other. Status 422. */
export class InfeasibleError extends LineupError {
  override readonly name = "InfeasibleError";
  readonly conflicts: readonly Conflict[];

  constructor(detail: string, conflicts: readonly Conflict[]) {
    const pointer = conflicts.find((conflict) => conflict.pointer !== null)?.pointer;
    super(detail, {
      code: "infeasible",
      kind: "infeasible",
      status: 422,
      title: "No legal lineup",
      source: pointer == null ? undefined : { pointer },
      meta: { conflicts },
    });
    this.conflicts = conflicts;
  }
}

/** The caller's `AbortSignal` ended the work. */
export class AbortedError extends LineupError {
  override readonly name = "AbortedError";

  constructor(cause?: unknown) {
    super("The request was aborted before it was answered.", {
      code: "aborted",
      kind: "stopped",
      status: 499,
      title: "Aborted",
      cause,
    });
  }
}

/** The time limit passed before the N best lineups were proved. Nothing partial is returned. Status 504. */
export class TimeLimitError extends LineupError {
  override readonly name = "TimeLimitError";
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super(
      `The lineups were not proved best within the time limit of ${milliseconds} ms. Ask for fewer lineups or raise the limit.`,
      { code: "time-limit", kind: "stopped", status: 504, title: "Time limit reached" },
    );
    this.milliseconds = milliseconds;
  }
}

/** A solver was asked for by name but cannot state one of the model's rules. */
export class UnsupportedModelError extends LineupError {
  override readonly name = "UnsupportedModelError";
  readonly solver: string;
  readonly reason: string;

  constructor(solver: string, reason: string) {
    super(`The solver ${solver} cannot solve this request: ${reason}. Ask for the solver auto.`, {
      code: "unsupported-model",
      kind: "input",
      status: 422,
      title: "Unsupported model",
    });
    this.solver = solver;
    this.reason = reason;
  }
}

/** A solver or a worker broke, or an answer failed its check. Status 500. */
export class SolverFailedError extends LineupError {
  override readonly name = "SolverFailedError";

  constructor(detail: string, cause?: unknown) {
    super(detail, { code: "solver-failed", kind: "fault", status: 500, title: "Solver failed", cause });
  }
}

/** A total that two solvers differ in, in units of points; null where one finds no such lineup. */
export interface Difference {
  /** Which total, from 1. */
  readonly place: number;
  readonly first: { readonly solver: string; readonly units: number | null };
  readonly second: { readonly solver: string; readonly units: number | null };
}

/** Two solvers find different best totals for one request: at least one of them is wrong. */
export class SecondOpinionError extends LineupError {
  override readonly name = "SecondOpinionError";
  readonly difference: Difference;

  constructor(difference: Difference) {
    const { place, first, second } = difference;
    const found = ({ solver, units }: Difference["first"]) =>
      `${solver} ${units === null ? "finds none" : `finds ${units / 1e10} points`}`;
    super(
      `Two solvers differ in lineup ${place}: ${found(first)}, ${found(second)}. At least one of them is wrong; report the request, please.`,
      { code: "second-opinion-differs", kind: "fault", status: 500, title: "Solvers differ" },
    );
    this.difference = difference;
  }
}

/** The optimizer (or the service client, as `what` says) was closed; it takes no more requests. Status 503. */
export class ClosedError extends LineupError {
  override readonly name = "ClosedError";

  constructor(what = "optimizer") {
    super(`The ${what} is closed. Create another one.`, {
      code: "closed",
      kind: "stopped",
      status: 503,
      title: "Closed",
    });
  }
}
