/** Errors as the page shows them. */
import { InfeasibleError, LineupError } from "dfs-lineups/browser";
import type { Contradiction, Failed } from "./messages.ts";
import { NoSlateError, type Session } from "./session.ts";

/** An error as a message; a fault of the engine has the code `fault`. */
export function failureOf(error: unknown, session: Session | null): Failed {
  if (error instanceof NoSlateError) return { code: "no-slate", text: error.message, conflicts: [] };
  if (error instanceof DOMException && error.name === "AbortError")
    return { code: "aborted", text: error.message, conflicts: [] };
  if (!(error instanceof LineupError))
    return { code: "fault", text: `The engine failed: ${String(error)}`, conflicts: [] };
  const conflicts = error instanceof InfeasibleError ? error.conflicts : [];
  return {
    code: error.code,
    text: error.message,
    conflicts: conflicts.map(({ kind, pointer, slot, limit, cost, entry, detail }): Contradiction => {
      const player = entry === null ? null : (session?.placeOf.get(entry) ?? null);
      return { ...{ kind, pointer, slot, limit, cost, player }, words: withoutPlace(detail) };
    }),
  };
}

/** The words without the place in a request or a file, which a page has no use for. */
function withoutPlace(detail: string): string {
  return detail.replace(/ \((?:lock|exclude|include|rules|exposure)[^)]*\)$/, "");
}
