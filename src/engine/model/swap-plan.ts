import type { Rule } from "./model.ts";
import type { PortfolioPlan } from "./portfolio-plan.ts";

/**
 * The input of a late swap, as plain data: entered lineups, of which only open seats may change, and the
 * limits they keep together. Shares count contest entries.
 */
export interface SwapPlan
  extends Pick<PortfolioPlan, "model" | "unique" | "counted" | "choices" | "avoid" | "shares"> {
  /** `sequential` optimizes one lineup after another while the others stay. */
  readonly method: "joint" | "sequential";
  /** Per group of lines with the same locked seats, the rules that replace the model's. */
  readonly groups: readonly (readonly Rule[])[];
  readonly lines: readonly SwapLine[];
}

/** Contest entries that have the same lineup now and get the same lineup in the swap. */
export interface SwapLine {
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
  readonly lines: readonly SwappedLine[];
  /** A proven upper bound on the points of all entries after any swap, in units; null if unknown. */
  readonly bound: number | null;
  /** The number of pairs of lineups that are the same, or overlap too much, after the swap. */
  readonly alike: number;
  readonly isImpossible: boolean;
  readonly isDone: boolean;
  /** Whether HiGHS, which searches all lineups together, was not available. */
  readonly lacksSolver?: boolean | undefined;
}

interface SwappedLine {
  /** The new lineup as ascending picks; null if the lineup is unchanged. */
  readonly picks: readonly number[] | null;
  /** Why the lineup still breaks a rule; null if it keeps all or is fixed. */
  readonly obstacle: Exclude<SwapObstacle, "unknown"> | null;
}
