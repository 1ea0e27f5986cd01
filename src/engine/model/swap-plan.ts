import type { Rule } from "./model.ts";
import type { PortfolioPlan } from "./portfolio-plan.ts";

/**
 * The input of a swap solver: entered lineups that may change in part and must keep limits together after the
 * swap. Shares count entries. All of it is plain data for structured clone.
 */
export interface SwapPlan extends Pick<PortfolioPlan, "model" | "unique" | "choices" | "avoid" | "shares"> {
  /** `joint` optimizes all lines together, `sequential` one after another, given the others. */
  readonly method: "joint" | "sequential";
  /** Sets of rules that replace the model's: one set per group of lines with the same locked seats. */
  readonly groups: readonly (readonly Rule[])[];
  readonly lines: readonly SwapLine[];
}

/** A line: contest entries that have the same lineup and will have the same one after the swap. */
export interface SwapLine {
  /** Index into the plan's groups. */
  readonly group: number;
  readonly entries: number;
  /** The picks of the line's current lineup that the model has, ascending. */
  readonly current: readonly number[];
  /**
   * `whole`: `current` is the full lineup. `short`: the lineup has players the model lacks, so it must change.
   * `fixed`: the lineup stays and has no rules of its own, but the others must be compatible with it.
   */
  readonly state: "whole" | "short" | "fixed";
}

/** Why an entry keeps an illegal lineup: locked seats allow none; a player is unknown; time ran out. */
export type SwapObstacle = "group" | "unknown" | "time";

/** The swapped lines. */
export interface SwapSolution {
  /** The result for each line of the plan. */
  readonly lines: readonly SwappedLine[];
  /** A proven upper bound on the points of any swap, in units over all entries; null if nothing is proved. */
  readonly bound: number | null;
  /** The number of pairs of lines whose final lineups overlap too much. */
  readonly alike: number;
  /** Whether it is proved that no swap keeps the plan. */
  readonly isImpossible: boolean;
  /** Whether the search completed; otherwise this is its best result when it was stopped. */
  readonly isDone: boolean;
  /** Whether the search stopped because HiGHS, which searches all lines together, is not available. */
  readonly lacksSolver?: boolean | undefined;
}

/** The result for a line. */
interface SwappedLine {
  /** The new picks; null if the lineup is unchanged. */
  readonly picks: readonly number[] | null;
  /** The reason for a broken rule; null if the lineup keeps all rules or the line is fixed. */
  readonly obstacle: Exclude<SwapObstacle, "unknown"> | null;
}
