import { keysOf, type LineupKeys } from "../../../model/lineup-conflicts.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";

/** A lineup as a column of the master. */
export interface Column extends LineupKeys {
  /** The index of the kind of lines that can have it, and the number of contest entries of each such line. */
  readonly kind: number;
  readonly weight: number;
  /** The model's picks, ascending. */
  readonly picks: readonly number[];
  /** Units of points, for one contest entry. */
  readonly points: number;
  /** A key that is equal for lineups with the same picks and kind. */
  readonly key: string;
}

/** Creates the columns of a kind, once for each list of picks. */
export function columnsOf(
  { model, choices }: Pick<PortfolioPlan, "model" | "choices">,
  kind = 0,
  weight = 1,
) {
  const keys = keysOf({ model, choices });
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
      ...keys(picks),
      key,
    };
    known.set(key, column);
    return column;
  };
}
