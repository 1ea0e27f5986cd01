import { LastMade } from "../../../shared/last-made.ts";
import type { Entry } from "../../problem/problem.ts";

/** Numbers the groups that `keyOf` returns, one element per player; -1 if the player does not count. */
export function groupsOf(entries: readonly Entry[], keyOf: (entry: Entry) => string | null): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(entries, (entry) => {
    const key = keyOf(entry);
    if (key === null) return -1;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  });
}

const known = new LastMade<readonly Entry[], Int32Array>();

/** Numbers the players' teams like `groupsOf`; players who hold only excepted positions do not count. */
export function teamsOf(entries: readonly Entry[], except: readonly string[] = []): Int32Array {
  return known.of(entries, except, () =>
    groupsOf(entries, (entry) => (counts(entry, except) ? entry.team : null)),
  );
}

/** Whether a player counts: it holds a position that is not excepted. */
export function counts(entry: Entry, except: readonly string[]): boolean {
  return entry.positions.some((position) => !except.includes(position));
}

/** The positions that do not count, as a suffix. */
export function exception(except: readonly string[]): string {
  return except.length === 0 ? "" : ` (${except.join(", ")} not counted)`;
}
