import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { UnsupportedModelError } from "../../../../shared/errors.ts";
import { ChosenLineups } from "../../../model/chosen-lineups.ts";
import type { DrawSource } from "../../../model/draw-source.ts";
import type { Model } from "../../../model/model.ts";
import type {
  PortfolioLineup,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
  StoppedBy,
} from "../../../model/portfolio-plan.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import { takingTurns } from "../../paths/index.ts";
import type { OrderedStart } from "../../paths/ordered/branch-search.ts";
import { loadOrdered } from "../../paths/ordered/load.ts";
import type { PortfolioTools } from "../lineup-source.ts";
import { ByPaths } from "./by-paths.ts";
import { BySteps, type Finder } from "./by-steps.ts";

/**
 * A minimal set of limits that together allow no further lineup: drops each limit that is not needed, in
 * turn.
 */
async function stoppedBy(record: ChosenLineups, finder: Finder): Promise<StoppedBy> {
  let shares: readonly number[] = record.fullShares();
  const different = await finder.exists(record, shares, false);
  for (const share of shares) {
    const others = shares.filter((other) => other !== share);
    if (!(await finder.exists(record, others, different))) shares = others;
  }
  return { shares, different };
}

const REPORT_INTERVAL_MS = 100;

/**
 * Returns a function that reports the lineups built so far: at the first call, then at most once per
 * interval.
 */
export function pacedReport(
  report: (progress: PortfolioProgress) => void,
): (lineups: readonly PortfolioLineup[]) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (lineups) => {
    if (performance.now() < last + REPORT_INTERVAL_MS) return;
    last = performance.now();
    report({ lineups: [...lineups], sum: null, bound: null, gap: null });
  };
}

/**
 * Builds a portfolio lineup by lineup, for a plan without minimum shares. Each lineup is the best that the
 * rules and the lineups before it allow; ties are ordered by `tieBreak`. If too few exist, returns the
 * lineups found and the limits that allow no further one.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function solveSequential(
  plan: PortfolioPlan,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  const { record, finder, isHandedOver } = await lineupByLineup(plan, tools, interrupt, report);
  const { lineups } = record;
  if (lineups.length === plan.count)
    return { kind: "solved", solution: { lineups, bound: null, prices: null }, isHandedOver };
  return {
    kind: "short",
    lineups,
    proved: lineups.length === 0,
    witness: null,
    stoppedBy: await stoppedBy(record, finder),
    isHandedOver,
  };
}

/**
 * Builds the lineups of a plan without minimum shares, as many as the rules allow, and adds them to `record`.
 * Returns `record`, and a `finder` to explain why there are no more.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function lineupByLineup(
  plan: PortfolioPlan,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
  record: ChosenLineups = new ChosenLineups(plan),
): Promise<Pick<SequentialSearch, "record" | "finder" | "isHandedOver">> {
  const paced = pacedReport(report);
  const onLineup = () => paced(record.lineups);
  const search = new SequentialSearch(plan, tools, interrupt, { record, onLineup });
  try {
    await search.run(interrupt);
    return search;
  } catch (error) {
    // After an error, the lineups found so far may be kept; report all of them.
    report({ lineups: [...record.lineups], sum: null, bound: null, gap: null });
    throw error;
  } finally {
    search.close();
  }
}

/**
 * A search for the lineups of a plan without minimum shares, one by one. If the path engine gives up, another
 * solver continues. Close it when done.
 */
export class SequentialSearch {
  readonly record: ChosenLineups;
  /**
   * Upper bound on the points of any lineup that the plan allows, in units; undefined before the first
   * lineup. Of no meaning if points are drawn.
   */
  mostOfOne: number | undefined;
  readonly #plan: PortfolioPlan;
  readonly #tools: PortfolioTools;
  readonly #onLineup: () => void;
  #draw: Awaited<ReturnType<typeof drawer>> | undefined;
  #byPaths: ByPaths | null;
  #bySteps: BySteps | undefined;
  /** The path engine's search, which adds lineups and can be paused; undefined before it begins. */
  #lineups: Generator<void, void> | undefined;

  /**
   * `interrupt` ends the searches of `finder`; `run` takes an interrupt of its own. `start` is what earlier
   * searches learned.
   */
  constructor(
    plan: PortfolioPlan,
    tools: PortfolioTools,
    interrupt: Interrupt,
    {
      record = new ChosenLineups(plan),
      start = {},
      onLineup,
    }: {
      readonly record?: ChosenLineups;
      readonly start?: OrderedStart;
      readonly onLineup: () => void;
    },
  ) {
    this.record = record;
    this.#plan = plan;
    this.#tools = tools;
    this.#onLineup = onLineup;
    this.#byPaths = tools.pathEngine === null ? null : new ByPaths(plan, tools.pathEngine, interrupt, start);
  }

  /**
   * Finds further lineups with the solver that found the last one; also used to explain why there are no
   * more.
   */
  get finder(): Finder {
    if (this.#byPaths !== null) return this.#byPaths;
    const { best, pathEngine, otherwise } = this.#tools;
    this.#bySteps ??= new BySteps(this.#plan, pathEngine === null ? best : (otherwise ?? best));
    return this.#bySteps;
  }

  /** Whether the path engine gave up, so that another solver continues. */
  get isHandedOver(): boolean {
    return this.#tools.pathEngine !== null && this.#byPaths === null;
  }

  /**
   * Adds lineups until there are enough or none is left. After an interrupt, call it again to continue.
   * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
   */
  async run(interrupt: Interrupt): Promise<void> {
    await loadOrdered();
    if (this.#draw === undefined) this.#draw = await drawer(this.#plan);
    const isDrawn = this.#draw !== null;
    try {
      if (isDrawn || this.#byPaths === null) await this.#oneByOne(interrupt);
      else {
        this.#lineups ??= this.#byPaths.all(this.record, (most) => {
          this.mostOfOne ??= most;
          this.#onLineup();
        });
        await takingTurns(this.#lineups, interrupt, true);
      }
    } catch (error) {
      const isGivenUp = error instanceof UnsupportedModelError && this.#byPaths !== null && !isDrawn;
      if (!isGivenUp || this.#tools.otherwise === null) throw error;
      this.#byPaths = null;
      await this.#oneByOne(interrupt);
    }
  }

  close(): void {
    this.#lineups?.return();
  }

  /** Adds lineups by solving a model for each. */
  async #oneByOne(interrupt: Interrupt): Promise<void> {
    const { model, count } = this.#plan;
    const { points } = model.picks;
    const { record } = this;
    while (record.lineups.length < count) {
      throwIfInterrupted(interrupt);
      const found = await this.finder.next(this.#draw?.() ?? model, record);
      if (found === null) return;
      const plain = found.picks.reduce((sum, pick) => sum + points[pick]!, 0);
      this.mostOfOne ??= found.points;
      record.add({ picks: found.picks, points: plain, ...(this.#draw && { drawn: found.points }) });
      this.#onLineup();
    }
  }
}

/**
 * Returns a function that draws new points at each call, for the next lineup, and returns the model with
 * these points. Null if the plan draws no points.
 */
export async function drawer({ model, random }: PortfolioPlan): Promise<(() => Model) | null> {
  if (random === null) return null;
  if (!("spread" in random)) return simulatedDraws(model, random);
  const generator = xoroshiro128plus(random.seed);
  const { picks } = model;
  return () => {
    // All picks of a player have the same factor.
    const factor = Float64Array.from(random.spread, (spread) => {
      const even = (generator.next() >>> 0) / 2 ** 32;
      return 1 + spread * (2 * even - 1);
    });
    // Avoids -0.
    const points = picks.points.map((own, pick) => Math.round(own * factor[picks.entry[pick]!]!) || 0);
    return { ...model, picks: { ...picks, points } };
  };
}

/** Like `drawer`: at each call, the function takes the next simulated draw's points from `source`. */
async function simulatedDraws(model: Model, source: DrawSource): Promise<() => Model> {
  const { BLOCK, Drawing } = await import("../../draws/drawing.ts");
  const { picks } = model;
  const drawing = new Drawing(source, picks.entry);
  let draw = 0;
  return () => {
    if (draw % BLOCK === 0) drawing.begin(draw / BLOCK);
    draw += 1;
    drawing.next();
    return { ...model, picks: { ...picks, points: drawing.points.slice() } };
  };
}
