import type { Entry } from "../../problem/problem.ts";

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

/** An entry counts unless every position it holds is excepted. */
export function counts(entry: Entry, except: readonly string[]): boolean {
  return entry.positions.some((position) => !except.includes(position));
}

/** The positions that do not count, behind what is counted. */
export function exception(except: readonly string[]): string {
  return except.length === 0 ? "" : ` (${except.join(", ")} not counted)`;
}
