import { InfeasibleError, InvalidRequestError, type RequestIssue } from "../errors.ts";

const GUIDS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** Where a person finds what an error speaks of. */
export interface Places {
  /** The file that JSON pointers point into. */
  readonly body?: string | undefined;
  /** The file of the projections. */
  readonly projections?: string | undefined;
  /** What people call a GUID; null if nothing is known of it. */
  labelOf(guid: string): string | null;
}

/** The same error with the file before each issue and names for GUIDs; errors that speak of neither as they are. */
export function located(error: unknown, places: Places): unknown {
  const inWords = (text: string) =>
    text.replaceAll(GUIDS, (guid) => places.labelOf(guid.toLowerCase()) ?? guid);
  if (error instanceof InvalidRequestError) {
    const issues = error.issues.map((issue) => {
      const file = fileOf(issue, places);
      return { ...issue, detail: `${file === undefined ? "" : `${file}: `}${inWords(issue.detail)}` };
    });
    return new InvalidRequestError(issues as [RequestIssue, ...RequestIssue[]]);
  }
  if (error instanceof InfeasibleError) {
    const conflicts = error.conflicts.map((conflict) => ({ ...conflict, detail: inWords(conflict.detail) }));
    return new InfeasibleError(inWords(error.message), conflicts);
  }
  return error;
}

function fileOf({ source }: RequestIssue, { body, projections }: Places): string | undefined {
  if (source === undefined) return undefined;
  if ("pointer" in source) return body;
  return source.parameter === "projections" ? projections : undefined;
}
