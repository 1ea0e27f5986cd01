import { turn } from "../../../../shared/turn.ts";
import { keepsPlan } from "../../../model/keeps-plan.ts";
import type { ImprovingSolver } from "../../highs.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { Incumbent } from "./incumbent.ts";
import { type Few, programOf, reducedCostCandidates } from "./reduced-cost-candidates.ts";
import type { RestrictedMaster } from "./restricted-master.ts";

/** A program is over so many lineups, the next over so many times as many, up to some that memory holds. */
const FEW = 400;
const MORE = 3;
const MOST = 30_000;

/** A program is given up after so many nodes, the next after so many times as many: more lineups may serve better. */
const NODES = 200;
const MORE_NODES = 4;

/** A gain that is less than this part of the gap between bound and sum is not worth a program by itself. */
const LITTLE = 0.01;

/** Gains diminish once so many steps of work bring no more than that; a step is a simplex iteration times a row. */
export const MOST_IN_VAIN = 4e7;

/** A program over all lineups that there are is given up for good after so many nodes. */
const MOST_NODES_OF_ALL = 3000;

/**
 * Binary programs over more and more lineups, until the best portfolio is near enough to the bound: a portfolio is one of
 * these lineups, which the program bounds, or loses what another lineup loses against the prices' bound. Whether all that
 * matter were tried to the end: what is not found then is not there. It ends as well after
 * `mostInVain` steps of work that gain little.
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
    // Against the bound that the prices prove, whatever else is proved meanwhile.
    const open = incumbent.sum === null ? Number.POSITIVE_INFINITY : Number(proof.bound - incumbent.sum);
    const most = Math.min(MOST, Math.max(FEW, 2 * restricted.plan.count) * MORE ** round);
    const few = await reducedCostCandidates(restricted, proof.prices, { open, most });
    const isLast = most === MOST;
    if (few === null && isLast) return false;
    if (few === null) continue;
    // What found nothing before finds nothing now, where other lineups keep the bound up.
    if (wasIdle && few.loss < LITTLE * open) return false;
    const before = incumbent.open;
    // With all lineups in, another try would differ in its nodes alone: the search ends with it, alike in every run.
    const areAllIn = few.loss === Number.POSITIVE_INFINITY;
    // A loss need not be one between sums of points: it counts from what the prices prove to the unit.
    const others = areAllIn ? null : proof.bound - BigInt(few.loss);
    const nodes = areAllIn ? MOST_NODES_OF_ALL : NODES * MORE_NODES ** round;
    const isSolved = await solveFew(restricted, incumbent, { few, others, nodes, gains }, improve, interrupt);
    wasIdle = incumbent.hasPortfolio && incumbent.open === before;
    const isAll = few.loss >= open;
    if (incumbent.isNear || (isSolved && (isAll || isLast))) return isAll;
    if (areAllIn || gains.areDiminishing) return false;
  }
}

/** Notices when much work improves sum and bound by little; work, not time, so that it ends alike in every run. */
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

  /** Without a portfolio they never are. */
  get areDiminishing(): boolean {
    return this.#incumbent.hasPortfolio && this.#work > this.#mostInVain;
  }

  add(work: number): void {
    this.#work += work;
    const { open } = this.#incumbent;
    if (open > (1 - LITTLE) * this.#open) return;
    this.#open = open;
    this.#work = 0;
  }
}

/**
 * Looks for better portfolios out of few lineups, and for a bound of these; `others` is one of all portfolios with any other
 * lineup, null where there are none. Whether the best of them is found.
 */
async function solveFew(
  restricted: RestrictedMaster,
  incumbent: Incumbent,
  {
    few,
    others,
    nodes: most,
    gains,
  }: { readonly few: Few; readonly others: bigint | null; readonly nodes: number; readonly gains: Gains },
  improve: ImprovingSolver,
  interrupt: Interrupt,
): Promise<boolean> {
  const { columnOf } = restricted.kinds[0]!;
  const known = new Map(few.lineups.map((column, at) => [column.key, at]));
  const lineups = [...few.lineups];
  const start = (incumbent.hasPortfolio ? incumbent.lineups : []).map(({ picks }) => {
    const column = columnOf(picks);
    return known.get(column.key) ?? lineups.push(column) - 1;
  });
  const { program, boundOf, broken, valuesOf } = programOf(restricted, lineups);
  const from = start.length === 0 ? null : valuesOf(start);
  const rows = [...program.rows];
  const prove = (own: bigint | null) => {
    const least = own === null || (others !== null && others > own) ? others : own;
    if (least !== null) incumbent.prove(least);
  };
  for (;;) {
    let best: readonly number[] | null = null;
    let done = 0;
    const isSolved = improve(
      { ...program, rows },
      {
        start: from,
        found: (chosen) => {
          best = chosen;
          const columns = chosen.map((at) => lineups[at]!);
          if (
            keepsPlan(
              restricted.plan,
              columns.map(({ picks }) => picks),
            )
          )
            incumbent.take(columns);
        },
        isEnough: (bound, { nodes, iterations }) => {
          if (Number.isFinite(bound)) prove(boundOf(bound));
          gains.add((iterations - done) * rows.length);
          done = iterations;
          return incumbent.isNear || nodes > most || gains.areDiminishing;
        },
      },
      interrupt,
    );
    if (!isSolved) return false;
    const lacking = broken(best ?? []);
    if (lacking.length === 0) {
      prove(best === null ? null : boundOf(gainOf(program.gain, best)));
      return true;
    }
    rows.push(...lacking);
    await turn();
  }
}

function gainOf(gain: Float64Array, chosen: readonly number[]): number {
  return chosen.reduce((sum, at) => sum + gain[at]!, 0);
}
