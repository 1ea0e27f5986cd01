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
import type { Solution } from "../../contract.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import { type PathEngine, takingTurns } from "../../paths/index.ts";
import type { OrderedStart } from "../../paths/ordered/branch-search.ts";
import { loadOrdered } from "../../paths/ordered/load.ts";
import type { PortfolioTools } from "../lineup-stream.ts";
import {
  firstWithin,
  Gate,
  type Limits,
  MOST_TIED,
  throwIfTooMany,
  tieBreak,
  tiesByPaths,
  tiesBySteps,
} from "./ties.ts";

export const REPORT_INTERVAL_MS = 100;

/**
 * Estimated factor by which the number of lineups to examine grows per unit of `unique`, up to `MOST_UNIQUE`;
 * a bad estimate only costs time.
 */
const READ_PER_UNIQUE = 4;
const MOST_UNIQUE = 5;

/** Reports the lineups built so far: at the first call, then at most once per interval. */
function pacedReport(
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
 * lineups found and a minimal set of limits that allow no further one.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function solveSequential(
  plan: PortfolioPlan,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  const record = new ChosenLineups(plan);
  const search = await lineupByLineup(plan, tools, interrupt, report, record);
  const { lineups } = record;
  const { isHandedOver } = search;
  if (lineups.length === plan.count)
    return { kind: "solved", solution: { lineups, bound: null, prices: null }, isHandedOver };
  const proved = lineups.length === 0;
  const stoppedBy = await search.stoppedBy();
  return { kind: "short", lineups, proved, witness: null, stoppedBy, isHandedOver };
}

/**
 * Builds the lineups of a plan without minimum shares, as many as the rules allow, and adds them to `record`.
 * `report` also receives an upper bound on the points of any lineup that the plan allows, in units; it means
 * nothing if points are drawn. `start` is what earlier searches learned.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function lineupByLineup(
  plan: PortfolioPlan,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress, mostOfOne: number | undefined) => void,
  record: ChosenLineups,
  start: OrderedStart = {},
): Promise<SequentialSearch> {
  let mostOfOne: number | undefined;
  const reportSoFar = (progress: PortfolioProgress) => report(progress, mostOfOne);
  const paced = pacedReport(reportSoFar);
  const search = new SequentialSearch(plan, tools, interrupt, record, (most) => {
    mostOfOne ??= most;
    paced(record.lineups);
  });
  try {
    await search.run(start);
    return search;
  } catch (error) {
    // After an error, the lineups found so far may be kept; report all of them.
    reportSoFar({ lineups: [...record.lineups], sum: null, bound: null, gap: null });
    throw error;
  }
}

class SequentialSearch {
  readonly #plan: PortfolioPlan;
  readonly #tools: PortfolioTools;
  readonly #interrupt: Interrupt;
  readonly #record: ChosenLineups;
  readonly #onLineup: (most: number) => void;
  /** Whether the path engine gave up, so that another solver continues. */
  isHandedOver = false;

  /** After each lineup, `onLineup` gets an upper bound on the points of this and all later ones. */
  constructor(
    plan: PortfolioPlan,
    tools: PortfolioTools,
    interrupt: Interrupt,
    record: ChosenLineups,
    onLineup: (most: number) => void,
  ) {
    this.#plan = plan;
    this.#tools = tools;
    this.#interrupt = interrupt;
    this.#record = record;
    this.#onLineup = onLineup;
  }

  /** Adds lineups until there are enough or none is left. */
  async run(start: OrderedStart): Promise<void> {
    await loadOrdered();
    const draw = decaying(this.#plan, this.#record, await drawer(this.#plan));
    const { pathEngine, otherwise } = this.#tools;
    if (pathEngine === null || draw !== null) return this.#oneByOne(draw);
    try {
      await takingTurns(this.#inOneWalk(pathEngine, start), this.#interrupt);
    } catch (error) {
      if (!(error instanceof UnsupportedModelError) || otherwise === null) throw error;
      this.isHandedOver = true;
      await this.#oneByOne(null);
    }
  }

  /** A minimal set of limits that together allow no further lineup (deletion filter). */
  async stoppedBy(): Promise<StoppedBy> {
    const exists = async (limits: Limits) => (await this.#first(this.#plan.model, limits)) !== null;
    let shares: readonly number[] = this.#record.fullShares();
    const different = await exists({ shares, different: false });
    for (const share of shares) {
      const others = shares.filter((other) => other !== share);
      if (!(await exists({ shares: others, different }))) shares = others;
    }
    return { shares, different };
  }

  /** The best lineup within the limits, by the solver that found the last one; null if there is none. */
  #first(model: Model, limits: Limits): Promise<Solution | null> {
    const { best, pathEngine, otherwise } = this.#tools;
    const ties =
      pathEngine === null || this.isHandedOver
        ? tiesBySteps(this.#plan, pathEngine === null ? best : (otherwise ?? best))
        : tiesByPaths(this.#plan, pathEngine, this.#interrupt);
    return firstWithin(ties, model, limits, this.#record);
  }

  /** Adds lineups by solving a model for each, with new points if they are drawn or decay. */
  async #oneByOne(draw: (() => Model) | null): Promise<void> {
    const { model, count, random } = this.#plan;
    const { points } = model.picks;
    const record = this.#record;
    while (record.lineups.length < count) {
      throwIfInterrupted(this.#interrupt);
      const limits = { shares: record.fullShares(), different: true };
      const found = await this.#first(draw?.() ?? model, limits);
      if (found === null) return;
      const plain = found.picks.reduce((sum, pick) => sum + points[pick]!, 0);
      record.add({ picks: found.picks, points: plain, ...(random && { drawn: found.points }) });
      this.#onLineup(found.points);
    }
  }

  /** Reads legal lineups by descending points, and takes each one that can be added to the chosen ones. */
  *#inOneWalk(engine: PathEngine, start: OrderedStart): Generator<void, void> {
    const { model, count, unique } = this.#plan;
    const record = this.#record;
    const reach = count * READ_PER_UNIQUE ** Math.max(0, Math.min(MOST_UNIQUE, unique) - 1);
    const ordered = engine.inOrder(model, count, { ...start, reach });
    if (ordered === null) return;
    const precedes = tieBreak(model);
    try {
      const gate = new Gate(this.#plan, ordered);
      gate.closeShares(record.fullShares());
      gate.keepApart(record);
      let refused = 0;
      while (record.lineups.length < count) {
        const tie = yield* ordered.next(MOST_TIED);
        if (tie === null) return;
        for (const picks of tie.lineups.map((own) => Array.from(own)).sort(precedes)) {
          if (record.lineups.length === count) return;
          refused += 1;
          if (!record.hasRoomFor(picks)) continue;
          refused = 0;
          // Summed again: just below an upper limit on points, the search may report more.
          const points = picks.reduce((sum, pick) => sum + model.picks.points[pick]!, 0);
          gate.closeShares(record.add({ picks, points }));
          gate.keepApartFrom(picks);
          this.#onLineup(tie.points);
        }
        ordered.taken = record.lineups.length;
        throwIfTooMany(refused);
      }
    } finally {
      ordered.close();
    }
  }
}

/** Like `draw`, with fewer points for players of earlier lineups; null if nothing changes points. */
function decaying(
  { model, decay = 0 }: PortfolioPlan,
  { lineups }: ChosenLineups,
  draw: (() => Model) | null,
): (() => Model) | null {
  if (decay === 0) return draw;
  return () => {
    const drawn = draw?.() ?? model;
    const { picks } = drawn;
    const uses = new Map<number, number>();
    for (const { picks: chosen } of lineups)
      for (const entry of new Set(chosen.map((pick) => picks.entry[pick]!)))
        uses.set(entry, (uses.get(entry) ?? 0) + 1);
    // Negative points stay: to lose some of them would be a gain.
    const points = picks.points.map((own, pick) =>
      own > 0 ? Math.round(own * Math.max(0, 1 - decay * (uses.get(picks.entry[pick]!) ?? 0))) : own,
    );
    return { ...drawn, picks: { ...picks, points } };
  };
}

/** Draws new points, for the next lineup, at each call; null if the plan draws none. */
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
