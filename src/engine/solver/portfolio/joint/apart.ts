import type { Column } from "./columns.ts";
import type { Likeness } from "./likeness.ts";

/** Rows that keep lineups apart, at the most, and sets of entries that are looked at for them. */
const MOST_APART = 10_000;
const MOST_SETS = 200_000;

/**
 * Lineups, by index, of which a portfolio has one at the most: those of one likeness, and those that have so many entries
 * in common that no two may. Two lineups clash where both are of one set. Null where there are many.
 */
export function setsApart(lineups: readonly Column[], { isAsked, common }: Likeness): number[][] | null {
  const members = new Map<string, number[]>();
  const join = (key: string, at: number) => {
    const known = members.get(key);
    if (known === undefined) members.set(key, [at]);
    else known.push(at);
  };
  for (const [at, { likeness, entries }] of (isAsked ? lineups : []).entries()) {
    join(likeness, at);
    for (const some of subsetsOf(entries, common)) {
      join(`of ${some.join()}`, at);
      if (members.size > MOST_SETS) return null;
    }
  }
  const sets = new Map<string, number[]>();
  for (const set of members.values()) if (set.length > 1) sets.set(set.join(), set);
  return sets.size > MOST_APART ? null : [...sets.values()];
}

/** Such sets for each two of the chosen lineups that clash. */
export function setsBroken(
  lineups: readonly Column[],
  chosen: readonly number[],
  { clash, common }: Likeness,
): number[][] {
  const sets = new Map<string, number[]>();
  for (const [at, one] of chosen.entries())
    for (const other of chosen.slice(at + 1)) {
      const [first, second] = [lineups[one]!, lineups[other]!];
      if (!clash(first, second)) continue;
      const both = first.entries.filter((entry) => second.entries.includes(entry)).slice(0, common);
      const isOf =
        first.likeness === second.likeness
          ? ({ likeness }: Column) => likeness === first.likeness
          : ({ entries }: Column) => both.every((entry) => entries.includes(entry));
      const set = [...lineups.keys()].filter((index) => isOf(lineups[index]!));
      sets.set(set.join(), set);
    }
  return [...sets.values()];
}

/** All that have so many of the items, in their order. */
function* subsetsOf(items: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= items.length - size; at += 1)
    for (const rest of subsetsOf(items, size - 1, at + 1)) yield [items[at]!, ...rest];
}
