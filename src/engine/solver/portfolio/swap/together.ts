import { POINT_UNITS } from "../../../model/model.ts";
import type { HighsSolver } from "../../highs.ts";
import type { Interrupt } from "../../interrupt.ts";
import { chooseColumns, MOST_NODES } from "../joint/choose-columns.ts";
import type { Column } from "../joint/columns.ts";
import { DIVES, dive } from "../joint/dive.ts";
import { generateColumns } from "../joint/generate.ts";
import { GAP } from "../joint/joint.ts";
import { isPositive, type LpSolution } from "../joint/master.ts";
import type { Prices } from "../joint/prices.ts";
import { reducedCostCandidates } from "../joint/reduced-cost-candidates.ts";
import { type RestrictedMaster, restrictedMasterOf } from "../joint/restricted-master.ts";
import { keeps } from "./by-listing.ts";
import type { OpenSwap } from "./open-swap.ts";

export interface TogetherTools {
  readonly highs: Pick<HighsSolver, "linearProgram" | "improve">;
  /** Whether it is known that no swap keeps the plan, so that no integer program has a solution. */
  readonly isImpossible: boolean;
  /** Receives each proved upper bound on the points, in units, of all contest entries of the open lines. */
  readonly onBound: (bound: bigint) => void;
  /** Receives a lineup for each open line; these may be better than the current ones. */
  readonly onFound: (chosen: readonly Column[]) => void;
}

/** Relative gap between bound and LP solution at which the solution is rounded for the first time. */
const GAP_TO_ROUND = 0.2 * GAP;

/** Maximum number of rounds of column generation. */
const ROUNDS = 24;

/** Penalty of a missing lineup per contest entry, relative to that of breaking a share by one entry. */
const MISSING_PENALTY = 4;

/** Maximum number of lineups for an integer program. */
const MOST_LINEUPS = 400;

/**
 * Looks for better lineups for all open lines (see `OpenSwap`) together. Column generation solves the linear
 * relaxation and proves a bound; a dive rounds the solution. If few lineups can still improve the result, an
 * integer program chooses among them. If the current lineups break the plan, violations only cost a penalty.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function swapTogether(
  { planByClass, held }: OpenSwap,
  tools: TogetherTools,
  interrupt: Interrupt,
): Promise<void> {
  const { plan, classes, shareRows } = planByClass;
  // No swap keeps a row whose lower limit is above its upper one.
  if (shareRows.some(({ lower, upper }) => lower > upper)) return;
  const program = tools.highs.linearProgram();
  try {
    const most = held.reduce((points, column) => Math.max(points, Math.abs(column.points)), 0);
    const penalty = 1 + most / POINT_UNITS;
    const restricted = restrictedMasterOf(planByClass, {
      start: [...new Set(held)],
      program,
      penalties: {
        of: (row) => (row.kind === "all" ? MISSING_PENALTY * classes[row.of]!.weight : 1) * penalty,
        mostBeyond: keeps(plan, held) ? 0 : plan.count,
      },
    });
    await search(restricted, held, tools, interrupt);
  } finally {
    program.dispose();
  }
}

async function search(
  restricted: RestrictedMaster,
  start: readonly Column[],
  { highs, isImpossible, onBound, onFound }: TogetherTools,
  interrupt: Interrupt,
): Promise<void> {
  const isKept = !restricted.mayBreak;
  const sum = sumOf(start);
  let bound: bigint | null = null;
  let proof: readonly Prices[] | null = null;
  const isNear = (own: bigint) => bound !== null && Number(bound - own) <= GAP * Math.abs(Number(bound));
  const isNearlyBest = (columns: readonly Column[]) =>
    isNear(sumOf(columns)) && keeps(restricted.plan, columns);
  let isRounded = false;
  let relaxation: LpSolution;
  for (let round = 1; ; round += 1) {
    const grown = await generateColumns(restricted, interrupt);
    relaxation = grown.relaxation;
    if (grown.bound !== null && (bound === null || grown.bound < bound)) {
      [bound, proof] = [grown.bound, grown.prices];
      onBound(bound);
    }
    if (isKept && isNear(sum)) return;
    if (grown.joined === 0 || round === ROUNDS) break;
    if (isRounded || !isNearly(relaxation, bound)) continue;
    const columns = await dive(restricted, relaxation, { ...DIVES[0]!, rounds: 0 }, interrupt);
    if (columns.length < start.length) continue;
    isRounded = true;
    onFound(columns);
    if (isNearlyBest(columns)) return;
  }
  const dived = await dive(restricted, relaxation, DIVES[0]!, interrupt);
  const best = dived.length < start.length || (isKept && sumOf(dived) <= sum) ? start : dived;
  if (best !== start) onFound(best);
  if (isNearlyBest(best) || isImpossible || proof === null) return;
  const isWhole = keeps(restricted.plan, best);
  // Includes lineups of swaps with the same sum, so that the best swap is proved.
  const open = isWhole && bound !== null ? Number(bound - sumOf(best)) + 1 : Number.POSITIVE_INFINITY;
  const few = await reducedCostCandidates(restricted, proof, { open, most: MOST_LINEUPS });
  const isAll = few !== null && few.loss >= open && few.lineups.length <= MOST_LINEUPS;
  const lineups = isAll ? few.lineups : restricted.master.columns;
  if (lineups.length > MOST_LINEUPS || (isWhole && !isAll)) return;
  let most: bigint | null = null;
  const isSolved = await chooseColumns(
    restricted,
    lineups,
    {
      start: null,
      found: (chosen) => {
        if (keeps(restricted.plan, chosen)) onFound(chosen);
      },
      bounded: (own) => {
        most = own;
      },
      isEnough: ({ nodes }) => nodes > MOST_NODES,
    },
    highs.improve,
    interrupt,
  );
  // A bound below a sum that was found is wrong.
  if (isAll && isSolved && most !== null && most >= sumOf(best)) onBound(most);
}

/** Whether an LP solution keeps all rows and is so near the bound that rounding it may succeed. */
function isNearly({ objective, missing }: LpSolution, bound: bigint | null): boolean {
  if (bound === null || isPositive(missing)) return false;
  return Number(bound) - POINT_UNITS * objective <= GAP_TO_ROUND * Math.abs(Number(bound));
}

/** The points of all contest entries together, in units. */
function sumOf(columns: readonly Column[]): bigint {
  return columns.reduce((sum, { weight, points }) => sum + BigInt(weight) * BigInt(points), 0n);
}
