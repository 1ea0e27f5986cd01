import { keysOf, type LineupKeys } from "../../../model/lineup-conflicts.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";

export interface Column extends LineupKeys {
  /** The index of the lineup's kind in `PlanByClass.classes`. */
  readonly kind: number;
  readonly weight: number;
  /** The lineup's picks, ascending indices into `Model.picks`. */
  readonly picks: readonly number[];
  /** The points of one contest entry with the lineup, in units. */
  readonly points: number;
  /** A key that is equal for lineups with the same picks and kind. */
  readonly key: string;
}

/** Returns a function that makes the column of a lineup of this kind; the same picks give the same column. */
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
