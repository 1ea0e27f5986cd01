import type { Rule } from "./model.ts";
import type { PortfolioPlan } from "./portfolio-plan.ts";

/**
 * What a solver of swaps gets: lineups that are entered already and may change in part, which keep limits together as
 * they will be. Shares count entries. All of it is plain data that crosses a thread by structured clone.
 */
export interface SwapPlan extends Pick<PortfolioPlan, "model" | "unique" | "choices" | "avoid" | "shares"> {
  /** `joint` finds the best of all lines together, `sequential` the best of each beside the others. */
  readonly method: "joint" | "sequential";
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
  /** The picks that the model has of it now, ascending. */
  readonly current: readonly number[];
  /**
   * `whole`: they are its lineup; `short`: they are not all of it, as somebody is gone, and cannot stay; `fixed`: they
   * stay whatever comes, and nothing is asked of them but that the others' lineups go with them.
   */
  readonly state: "whole" | "short" | "fixed";
}

/**
 * Why an entry keeps a lineup that is not as it should be: its locked seats leave none; somebody locked is unknown; the
 * search ended before it got one.
 */
export type SwapObstacle = "group" | "unknown" | "time";

/** Swapped lines. */
export interface SwapSolution {
  /** One for each line of the plan. */
  readonly lines: readonly SwappedLine[];
  /** Proven: no swap of the plan has a greater sum of points over all entries, in units; null where nothing is proved. */
  readonly bound: number | null;
  /** How many pairs of lines have lineups that are too much alike in the end. */
  readonly alike: number;
  /** Whether the search ended by itself; where it did not, this is what it had when it was ended. */
  readonly isDone: boolean;
}

/** What becomes of a line. */
interface SwappedLine {
  /** Null where the lineup stays as it is. */
  readonly picks: readonly number[] | null;
  /** Null where the lineup is as it should be, and where the line is fixed. */
  readonly obstacle: Exclude<SwapObstacle, "unknown"> | null;
}
