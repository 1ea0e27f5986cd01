import { InfeasibleError, InvalidRequestError, type RequestIssue } from "../shared/errors.ts";

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

const GUIDS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** Text with names for the GUIDs in it, and options in place of the request's fields that were made of them. */
export function inWords(text: string, { labelOf, fields }: Pick<Places, "labelOf" | "fields">): string {
  const named = text.replaceAll(GUIDS, (guid) => labelOf(guid.toLowerCase()) ?? guid);
  return fields === undefined ? named : inOptions(named, fields);
}

/**
 * Fields as pointers (`/include/players/0/position`) and as prose has them (`include.players/0`, `exclude.teams`,
 * `excludedSlots.0`).
 */
const FIELDS =
  /(?:\/|\b)(include|exclude)[./](players|teams)(?:\/(\d+)(?:\/\w+)?)?\b|(?:\/|\b)excludedSlots[./](\d+)(?:\/\w+)?\b|(?<![\w"<])\/(cap|stack)\b/g;

const OPTIONS: Readonly<Record<string, string>> = {
  include: "--lock",
  exclude: "--exclude",
  cap: "--cap",
  stack: "--stack",
};

function inOptions(text: string, fields: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    FIELDS,
    (_, list?: string, kind?: string, index?: string, slot?: string, alone?: string) => {
      const pointer = slot === undefined ? `/${list}/${kind}/${index}` : `/excludedSlots/${slot}`;
      return fields.get(pointer) ?? OPTIONS[list ?? alone ?? ""]!;
    },
  );
}

/** The same error with the file before each issue and names for GUIDs; errors that speak of neither as they are. */
export function located(error: unknown, places: Places): unknown {
  if (error instanceof InvalidRequestError) {
    const issues = error.issues.map((issue) => {
      const file = fileOf(issue, places);
      return { ...issue, detail: `${file === undefined ? "" : `${file}: `}${inWords(issue.detail, places)}` };
    });
    return new InvalidRequestError(issues as [RequestIssue, ...RequestIssue[]]);
  }
  if (error instanceof InfeasibleError) {
    const conflicts = error.conflicts.map((conflict) => ({
      ...conflict,
      detail: inWords(conflict.detail, places),
    }));
    return new InfeasibleError(inWords(error.message, places), conflicts);
  }
  return error;
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
