import { BOOK_VALUES, bookNamed, books } from "./books.ts";
import { type ErrorObject, type ErrorSource, LineupError } from "./errors/lineup-error.ts";
import { joinedMessages, type Message, plain } from "./errors/message-parts.ts";

/** The base class of the library's errors, and the JSON:API error objects that they convert to. */
export { type ErrorKind, type ErrorObject, type ErrorSource, LineupError } from "./errors/lineup-error.ts";

/** A rules or scoring table that does not load. The error names the file, the path in it and the reason. */
export class InvalidTableError extends LineupError {
  override readonly name = "InvalidTableError";
  readonly file: string;
  readonly path: string;

  constructor(file: string, path: string, reason: string, cause?: unknown) {
    const detail = `${file}: ${path === "" ? "" : `${path}: `}${reason}`;
    super(detail, { code: "invalid-table", status: 500, title: "Invalid table", cause });
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
    const detail = issues.map((issue) => fileIssueDetail(file, issue)).join(" ");
    super(detail, { code: "invalid-file", title: "Invalid file", cause });
    this.file = file;
    this.line = line;
    this.issues = issues;
  }

  override toErrorObjects(): ErrorObject[] {
    return this.issues.map((issue) => this.errorObject({ detail: fileIssueDetail(this.file, issue) }));
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

/** An issue whose detail may have references. */
export type WrittenIssue = Omit<RequestIssue, "detail"> & { readonly detail: Message };

/** A request (body, projections or options) that breaks its schema or contradicts itself. Status 422. */
export class InvalidRequestError extends LineupError {
  override readonly name = "InvalidRequestError";
  readonly issues: readonly RequestIssue[];
  /** The issues as given to the constructor, with the references in their details. */
  readonly written: readonly [WrittenIssue, ...WrittenIssue[]];

  constructor(issues: readonly [WrittenIssue, ...WrittenIssue[]]) {
    const details = issues.map((issue) => issue.detail);
    const [{ code, source }] = issues;
    super(joinedMessages(details, " "), { code, title: "Invalid request", source });
    this.issues = issues.map((issue) => ({ ...issue, detail: plain(issue.detail) }));
    this.written = issues;
  }

  override reworded(
    change: (detail: Message, issue: WrittenIssue) => Message,
    moved: (pointer: string) => string = (pointer) => pointer,
  ): InvalidRequestError {
    const [first, ...rest] = this.written.map((issue) => {
      const { source } = issue;
      return {
        ...issue,
        detail: change(issue.detail, issue),
        ...(source && { source: "pointer" in source ? { pointer: moved(source.pointer) } : source }),
      };
    });
    return new InvalidRequestError([first!, ...rest]);
  }

  override toErrorObjects(): ErrorObject[] {
    return this.issues.map((issue) => this.errorObject(issue));
  }
}

/**
 * The message for an unknown sport. It lists the sports of `known`, names such as `basketball bookA classic`.
 */
export function unknownSport(sport: string, known: readonly string[]): string {
  const sports = [...new Set(known.map((name) => name.split(" ")[0]))];
  return `${sport} is not a known sport. Known sports: ${sports.join(", ")}.`;
}

function unknownContest(
  { sport, book, contest }: Readonly<Record<"sport" | "book" | "contest", string | undefined>>,
  known: readonly string[],
  source: ErrorSource | undefined,
): string {
  const wanted = [book && bookNamed(book).vendor, sport, contest].filter((name) => name !== undefined);
  const isInJson = source !== undefined && "pointer" in source;
  const spellings = isInJson ? ` In a request, ${BOOK_VALUES}.` : "";
  return `No rules for ${wanted.join(" ")}. Known contests: ${known.map(inWords).join("; ")}.${spellings}`;
}

/** Rewords `basketball bookA classic` or `basketball bookA`: the common name of a known book comes first. */
function inWords(name: string): string {
  const [sport, book, ...others] = name.split(" ");
  const known = books.find((one) => one.name === book);
  return known === undefined ? name : [known.vendor, sport, ...others].join(" ");
}

/** No rules table has this sport, book and contest. `known` lists the contests with a table. Status 422. */
export class UnknownContestError extends LineupError {
  override readonly name = "UnknownContestError";
  readonly known: readonly string[];

  /** @param known the known contests, each as `<sport> <book> <contest>`. */
  constructor(
    wanted: Readonly<Record<"sport" | "book" | "contest", string | undefined>>,
    known: readonly string[],
    source?: ErrorSource,
  ) {
    const ofSport = known.filter((name) => wanted.sport === undefined || name.startsWith(`${wanted.sport} `));
    const detail =
      ofSport.length === 0 ? unknownSport(wanted.sport!, known) : unknownContest(wanted, ofSport, source);
    super(detail, { code: "unknown-contest", title: "Unknown contest", source });
    this.known = known;
  }
}

/** No scoring table describes this sport and book. `known` lists those with a table. Status 422. */
export class UnknownScoringError extends LineupError {
  override readonly name = "UnknownScoringError";
  readonly known: readonly string[];

  constructor(wanted: string, known: readonly string[], source?: ErrorSource) {
    const detail = `No scoring table for ${inWords(wanted)}. Known ones: ${known.map(inWords).join("; ")}.`;
    super(detail, { code: "unknown-scoring", title: "Unknown scoring table", source });
    this.known = known;
  }
}

/**
 * Refuses an option; `pointer` is its JSON pointer.
 * @throws InvalidRequestError with the code `invalid-option`
 */
export function refuseOption(pointer: string, detail: Message): never {
  throw invalidRequest("invalid-option", pointer, detail);
}

/** The error for a single fault; `where` is a JSON pointer into the request, or the name of a parameter. */
export function invalidRequest(code: string, where: string, detail: Message): InvalidRequestError {
  const source = where.startsWith("/") ? { pointer: where } : { parameter: where };
  return new InvalidRequestError([{ code, detail, source }]);
}

/** The requested solver does not support one of the model's rules. */
export class UnsupportedModelError extends LineupError {
  override readonly name = "UnsupportedModelError";
  readonly solver: string;
  readonly reason: string;
  readonly remedy: string;

  constructor(solver: string, reason: string, remedy = "Use the solver `auto`.") {
    const detail = `The solver ${solver} cannot solve this request: ${reason}. ${remedy}`;
    super(detail, { code: "unsupported-model", title: "Unsupported model" });
    this.solver = solver;
    this.reason = reason;
    this.remedy = remedy;
  }
}

/** A solver or a worker failed, or an answer failed its check. Status 500. */
export class SolverFailedError extends LineupError {
  override readonly name = "SolverFailedError";

  constructor(detail: string, cause?: unknown) {
    super(detail, { code: "solver-failed", kind: "fault", status: 500, title: "Solver failed", cause });
  }
}

/** The caller's `AbortSignal` ended the work. Status 499. */
export class AbortedError extends LineupError {
  override readonly name = "AbortedError";

  constructor(cause?: unknown, detail?: string) {
    const words = detail ?? "The request was aborted before it was answered.";
    super(words, { code: "aborted", kind: "stopped", status: 499, title: "Aborted", cause });
  }
}

/** The time limit was reached before the N best lineups were proved. No lineups are returned. Status 504. */
export class TimeLimitError extends LineupError {
  override readonly name = "TimeLimitError";
  readonly milliseconds: number;

  constructor(milliseconds: number, detail?: string) {
    super(
      detail ??
        `The lineups were not proved best within the time limit of ${milliseconds} ms. Ask for fewer lineups or raise the limit.`,
      { code: "time-limit", kind: "stopped", status: 504, title: "Time limit reached" },
    );
    this.milliseconds = milliseconds;
  }
}

/** The optimizer, or the client (as `what` says), is closed and takes no more requests. Status 503. */
export class ClosedError extends LineupError {
  override readonly name = "ClosedError";

  constructor(what = "optimizer") {
    const detail = `The ${what} is closed. Create another one.`;
    super(detail, { code: "closed", kind: "stopped", status: 503, title: "Closed" });
  }
}

/** One rule of an irreducible set of rules that no lineup satisfies together. */
export interface Conflict {
  /** The constraint's name, as in `src/contests/constraints/`. */
  readonly constraint: string;
  /**
   * JSON pointer of the rule's field, in the request or the option `excludedSlots`; null for the contest's
   * rules.
   */
  readonly pointer: string | null;
  /** The kind of rule, so that a program can offer a remedy. */
  readonly kind: ConflictKind;
  /** GUID of the player who must be in the lineup, or must not be in `slot`; null for other rules. */
  readonly entry: string | null;
  /**
   * Name of the slot that must be filled, or that the player must or must not sit in; null for other rules.
   */
  readonly slot: string | null;
  /** The rule's number: the cap, the slot's seats, or the minimum or maximum that it allows. */
  readonly limit: number | null;
  /**
   * For a cap: the cost of the cheapest lineup that keeps all other rules of the request and the contest,
   * null if there is none. For an included player: the player's salary. Null for other rules.
   */
  readonly cost: number | null;
  /**
   * For a cap: the cost of the cheapest players who keep the other rules of this conflict, even if they break
   * rules outside it. Null if unknown, and for other rules.
   */
  readonly leastCost: number | null;
  readonly detail: string;
  /** The same as `detail`, for display on a page: without the rule's place in the request or file. */
  readonly words: string;
}

/** A conflict whose texts may have references. Without `words`, `detail` is used instead. */
export interface WrittenConflict extends Omit<Conflict, "detail" | "words"> {
  readonly detail: Message;
  readonly words?: Message | undefined;
}

/**
 * The kinds of rules that can conflict. `cap`: a limit on the sum of salaries. `seats`: a slot that must be
 * filled. `once`: no player in two slots. `included`, `excluded`: a player who must, or must not, be in the
 * lineup. `minimum`: a minimum number of certain players. `most-of-a-group`: a maximum per team or game.
 * `groups`: a minimum number of different teams or games. `pair`: two players of one team, as in a stack.
 * `test`: a portfolio rule about single lineups. `share`: a portfolio rule about the share of lineups that
 * contain something, or about how much lineups differ.
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

/** No lineup satisfies the request: `conflicts` is an irreducible set of contradicting rules. Status 422. */
export class InfeasibleError extends LineupError {
  override readonly name = "InfeasibleError";
  readonly conflicts: readonly Conflict[];
  /** The message and the conflicts as given to the constructor, with the references in them. */
  readonly written: { readonly message: Message; readonly conflicts: readonly WrittenConflict[] };

  constructor(message: Message, written: readonly WrittenConflict[]) {
    const conflicts = written.map((conflict) => ({
      ...conflict,
      detail: plain(conflict.detail),
      words: plain(conflict.words ?? conflict.detail),
    }));
    const pointer = conflicts.find((conflict) => conflict.pointer !== null)?.pointer;
    super(message, {
      code: "infeasible",
      kind: "infeasible",
      title: "No legal lineup",
      source: pointer == null ? undefined : { pointer },
      meta: { conflicts },
    });
    this.conflicts = conflicts;
    this.written = { message, conflicts: written };
  }

  override reworded(
    change: (detail: Message) => Message,
    moved: (pointer: string) => string = (pointer) => pointer,
  ): InfeasibleError {
    const { message, conflicts } = this.written;
    return new InfeasibleError(
      change(message),
      conflicts.map((conflict) => ({
        ...conflict,
        pointer: conflict.pointer === null ? null : moved(conflict.pointer),
        detail: change(conflict.detail),
        words: conflict.words && change(conflict.words),
      })),
    );
  }
}
