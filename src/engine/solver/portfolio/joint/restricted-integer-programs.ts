import { turn } from "../../../../shared/clock.ts";
import { keepsPlan } from "../../../model/chosen-lineups.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { ImprovingSolver } from "../../highs.ts";
import type { Interrupt } from "../../interrupt.ts";
import { chooseColumns } from "./choose-columns.ts";
import type { Incumbent } from "./incumbent.ts";
import type { Prices } from "./prices.ts";
import { priceLineups } from "./pricing.ts";
import { DEPTH_PER_LINEUP, type PlanByClass, type RestrictedMaster } from "./restricted-master.ts";
import type { Column } from "./rows.ts";

/**
 * The first program may have `FIRST_LINEUPS` lineups, or twice the plan's number if that is more, and each
 * next one `LINEUP_GROWTH` times as many. No program has more than `MOST_LINEUPS`, because of memory.
 */
const FIRST_LINEUPS = 1_000;
const LINEUP_GROWTH = 3;
const MOST_LINEUPS = 30_000;

/** Node limit of a program; those over few of the lineups have less, because more lineups can help more. */
const MOST_NODES = 3_000;

/** Improvements below this fraction of the gap between bound and sum do not count as progress. */
const LEAST_PROGRESS = 0.01;

/** The search ends after this much work without progress: simplex iterations times rows of the program. */
export const MOST_WORK_IN_VAIN = 4e7;

/**
 * Solves integer programs over more and more lineups until the gap is small enough. A program bounds the
 * portfolios of its own lineups; the prices and `Candidates.loss` bound any portfolio with another lineup.
 * Ends after `mostInVain` units of work without progress; it counts work, not time, so that every run ends in
 * the same way. Returns whether the programs considered all lineups that matter; if they did and found no
 * portfolio, there is none.
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
  let [least, work, wasIdle] = [incumbent.open, 0, false];
  const isInVain = (more = 0) => {
    work += more;
    if (incumbent.open <= (1 - LEAST_PROGRESS) * least) [least, work] = [incumbent.open, 0];
    return incumbent.hasPortfolio && work > mostInVain;
  };
  let most = Math.max(FIRST_LINEUPS, 2 * restricted.plan.count);
  for (; ; most *= LINEUP_GROWTH) {
    await turn();
    most = Math.min(most, MOST_LINEUPS);
    const isLast = most === MOST_LINEUPS;
    // Relative to the bound that the prices prove, even if a lower one is known by now.
    const open = incumbent.sum === null ? Number.POSITIVE_INFINITY : Number(proof.bound - incumbent.sum);
    const enough = Math.min(open, Number(proof.bound) - incumbent.boundToEnd);
    const few = await reducedCostCandidates(restricted, proof.prices, { open: enough, most });
    if (few === null && isLast) return false;
    if (few === null) continue;
    // Another program would not help: lineups outside of it determine the bound.
    if (wasIdle && few.loss < LEAST_PROGRESS * open) return false;
    const before = incumbent.open;
    const isOfAll = few.loss === Number.POSITIVE_INFINITY;
    // Losses are relative to the exact bound of the prices.
    const others = isOfAll ? null : proof.bound - BigInt(few.loss);
    const nodes = isOfAll ? MOST_NODES : Math.min(MOST_NODES, most / 2);
    const isSolved = await solveFew(
      restricted,
      incumbent,
      { lineups: few.lineups, others, nodes, isInVain },
      improve,
      interrupt,
    );
    wasIdle = incumbent.hasPortfolio && incumbent.open === before;
    const isAll = few.loss >= open;
    if (incumbent.isNear || (isSolved && (isAll || isLast))) return isAll;
    // With all lineups included, a further program would only have more nodes.
    if (isOfAll || isInVain()) return false;
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
    lineups: given,
    others,
    nodes: most,
    isInVain,
  }: {
    readonly lineups: readonly Column[];
    readonly others: bigint | null;
    readonly nodes: number;
    readonly isInVain: (work: number) => boolean;
  },
  improve: ImprovingSolver,
  interrupt: Interrupt,
): Promise<boolean> {
  const lineups = [...given];
  const known = new Map(lineups.map((column, at) => [column.key, at]));
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
        const more = iterations < done ? iterations : iterations - done;
        done = iterations;
        return isInVain(more * rows) || incumbent.isNear || nodes > most;
      },
    },
    improve,
    interrupt,
  );
}

interface Candidates {
  readonly lineups: Column[];
  /** By how many units a portfolio with any other lineup is below the bound of the prices, or more. */
  loss: number;
}

/**
 * Reduced-cost fixing: returns the lineups, at most `most`, that can be in a portfolio less than `open` units
 * below the bound at these prices. The bound adds up the greatest values of as many lineups as the plan
 * requires; a lineup with less value than all of these costs at least the difference. Classes share `most`
 * evenly, but each has at least twice its count. Null if too few lineups are found.
 */
async function reducedCostCandidates(
  { classes }: Pick<PlanByClass, "classes">,
  prices: readonly Prices[],
  { open, most }: { readonly open: number; readonly most: number },
): Promise<Candidates | null> {
  const few: Candidates = { lineups: [], loss: Number.POSITIVE_INFINITY };
  for (const [kind, own] of classes.entries()) {
    const part = Math.max(Math.floor(most / classes.length), 2 * own.count);
    const { priced, seen, rest } = await priceLineups(own, prices[kind]!, {
      best: part + 1,
      deepest: Math.max(part + 1, Math.min(LINEUP_GROWTH * MOST_LINEUPS, DEPTH_PER_LINEUP * part)),
      stride: part,
    });
    const last = priced[own.count - 1]?.worth ?? Number.NEGATIVE_INFINITY;
    if (last === Number.NEGATIVE_INFINITY && rest !== last) return null;
    const kept = seen.filter(({ worth }) => worth > last - open / own.weight).slice(0, part);
    const next = Math.max(rest, seen[kept.length]?.worth ?? Number.NEGATIVE_INFINITY);
    few.lineups.push(...kept.map(({ column }) => column));
    if (next !== Number.NEGATIVE_INFINITY) few.loss = Math.min(few.loss, own.weight * (last - next));
  }
  return few;
}

export function keeps(plan: PortfolioPlan, columns: readonly Column[]): boolean {
  return keepsPlan(
    plan,
    columns.map(({ picks }) => picks),
    columns.map(({ weight }) => weight),
  );
}

export function takeIfKept(
  { plan }: Pick<PlanByClass, "plan">,
  incumbent: Incumbent,
  columns: readonly Column[],
): void {
  if (keeps(plan, columns)) incumbent.take(columns);
}
