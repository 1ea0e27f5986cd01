import { UnsupportedModelError } from "../../../shared/errors.ts";
import type { GroupRule } from "./instance.ts";

/** When the path engine switches methods. These limits affect its speed, never its answers. */
export interface PathLimits {
  /** The most cells of a first salary table, which is coarsened to fit, and the cells added per lineup wanted. */
  readonly cells: number;
  readonly cellsPerLineup: number;
  /** The most cells (4 bytes each) of a finer table, which is used if the coarse one does not suffice. */
  readonly mostCells: number;
  /** The most completions of Pareto frontiers that replace a rounded table from the start. */
  readonly frontiers: number;
  /**
   * The most completions (12 bytes each) of Pareto frontiers that replace a rounded table that proved too
   * coarse.
   */
  readonly mostFrontiers: number;
  /** For narrowed windows: the most cells of a table, completions of frontiers, and nodes of a walk. */
  readonly narrowed: number;
  readonly narrowedFrontiers: number;
  readonly narrowedNodes: number;
  /** A walk over a rounded table switches to a finer one after this many nodes, plus one per `cellsPerNode` of its cells. */
  readonly nodes: number;
  readonly cellsPerNode: number;
  /** The nodes added to the limit per lineup found. */
  readonly nodesPerLineup: number;
  /** The most nodes of a walk if no finer table is allowed; then the engine gives up. */
  readonly mostNodes: number;
  /** A group rule becomes a counter of the trellis after this many refused lineups, plus half of the lineups found. */
  readonly refusalsForCut: number;
  /** After this many refused lineups of a branch, a test becomes part of its trellis or splits the branch. */
  readonly refusalsForTest: number;
  /** Like `refusalsForCut`, for the refusals of a whole rule, over all of its groups. */
  readonly refusalsForRule: number;
  /**
   * The number of refused lineups after which prices of sums are recomputed. While that brings nothing, each
   * further attempt takes four times as many.
   */
  readonly refusalsForPrices: number;
  /** The most counters per rule; beyond, the rule checks each partial lineup instead. */
  readonly cutsPerRule: { readonly [K in GroupRule["kind"]]: number };
  /**
   * The most states of an automaton that gets counters; with more, partial lineups are checked instead, from
   * the beginning of the search.
   */
  readonly states: number;
  /** The most states of an automaton of all candidates; with more, network flows bound lineups (see `large/`). */
  readonly plainStates: number;
  /** After this many lineups refused because of barred picks, the trellis is rebuilt without these picks. */
  readonly barred: number;
  /** The refused lineups that a walk has memory for; beyond, it restarts with four times as much. */
  readonly room: number;
  /** The engine gives up after cutting off this many partial lineups for their overlap with earlier lineups. */
  readonly cuts: number;
  /** After this many refused lineups the engine gives up: another solver is the better choice. */
  readonly refusals: number;
}

export const DEFAULT_LIMITS: PathLimits = {
  cells: 200_000,
  cellsPerLineup: 100,
  mostCells: 16_000_000,
  frontiers: 200_000,
  mostFrontiers: 4_000_000,
  narrowed: 1_000_000,
  narrowedFrontiers: 1_000_000,
  narrowedNodes: 60_000,
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
  plainStates: 4_000,
  barred: 40,
  room: 4_000,
  cuts: 400_000,
  refusals: 400_000,
};

/** The error for a model that the path engine cannot solve, or not in time. */
export function unsupported(why: string): UnsupportedModelError {
  return new UnsupportedModelError("paths", why);
}

/** The error for rules that refuse nearly every lineup. */
export function refusedTooOften(
  what: string,
  { refusals }: Pick<PathLimits, "refusals">,
): UnsupportedModelError {
  return unsupported(`${what} refuse nearly every lineup (${refusals} refused)`);
}
