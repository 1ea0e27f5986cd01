import { UnsupportedModelError } from "../../../shared/errors.ts";
import type { GroupRule } from "./instance.ts";

/** When the path engine changes its method. None of these changes an answer, only how long it takes. */
export interface PathLimits {
  /** A salary table is made so coarse that it has no more cells than this, and more per lineup wanted. */
  readonly cells: number;
  readonly cellsPerLineup: number;
  /** The most cells that a finer one may have where a coarse one leads nowhere, 4 bytes each. */
  readonly mostCells: number;
  /** Where a table would be rounded, frontiers of no more completions than this are made instead. */
  readonly frontiers: number;
  /** The most completions that they may have where a rounded table leads nowhere, 12 bytes each. */
  readonly mostFrontiers: number;
  /** Where windows are narrowed: the most cells of a table, the most completions in them, and the most nodes of a walk. */
  readonly narrowed: number;
  readonly narrowedFrontiers: number;
  readonly narrowedNodes: number;
  /** A walk over a rounded table that makes more nodes than this, and one per so many cells of a finer table, needs one. */
  readonly nodes: number;
  readonly cellsPerNode: number;
  /** So many more are granted per lineup found. */
  readonly nodesPerLineup: number;
  /** Where no finer table is allowed and this does not suffice, the engine gives up. */
  readonly mostNodes: number;
  /** A group rule becomes a counter of a trellis once it refused this many lineups more than were found. */
  readonly refusalsForCut: number;
  /** A test that fails more lineups of a branch than this becomes part of its trellis, or of those of several. */
  readonly refusalsForTest: number;
  /** The same for whatever a rule refused, by many different sets of groups. */
  readonly refusalsForRule: number;
  /** Where sums are priced, prices are sought anew after so many lineups in vain, then after four times as many. */
  readonly vainForPrices: number;
  /** After so many counters of one rule, ways are guarded pick by pick instead. */
  readonly cutsPerRule: { readonly [K in GroupRule["kind"]]: number };
  /** Where the automaton is larger than this, ways are guarded pick by pick from the first: a counter would make it larger still. */
  readonly states: number;
  /** Where the automaton of all candidates is larger than this, flows bound lineups in its place (see `large/`). */
  readonly sieved: number;
  /** How many lineups with barred picks are met before candidates are laid out without these. */
  readonly barred: number;
  /** How many lineups a walk can refuse before it has to be begun anew with four times the room. */
  readonly room: number;
  /** After so many ways cut off on the way to a lineup, as too much like others, the engine gives up. */
  readonly cuts: number;
  /** After this many refused lineups the engine gives up, and another solver is the better choice. */
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
  vainForPrices: 2_000,
  refusalsForRule: 500,
  cutsPerRule: { groupMaximum: 3, groupsMinimum: 1 },
  states: 2_000,
  sieved: 4_000,
  barred: 40,
  room: 4_000,
  cuts: 400_000,
  refusals: 400_000,
};

/** What the path engine says of a model that it cannot solve, or not in time. */
export function unsupported(why: string): UnsupportedModelError {
  return new UnsupportedModelError("paths", why);
}

/** What it says where something refuses more lineups than it takes. */
export function refusedTooOften(
  what: string,
  { refusals }: Pick<PathLimits, "refusals">,
): UnsupportedModelError {
  return unsupported(`${what} refuse nearly every lineup (${refusals} in vain)`);
}
