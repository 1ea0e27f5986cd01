import { type Naming, named, plain } from "../shared/errors/references.ts";
import { InvalidRequestError, LineupError, type RequestIssue } from "../shared/errors.ts";

/** Where a person finds what an error speaks of. */
export interface Places {
  /** The file that JSON pointers point into. */
  readonly body?: string | undefined;
  /** The file of the projections. */
  readonly projections?: string | undefined;
  /** The file of the stat lines. */
  readonly performances?: string | undefined;
  /** What people call a GUID; null if nothing is known of it. */
  readonly labelOf: (guid: string) => string | null;
  /** Where the request was made of options: what was typed, by the pointer of the field that came of it. */
  readonly fields?: ReadonlyMap<string, string> | undefined;
  /** The file that says where people sit. */
  readonly seats?: string | undefined;
  /** The file of the lineups. */
  readonly lineups?: string | undefined;
  /** The file of what places are paid. */
  readonly payouts?: string | undefined;
  /** The file of the portfolio's description, or what stands for it. */
  readonly portfolio?: string | undefined;
}

/** What messages call players, and the request's fields where options made them. */
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

/** What was typed where it made the field, or the option that fills such fields. */
function optionOf(pointer: string, fields: ReadonlyMap<string, string>): string | null {
  const [field = "", ...keys] = pointer.slice(1).split("/");
  const made = [field, ...keys.slice(0, field === "excludedSlots" ? 1 : 2)].join("/");
  return fields.get(`/${made}`) ?? OPTIONS[field] ?? null;
}

/** The same error with the file before each issue and names for GUIDs; errors that speak of neither as they are. */
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
  // What a file's columns say is told with the file's own name.
  if ("pointer" in source && source.pointer === "/portfolio/columns") return undefined;
  if ("pointer" in source && /^\/portfolio(\/|$)/.test(source.pointer)) return portfolio;
  return "pointer" in source
    ? body
    : { projections, performances, seats, lineups, payouts }[source.parameter];
}
