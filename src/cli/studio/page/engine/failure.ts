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
    conflicts: conflicts.map(
      ({ kind, pointer, slot, limit, leastCost, entry, words }): Contradiction => ({
        ...{ kind, pointer, slot, limit, leastCost, words },
        player: entry === null ? null : (session?.placeOf.get(entry) ?? null),
      }),
    ),
  };
}
