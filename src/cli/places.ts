import { InfeasibleError, InvalidRequestError, type RequestIssue } from "../errors.ts";

const GUIDS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** Where a person finds what an error speaks of. */
export interface Places {
  /** The file that JSON pointers point into. */
  readonly body?: string | undefined;
  /** The file of the projections. */
  readonly projections?: string | undefined;
  /** What people call a GUID; null if nothing is known of it. */
  readonly labelOf: (guid: string) => string | null;
  /** The file of the lineups. */
  readonly lineups?: string | undefined;
}

/** Text with names for the GUIDs in it. */
export function inWords(text: string, { labelOf }: Pick<Places, "labelOf">): string {
  return text.replaceAll(GUIDS, (guid) => labelOf(guid.toLowerCase()) ?? guid);
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

function fileOf({ source }: RequestIssue, { body, projections, lineups }: Places): string | undefined {
  if (source === undefined) return undefined;
  return "pointer" in source ? body : { projections, lineups }[source.parameter];
}
