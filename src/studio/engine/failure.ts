import { type Conflict, InfeasibleError, LineupError } from "dfs-lineups/browser";
import type { Contradiction, Failed } from "./messages.ts";
import { NoSlateError, type Session } from "./session.ts";

export function failureOf(error: unknown, session: Session | null): Failed {
  if (error instanceof NoSlateError) return { code: "no-slate", text: error.message, conflicts: [] };
  if (error instanceof DOMException && error.name === "AbortError")
    return { code: "aborted", text: error.message, conflicts: [] };
  if (!(error instanceof LineupError))
    return { code: "fault", text: `The engine failed: ${String(error)}`, conflicts: [] };
  const conflicts = error instanceof InfeasibleError ? error.conflicts.map(contradictionOf) : namedBy(error);
  return { code: error.code, text: error.message, conflicts };

  function contradictionOf({ kind, pointer, slot, limit, leastCost, entry, words }: Conflict): Contradiction {
    const player = entry === null ? null : (session?.placeOf.get(entry) ?? null);
    return { kind, pointer, slot, limit, leastCost, words, player };
  }
}

function namedBy(error: LineupError): Contradiction[] {
  return error.toErrorObjects().flatMap(({ source, detail }) => {
    const item = source !== undefined && "pointer" in source && /^(\/\w+){2}(\/\d+)?/.exec(source.pointer);
    return item ? [contradictionAt(item[0], detail)] : [];
  });
}

export function contradictionAt(pointer: string, words = ""): Contradiction {
  return { kind: "test", pointer, slot: null, limit: null, leastCost: null, words, player: null };
}
