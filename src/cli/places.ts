import { type Naming, named, plain } from "../shared/errors/references.ts";
import { InvalidRequestError, LineupError, type RequestIssue } from "../shared/errors.ts";

/** The files and names with which errors refer to the input. */
export interface Places {
  /** The file to which JSON pointers refer. */
  readonly body?: string | undefined;
  /** The file of the projections. */
  readonly projections?: string | undefined;
  /** The file of the stat lines. */
  readonly performances?: string | undefined;
  /** The name for a GUID; null if unknown. */
  readonly labelOf: (guid: string) => string | null;
  /** For a request built from options: the typed text by the pointer of its field. */
  readonly fields?: ReadonlyMap<string, string> | undefined;
  /** The file with the players' slots. */
  readonly seats?: string | undefined;
  /** The file of the lineups. */
  readonly lineups?: string | undefined;
  /** The file of payouts. */
  readonly payouts?: string | undefined;
  /** The file of the portfolio's description, or the name used instead. */
  readonly portfolio?: string | undefined;
}

/** The names of players and of request fields in messages. */
export function namingOf({ labelOf, fields }: Pick<Places, "labelOf" | "fields">): Naming {
  return {
    entry: (uuid) => labelOf(uuid.toLowerCase()),
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

/** The typed text of a field, or the option that fills such fields. */
function optionOf(pointer: string, fields: ReadonlyMap<string, string>): string | null {
  const [field = "", ...keys] = pointer.slice(1).split("/");
  const made = [field, ...keys.slice(0, field === "excludedSlots" ? 1 : 2)].join("/");
  return fields.get(`/${made}`) ?? OPTIONS[field] ?? null;
}

/** The error with the file before each issue and names for GUIDs; an error with neither is unchanged. */
export function located(error: unknown, places: Places): unknown {
  const naming = namingOf(places);
  const inWords = (text: string) => plain(named(text, naming));
  if (error instanceof InvalidRequestError)
    return error.reworded((detail, issue) => {
      const file = fileOf(issue, places);
      return `${file === undefined ? "" : `${file}: `}${inWords(detail)}`;
    });
  return error instanceof LineupError ? error.reworded(inWords) : error;
}

function fileOf(
  { source }: RequestIssue,
  { body, projections, performances, seats, lineups, payouts, portfolio }: Places,
): string | undefined {
  if (source === undefined) return undefined;
  // Errors in a file's columns name that file.
  if ("pointer" in source && source.pointer === "/portfolio/columns") return undefined;
  if ("pointer" in source && /^\/portfolio(\/|$)/.test(source.pointer)) return portfolio;
  return "pointer" in source
    ? body
    : { projections, performances, seats, lineups, payouts }[source.parameter];
}
