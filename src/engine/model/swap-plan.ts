import type { Rule } from "./model.ts";
import type { PortfolioPlan } from "./portfolio-plan.ts";

/**
 * The input of a late swap: the lineups of contest entries, and the limits that they must keep together
 * afterwards. Only seats that are not locked may change. Shares count contest entries. All of it is plain
 * data for structured clone.
 */
export interface SwapPlan extends Pick<PortfolioPlan, "model" | "unique" | "choices" | "avoid" | "shares"> {
  /**
   * `joint` optimizes all lineups together; `sequential` optimizes one after another while the others stay.
   */
  readonly method: "joint" | "sequential";
  /**
   * Per group, the rules that replace the model's. The lines (see `SwapLine`) with the same locked seats form
   * a group.
   */
  readonly groups: readonly (readonly Rule[])[];
  readonly lines: readonly SwapLine[];
}

/** A line of the plan: contest entries that have the same lineup now and get the same lineup in the swap. */
export interface SwapLine {
  /** Index into `SwapPlan.groups`. */
  readonly group: number;
  readonly entries: number;
  /** The current lineup as ascending picks of the model, without players that the model lacks. */
  readonly current: readonly number[];
  /**
   * `whole`: `current` is the full lineup. `short`: the lineup has players that the model lacks, so it must
   * change. `fixed`: the lineup stays and need not keep the group's rules, but the other lineups must not
   * conflict with it.
   */
  readonly state: "whole" | "short" | "fixed";
}

/**
 * Why an entry keeps an illegal lineup. `group`: no legal lineup has its locked seats. `unknown`: the lineup
 * has an unknown player. `time`: the time limit was reached.
 */
export type SwapObstacle = "group" | "unknown" | "time";

export interface SwapSolution {
  /** One result per line of the plan, in the same order. */
  readonly lines: readonly SwappedLine[];
  /**
   * A proven upper bound on the points of all contest entries together after any swap, in units; null if
   * nothing is proved.
   */
  readonly bound: number | null;
  /** The number of pairs of lineups that are the same, or overlap too much, after the swap. */
  readonly alike: number;
  /** Whether it is proved that no swap keeps the plan. */
  readonly isImpossible: boolean;
  /** Whether the search completed; otherwise this is its best result when it was stopped. */
  readonly isDone: boolean;
  /** Whether HiGHS, which searches all lineups together, was not available. */
  readonly lacksSolver?: boolean | undefined;
}

interface SwappedLine {
  /** The new lineup as ascending picks; null if the lineup is unchanged. */
  readonly picks: readonly number[] | null;
  /** Why the lineup still breaks a rule; null if it keeps all rules or the line is fixed. */
  readonly obstacle: Exclude<SwapObstacle, "unknown"> | null;
}
