import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";

/** A lineup as the master program has it. */
export interface Column {
  /** Which kind of lines may have it, and how many entries each of these counts as. */
  readonly kind: number;
  readonly weight: number;
  /** The model's picks, ascending. */
  readonly picks: readonly number[];
  /** Units of points, of one entry. */
  readonly points: number;
  /** The entries, ascending and distinct. */
  readonly entries: readonly number[];
  /** The same for lineups of the same picks and kind. */
  readonly key: string;
  /** The same for lineups that the contest takes for one. */
  readonly likeness: string;
}

/** Makes columns of a kind's lineups, and the same one of the same picks. */
export function columnsOf(
  { model, choices }: Pick<PortfolioPlan, "model" | "choices">,
  kind = 0,
  weight = 1,
) {
  const ascending = (numbers: Iterable<number>) => [...new Set(numbers)].sort((a, b) => a - b);
  const known = new Map<string, Column>();
  return (picks: readonly number[]): Column => {
    const key = kind === 0 ? picks.join() : `${kind} ${picks.join()}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const column: Column = {
      kind,
      weight,
      picks,
      points: picks.reduce((sum, pick) => sum + model.picks.points[pick]!, 0),
      entries: ascending(picks.map((pick) => model.picks.entry[pick]!)),
      key,
      likeness: choices === null ? picks.join() : ascending(picks.map((pick) => choices[pick]!)).join(),
    };
    known.set(key, column);
    return column;
  };
}

/** How many elements two ascending lists share. */
export function shared(one: readonly number[], other: readonly number[]): number {
  let [at, count] = [0, 0];
  for (const element of one) {
    // Beyond the end nothing is less.
    while (other[at]! < element) at += 1;
    if (other[at] === element) count += 1;
  }
  return count;
}
