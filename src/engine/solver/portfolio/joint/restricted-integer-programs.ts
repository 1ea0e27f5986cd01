import { turn } from "../../../../shared/clock.ts";
import { keepsPlan } from "../../../model/keeps-plan.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { ImprovingSolver } from "../../highs.ts";
import type { Interrupt } from "../../interrupt.ts";
import { chooseColumns, MOST_NODES } from "./choose-columns.ts";
import type { Column } from "./columns.ts";
import type { Incumbent } from "./incumbent.ts";
import type { Prices } from "./prices.ts";
import { type Candidates, reducedCostCandidates } from "./reduced-cost-candidates.ts";
import type { RestrictedMaster } from "./restricted-master.ts";

/**
 * The first program may have `FIRST_LINEUPS` lineups, or twice the plan's number if that is more, and each
 * next one `LINEUP_GROWTH` times as many. No program has more than `MOST_LINEUPS`, because of memory.
 */
const FIRST_LINEUPS = 400;
const LINEUP_GROWTH = 3;
const MOST_LINEUPS = 30_000;

/**
 * Node limit of the first program, and the factor by which it grows with each program. The first limit is
 * low, because more lineups can help more than more nodes.
 */
const FIRST_NODES = 200;
const NODE_GROWTH = 4;

/** Improvements below this fraction of the gap between bound and sum do not count as progress. */
const LEAST_PROGRESS = 0.01;

/** The search ends after this much work without progress: simplex iterations times rows of the program. */
export const MOST_WORK_IN_VAIN = 4e7;

/**
 * Solves integer programs over more and more lineups until the gap is small enough. A program bounds the
 * portfolios of its own lineups; the prices and `Candidates.loss` bound any portfolio with another lineup.
 * Ends after `mostInVain` units of work without progress. Returns whether the programs considered all lineups
 * that matter; if they did and found no portfolio, there is none.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function restrictedIntegerPrograms(
  restricted: RestrictedMaster,
  incumbent: Incumbent,
  { improve, mostInVain }: { readonly improve: ImprovingSolver; readonly mostInVain: number },
  interrupt: Interrupt,
): Promise<boolean> {
  const { proof } = incumbent;
  if (proof === null) return false;
  const gains = new Gains(incumbent, mostInVain);
  let wasIdle = false;
  for (let round = 0; ; round += 1) {
    await turn();
    // Relative to the bound that the prices prove, even if a lower one is known by now.
    const open = incumbent.sum === null ? Number.POSITIVE_INFINITY : Number(proof.bound - incumbent.sum);
    const most = Math.min(
      MOST_LINEUPS,
      Math.max(FIRST_LINEUPS, 2 * restricted.plan.count) * LINEUP_GROWTH ** round,
    );
    const enough = Math.min(open, Number(proof.bound) - incumbent.boundToEnd);
    const few = await candidatesFor(restricted, proof.prices, { enough, most });
    const isLast = most === MOST_LINEUPS;
    if (few === null && isLast) return false;
    if (few === null) continue;
    // Another program would not help: lineups outside of it determine the bound.
    if (wasIdle && few.loss < LEAST_PROGRESS * open) return false;
    const before = incumbent.open;
    // With all lineups included, a further program would only have more nodes.
    const areAllIn = few.loss === Number.POSITIVE_INFINITY;
    // Losses are relative to the exact bound of the prices.
    const others = areAllIn ? null : proof.bound - BigInt(few.loss);
    const nodes = areAllIn ? MOST_NODES : FIRST_NODES * NODE_GROWTH ** round;
    const isSolved = await solveFew(restricted, incumbent, { few, others, nodes, gains }, improve, interrupt);
    wasIdle = incumbent.hasPortfolio && incumbent.open === before;
    const isAll = few.loss >= open;
    if (incumbent.isNear || (isSolved && (isAll || isLast))) return isAll;
    if (areAllIn || gains.areDiminishing) return false;
  }
}

/**
 * Returns the lineups for a program, at most `most`; but up to `LINEUP_GROWTH` times as many if these are
 * then all that matter. Others do not matter if any portfolio with one of them is at least `enough` units
 * below the bound that the prices prove. Null if the search found too few lineups.
 */
async function candidatesFor(
  restricted: RestrictedMaster,
  prices: readonly Prices[],
  { enough, most }: { readonly enough: number; readonly most: number },
): Promise<Candidates | null> {
  const few = await reducedCostCandidates(restricted, prices, { open: enough, most });
  if (few === null || few.loss >= enough || most === MOST_LINEUPS) return few;
  const next = Math.min(MOST_LINEUPS, LINEUP_GROWTH * most);
  const more = await reducedCostCandidates(restricted, prices, { open: enough, most: next });
  return more !== null && more.loss >= enough ? more : few;
}

/**
 * Detects that integer programs no longer narrow the gap. It counts work, not time, so that every run ends in
 * the same way.
 */
class Gains {
  readonly #incumbent: Incumbent;
  readonly #mostInVain: number;
  #open: number;
  #work = 0;

  constructor(incumbent: Incumbent, mostInVain: number) {
    this.#incumbent = incumbent;
    this.#mostInVain = mostInVain;
    this.#open = incumbent.open;
  }

  /**
   * Whether programs have done more than `mostInVain` units of work without progress. False until there is a
   * portfolio.
   */
  get areDiminishing(): boolean {
    return this.#incumbent.hasPortfolio && this.#work > this.#mostInVain;
  }

  add(work: number): void {
    this.#work += work;
    const { open } = this.#incumbent;
    if (open > (1 - LEAST_PROGRESS) * this.#open) return;
    this.#open = open;
    this.#work = 0;
  }
}

/**
 * Solves one program for better portfolios out of these lineups, and for a bound. `others` bounds all
 * portfolios with any other lineup; null if no other lineups exist. Returns whether the program was solved to
 * the end.
 */
function solveFew(
  restricted: RestrictedMaster,
  incumbent: Incumbent,
  {
    few,
    others,
    nodes: most,
    gains,
  }: {
    readonly few: Candidates;
    readonly others: bigint | null;
    readonly nodes: number;
    readonly gains: Gains;
  },
  improve: ImprovingSolver,
  interrupt: Interrupt,
): Promise<boolean> {
  const known = new Map(few.lineups.map((column, at) => [column.key, at]));
  const lineups = [...few.lineups];
  const start = (incumbent.hasPortfolio ? incumbent.chosen : []).map(
    (column) => known.get(column.key) ?? lineups.push(column) - 1,
  );
  let done = 0;
  return chooseColumns(
    restricted,
    lineups,
    {
      start: start.length === 0 ? null : start,
      found: (columns) => takeIfKept(restricted, incumbent, columns),
      bounded: (own) => {
        const least = own === null || (others !== null && others > own) ? others : own;
        if (least !== null) incumbent.estimate(least);
      },
      isEnough: ({ nodes, iterations }, rows) => {
        // A program that got more rows starts anew.
        gains.add((iterations < done ? iterations : iterations - done) * rows);
        done = iterations;
        return incumbent.isNear || nodes > most || gains.areDiminishing;
      },
    },
    improve,
    interrupt,
  );
}

/** Whether columns together keep the plan. */
export function keeps(plan: PortfolioPlan, columns: readonly Column[]): boolean {
  return keepsPlan(
    plan,
    columns.map(({ picks }) => picks),
    columns.map(({ weight }) => weight),
  );
}

/** Takes a portfolio if it keeps the plan. */
export function takeIfKept(
  { plan }: RestrictedMaster,
  incumbent: Incumbent,
  columns: readonly Column[],
): void {
  if (keeps(plan, columns)) incumbent.take(columns);
}
