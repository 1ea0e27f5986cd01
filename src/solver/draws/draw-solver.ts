import type { Model } from "../../model/model.ts";
import type { Automaton } from "../paths/automaton.ts";
import { AutomatonCache } from "../paths/automaton-cache.ts";
import { type Classified, classify } from "../paths/classes.ts";
import { createPathEngine, type PathEngine } from "../paths/index.ts";
import type { Instance } from "../paths/instance.ts";
import { Pairs } from "../paths/pairs.ts";
import { readInstance } from "../paths/read-instance.ts";
import { Scratch } from "../paths/scratch.ts";
import { type SideRules, sideRules } from "../paths/side-rules.ts";
import { layOut, type Trellis } from "../paths/trellis.ts";
import { DrawnPrice, type DrawnRelaxation } from "./drawn-price.ts";
import { FOUND, PricedSearch, TOO_MANY_NODES } from "./priced-search.ts";
import { RecentOptima } from "./recent-optima.ts";
import { Undominated } from "./undominated.ts";

/** The best lineup of a draw. */
interface DrawnBest {
  /** Indices into `Model.picks`, in no order; overwritten by the next draw. */
  readonly picks: Int32Array;
  /** Units of points. */
  readonly points: number;
}

/**
 * Finds the best lineup of one slate at ever new points: what depends on the slate alone is built once, and each draw
 * starts from the price and the optima of those before.
 */
export interface DrawSolver {
  /**
   * The best lineup at these points, one element per pick of the model, in units; an entry's points in one role must
   * grow with its points in another. Null where no lineup is legal.
   * @throws UnsupportedModelError as the path engine does.
   */
  best(points: Float64Array): DrawnBest | null;
  /** Forgets earlier draws, so that what comes depends on nothing before. */
  forget(): void;
}

/** How many times the usual distance between bound and optimum is searched first. */
const GAPS = 1.6;
/** How much of the usual distance a new draw changes. */
const LEARNING = 0.05;
/** Beyond so many nodes the salary table of the path engine is the quicker way. */
const MOST_NODES = 20_000;

/** @throws UnsupportedModelError as the path engine does. */
export function createDrawSolver(model: Model): DrawSolver {
  const engine = createPathEngine();
  const instance = readInstance(model);
  if (instance === null) return { best: () => null, forget: () => {} };
  const classified = classify(instance);
  const automaton = new AutomatonCache().get(classified);
  if (automaton === null || instance.tests.length > 0)
    return { best: (points) => byEngine(engine, model, points), forget: () => {} };
  return new QuickSolver(instance, classified, automaton, engine);
}

function byEngine(engine: PathEngine, model: Model, points: Float64Array): DrawnBest | null {
  const found = engine.bestNow({ ...model, picks: { ...model.picks, points } }, 1);
  return found.points.length === 0 ? null : { picks: found.picks, points: found.points[0]! };
}

/**
 * Drops who is dominated and whose slack at a good price is too large, and searches the few that are left. Side rules
 * are not looked at: where the best lineup without them keeps them, it is the best with them, and else the path engine
 * is asked.
 */
class QuickSolver implements DrawSolver {
  readonly #instance: Instance & { mostPoints: number };
  readonly #classOf: Int32Array;
  readonly #automaton: Automaton;
  readonly #engine: PathEngine;
  readonly #scratch = new Scratch();
  readonly #undominated: Undominated;
  readonly #price: DrawnPrice;
  readonly #recent: RecentOptima;
  readonly #search: PricedSearch;
  readonly #rules: SideRules;
  readonly #pairs: Pairs | undefined;
  readonly #picks: Int32Array;
  readonly #entries: Int32Array;
  readonly #hopeful: number[] = [];
  #usualGap = 0;

  constructor(instance: Instance, classified: Classified, automaton: Automaton, engine: PathEngine) {
    const own = { ...instance, points: instance.points.slice() };
    this.#instance = own;
    this.#classOf = classified.classOf;
    this.#automaton = automaton;
    this.#engine = engine;
    this.#undominated = new Undominated(own, classified);
    this.#price = new DrawnPrice(own, this.#scratch);
    this.#recent = new RecentOptima(own.openSeats);
    this.#search = new PricedSearch(own, this.#scratch);
    this.#rules = sideRules(own);
    const [pairRule] = own.pairRules;
    this.#pairs = pairRule && new Pairs(pairRule, own.model.entries);
    this.#picks = new Int32Array(own.fixed.length + own.openSeats);
    this.#picks.set(own.fixed);
    this.#entries = new Int32Array(this.#picks.length);
  }

  forget(): void {
    this.#recent.clear();
    this.#price.forget();
    this.#usualGap = 0;
  }

  best(points: Float64Array): DrawnBest | null {
    const quick = this.#quickBest(points);
    return quick ?? byEngine(this.#engine, this.#instance.model, points);
  }

  /** Null where the quick way does not lead there. */
  #quickBest(points: Float64Array): DrawnBest | null {
    const instance = this.#instance;
    this.#setPoints(points);
    const everybody = layOut(
      { instance, automaton: this.#automaton, classOf: this.#classOf, candidates: this.#undominated.find() },
      this.#scratch,
      "drawn",
    );
    if (everybody.start === -1) return null;
    const priced = this.#price.find(everybody);
    if (priced === null) return null;
    const { bound } = priced;
    const known = Math.max(this.#recent.best(instance.points), priced.reached);
    // A floor one unit under what is known finds that lineup again, if it is the best.
    const sure = known - 1;
    for (let depth = GAPS * this.#usualGap; ; depth = Number.POSITIVE_INFINITY) {
      const floor = Math.max(sure, bound - depth);
      const outcome = this.#searchAbove(floor, priced, everybody);
      if (outcome === TOO_MANY_NODES) return null;
      if (outcome === FOUND) break;
      if (floor === sure) return null;
    }
    this.#usualGap += LEARNING * (bound - this.#search.points - this.#usualGap);
    return this.#finish(points);
  }

  /** Seeks the best lineup of more than `floor` points among those who can be in one. */
  #searchAbove(floor: number, { bound, slack, worth, price }: DrawnRelaxation, everybody: Trellis): number {
    const allowed = bound - floor;
    const hopeful = this.#hopeful;
    hopeful.length = 0;
    const { candidates } = everybody;
    for (let index = 0; index < candidates.length; index += 1) {
      const candidate = candidates[index]!;
      if (slack[candidate]! < allowed) hopeful.push(candidate);
    }
    const trellis = layOut(
      { instance: this.#instance, automaton: this.#automaton, classOf: this.#classOf, candidates: hopeful },
      this.#scratch,
      "hopeful",
    );
    return this.#search.run(trellis, { worth, price }, floor, MOST_NODES);
  }

  #setPoints(drawn: Float64Array): void {
    const { pick, points, nobody } = this.#instance;
    let most = 0;
    for (let option = 0; option < nobody; option += 1) {
      if (pick[option] === -1) continue;
      const own = drawn[pick[option]!]!;
      points[option] = own;
      if (own > most) most = own;
      else if (-own > most) most = -own;
    }
    this.#instance.mostPoints = most;
  }

  /** The lineup found, as picks; null where a side rule refuses it. */
  #finish(drawn: Float64Array): DrawnBest | null {
    const { fixed, pick, model } = this.#instance;
    const { best, length, points } = this.#search;
    for (let index = 0; index < length; index += 1) this.#picks[fixed.length + index] = pick[best[index]!]!;
    if (!this.#rules.idle || this.#pairs !== undefined) {
      for (let index = 0; index < this.#picks.length; index += 1)
        this.#entries[index] = model.picks.entry[this.#picks[index]!]!;
      if (this.#rules.judge(this.#entries) !== null) return null;
      if (this.#pairs?.firstGroup(this.#entries) === -1) return null;
    }
    this.#recent.add(best);
    return { picks: this.#picks, points: fixed.reduce((sum, one) => sum + drawn[one]!, points) };
  }
}
