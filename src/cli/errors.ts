import { CommanderError } from "commander";
import { type Message, message, type Naming, named } from "../shared/errors/message-parts.ts";
import {
  AbortedError,
  type ErrorKind,
  InvalidRequestError,
  invalidRequest,
  LineupError,
  type RequestIssue,
} from "../shared/errors.ts";
import { interruptedExitCode } from "./interrupt.ts";
import { paragraph, printable } from "./render/text.ts";

export function usageError(option: string, reason: string): InvalidRequestError {
  return invalidRequest("invalid-option", option, `${option} ${reason}`);
}

export function refuseGiven(options: Readonly<Record<string, unknown>>, reason: string): void {
  for (const [option, given] of Object.entries(options))
    if (given !== undefined) throw usageError(option, reason);
}

export interface Places {
  readonly body?: string | undefined;
  readonly projections?: string | undefined;
  readonly performances?: string | undefined;
  readonly labelOf?: ((guid: string) => string | null) | undefined;
  /** For a request built from options: what the user typed for a field, by the JSON pointer of the field. */
  readonly fields?: ReadonlyMap<string, string> | undefined;
  readonly seats?: string | undefined;
  readonly lineups?: string | undefined;
  readonly payouts?: string | undefined;
  /** The file of the portfolio's description, or `the options` if they are the description. */
  readonly portfolio?: string | undefined;
}

export function namingOf({ labelOf, fields }: Pick<Places, "labelOf" | "fields">): Naming {
  return {
    entry: (uuid) => labelOf?.(uuid.toLowerCase()) ?? null,
    field: fields && ((pointer) => optionOf(pointer, fields)),
  };
}

const OPTIONS: Readonly<Record<string, string>> = {
  include: "--lock",
  exclude: "--exclude",
  excludedSlots: "--exclude",
  cap: "--cap",
  stack: "--stack",
};

/** What the user typed for a field; else the option that sets such fields, or null. */
function optionOf(pointer: string, fields: ReadonlyMap<string, string>): string | null {
  const [field = "", ...keys] = pointer.slice(1).split("/");
  const made = [field, ...keys.slice(0, field === "excludedSlots" ? 1 : 2)].join("/");
  return fields.get(`/${made}`) ?? OPTIONS[field] ?? null;
}

/** The error with the file before each issue, and with names instead of GUIDs. */
export function located(error: unknown, places: Places): unknown {
  const naming = namingOf(places);
  const inWords = (text: Message) => named(text, naming);
  if (error instanceof InvalidRequestError)
    return error.reworded((detail, issue) => {
      const file = fileOf(issue, places);
      return message`${file === undefined ? "" : `${file}: `}${inWords(detail)}`;
    });
  return error instanceof LineupError ? error.reworded(inWords) : error;
}

export async function locating<Result>(
  places: Places,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw located(error, places);
  }
}

function fileOf({ source }: Pick<RequestIssue, "source">, places: Places): string | undefined {
  if (source === undefined) return undefined;
  const { body, portfolio, projections, performances, seats, lineups, payouts } = places;
  if ("parameter" in source) return { projections, performances, seats, lineups, payouts }[source.parameter];
  // Errors in a file's columns name that file.
  if (source.pointer === "/portfolio/columns") return undefined;
  return /^\/portfolio(\/|$)/.test(source.pointer) ? portfolio : body;
}

const DONE = 0;
/** The exit code if there is no legal lineup, or a lineup breaks a rule. */
export const REFUSED = 1;
/** The exit code if the command line or an input is wrong. */
export const BAD_INPUT = 2;
/** The exit code if some jobs of a complete batch have no lineups, or a portfolio or swap is incomplete. */
export const PARTLY_DONE = 3;
/** The exit code for failures that the input did not cause, such as a time limit or a bug. */
const FAILED = 70;

const EXIT_CODES: Readonly<Partial<Record<ErrorKind, number>>> = { input: BAD_INPUT, infeasible: REFUSED };

const TRACE = "DFS_LINEUPS_TRACE";

/** The outcome of a command that threw: its message, unless already printed, and its exit code. */
export interface Failure {
  readonly text: string;
  readonly exitCode: number;
}

export function failureOf(error: unknown): Failure {
  // The parser has printed its message or the requested help.
  if (error instanceof CommanderError) return { text: "", exitCode: error.exitCode === 0 ? DONE : BAD_INPUT };
  if (error instanceof AbortedError)
    return { text: paragraph(interruption(error), "failure"), exitCode: interruptedExitCode(error.cause) };
  const trace = process.env[TRACE] ? `${traceOf(error)}\n` : "";
  if (error instanceof LineupError) {
    const lines = linesOf(error).map((line) => paragraph(line, "failure"));
    return { text: lines.join("") + trace, exitCode: EXIT_CODES[error.kind] ?? FAILED };
  }
  if (["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException | null)?.code ?? "")) {
    const text = paragraph("too many open files. Raise the limit: ulimit -n 4096.", "failure");
    return { text: text + trace, exitCode: FAILED };
  }
  const message = printable(error instanceof Error ? error.message : String(error)).replace(/\.?$/, ".");
  const remedy = `This is a bug in dfs-lineups, not in your input; ${TRACE}=1 shows the stack trace to report.`;
  const text = paragraph(`internal error: ${message} ${remedy}`, "failure") + trace;
  return { text, exitCode: FAILED };
}

const LONGEST_VALUE = 1_000;
const LONG_QUOTE = new RegExp(`"[^"]{${LONGEST_VALUE},}"`, "g");

function interruption({ message }: AbortedError): string {
  const nothing = "interrupted; nothing was written.";
  return message === new AbortedError().message ? nothing : `${nothing} ${message}`;
}

/** One line per issue, cut to size because cells of files may be megabytes long. */
function linesOf(error: LineupError): readonly string[] {
  return error
    .toErrorObjects()
    .map(({ detail }) => detail.replaceAll(LONG_QUOTE, cut).split(" ").map(cut).join(" "));
}

function cut(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, 200)}…${text.slice(-20)}` : text;
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by ${traceOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
