import type { Entry } from "../../problem/problem.ts";
import { LastMade } from "../../shared/last-made.ts";

/** Numbers the groups that `keyOf` names, one element per entry; -1 where the entry does not count. */
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

/** Numbers the entries' teams as `groupsOf` does; who holds excepted positions only does not count. */
export function teamsOf(entries: readonly Entry[], except: readonly string[] = []): Int32Array {
  return known.of(entries, except, () =>
    groupsOf(entries, (entry) => (counts(entry, except) ? entry.team : null)),
  );
}

/** An entry counts unless every position it holds is excepted. */
export function counts(entry: Entry, except: readonly string[]): boolean {
  return entry.positions.some((position) => !except.includes(position));
}

/** The positions that do not count, behind what is counted. */
export function exception(except: readonly string[]): string {
  return except.length === 0 ? "" : ` (${except.join(", ")} not counted)`;
}
