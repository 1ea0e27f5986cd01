import type { Rule } from "./model.ts";
import type { PortfolioPlan } from "./portfolio-plan.ts";

/**
 * What a solver of swaps gets: lineups that are entered already and may change in part, which keep limits together as
 * they will be. Shares count entries. All of it is plain data that crosses a thread by structured clone.
 */
export interface SwapPlan extends Pick<PortfolioPlan, "model" | "unique" | "choices" | "avoid" | "shares"> {
  /** Rules in place of the model's for lines with the same locked seats. */
  readonly groups: readonly (readonly Rule[])[];
  readonly lines: readonly SwapLine[];
}

/** Entries that have one lineup now and will have one. */
export interface SwapLine {
  /** Index into the plan's groups. */
  readonly group: number;
  /** How many entries. */
  readonly entries: number;
  /** The lineup now, as the model's picks, ascending; null where it cannot stay, as somebody of it is gone. */
  readonly current: readonly number[] | null;
}

/** Why a line keeps a lineup that is not as it should be: its group has no lineup, or none beside the others'. */
export type SwapObstacle = "group" | "others";

/** Swapped lines. */
export interface SwapSolution {
  /** One for each line of the plan. */
  readonly lines: readonly SwappedLine[];
  /** Proven: no swap of the plan has a greater sum of points over all entries, in units; null where nothing is proved. */
  readonly bound: number | null;
}

/** What becomes of a line. */
interface SwappedLine {
  /** Null where the lineup stays as it is. */
  readonly picks: readonly number[] | null;
  /** Null where the lineup is as it should be. */
  readonly obstacle: SwapObstacle | null;
}
