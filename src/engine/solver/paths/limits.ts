import { UnsupportedModelError } from "../../../shared/errors.ts";
import type { GroupRule } from "./instance.ts";

/** When the path engine switches methods. These limits affect its speed, never its answers. */
export interface PathLimits {
  /** The most cells of the first completion bound (see `CompletionBound`); a larger one is rounded to fit. */
  readonly cells: number;
  readonly cellsPerLineup: number;
  /** The most cells (4 bytes each) of the finer tables that follow if the first one is too coarse. */
  readonly mostCells: number;
  /**
   * The number of nodes after which a search (`AStar`) with a rounded table continues with a finer one. One
   * more node is allowed per `cellsPerNode` cells of the finer table.
   */
  readonly nodes: number;
  readonly cellsPerNode: number;
  readonly nodesPerLineup: number;
  /** The engine gives up after this many nodes of a search for which no finer table is allowed. */
  readonly mostNodes: number;
  /**
   * A cut (see `DerivedCount`) becomes a counter of the trellis once it would have excluded this many refused lineups,
   * plus half the number of lineups found.
   */
  readonly refusalsForCut: number;
  /**
   * A test may split a branch by its alternatives once it has refused this many of the branch's lineups, plus
   * the number of lineups found.
   */
  readonly refusalsForTest: number;
  /**
   * Partial lineups are checked against a group rule once it has refused this many lineups, plus the number
   * of lineups found.
   */
  readonly refusalsForRule: number;
  /**
   * The number of refused lineups after which the Lagrangian prices of sums with limits (`PickSum`) are
   * computed again. After an attempt that finds no better prices, four times as many must be refused.
   */
  readonly refusalsForPrices: number;
  /**
   * The most cuts of one group rule that may become counters; beyond, partial lineups are checked against the
   * rule.
   */
  readonly cutsPerRule: { readonly [K in GroupRule["kind"]]: number };
  /**
   * The most states of an automaton to which cuts are added as counters. If it has more, partial lineups are
   * checked against the group rules from the beginning of the search.
   */
  readonly states: number;
  /**
   * The most states of an instance's automaton, before any cuts are added to it. If it has more, the engine
   * refuses the instance.
   */
  readonly plainStates: number;
  /**
   * Once this many steps of an A* search have found no lineup since picks were excluded, the trellis is
   * rebuilt without these picks.
   */
  readonly barred: number;
  /**
   * The engine gives up after pruning this many partial lineups in a row that overlap too much with earlier
   * lineups.
   */
  readonly cuts: number;
  /** After this many refused lineups the engine gives up: another solver is the better choice. */
  readonly refusals: number;
}

export const DEFAULT_LIMITS: PathLimits = {
  cells: 200_000,
  cellsPerLineup: 100,
  mostCells: 16_000_000,
  nodes: 10_000,
  cellsPerNode: 32,
  nodesPerLineup: 300,
  mostNodes: 1_000_000,
  refusalsForCut: 48,
  refusalsForTest: 16,
  refusalsForPrices: 500,
  refusalsForRule: 500,
  cutsPerRule: { groupMaximum: 3, groupsMinimum: 1 },
  states: 2_000,
  plainStates: 20_000,
  barred: 40,
  cuts: 400_000,
  refusals: 400_000,
};

export function unsupported(why: string): UnsupportedModelError {
  return new UnsupportedModelError("paths", why);
}

export function refusedTooOften(
  what: string,
  { refusals }: Pick<PathLimits, "refusals">,
): UnsupportedModelError {
  return unsupported(`${what} refuse nearly every lineup (${refusals} refused)`);
}
