import { TestReader } from "../../model/lineup-test.ts";
import type { Model } from "../../model/model.ts";
import { type Automaton, AutomatonCache } from "../paths/automaton.ts";
import type { ClassedCandidates } from "../paths/class-paths.ts";
import { type Classified, classify } from "../paths/classes.ts";
import { createPathEngine, type PathEngine } from "../paths/index.ts";
import type { Instance } from "../paths/instance.ts";
import { readInstance, throwIfTooLarge } from "../paths/read-instance.ts";
import { Scratch } from "../paths/scratch.ts";
import { type SideRules, sideRules } from "../paths/side-rules.ts";
import { ClassPrice, DrawnPrice, type DrawnRelaxation } from "./drawn-price.ts";
import { DrawnTrellis } from "./drawn-trellis.ts";
import { FOUND, PricedSearch, TOO_MANY_NODES } from "./priced-search.ts";
import { Undominated } from "./undominated.ts";

/** The gap that `UsualGap` assumes before the first draw, as a fraction of the bound. */
const FIRST_GUESS = 0.01;
/**
 * The least weight of a new draw in the mean gap. Until 1/n falls below it, the n-th draw has the weight 1/n.
 */
const LEAST_CHANGE = 0.05;
/** The least assumed gap, as a fraction of the bound, so that widening it by a factor has an effect. */
const LEAST_GAP = 1e-4;

/**
 * Estimates the gap of a draw: by how many units of points its best lineup is below its upper bound (see
 * `DrawnRelaxation`). The estimate is a moving average over the draws so far.
 */
class UsualGap {
  #mean = 0;
  #draws = 0;

  /** The estimated gap of a draw with this bound; greater than 0 unless the bound is 0. */
  usual(bound: number): number {
    const size = Math.abs(bound);
    return this.#draws === 0 ? FIRST_GUESS * size : Math.max(LEAST_GAP * size, this.#mean);
  }

  learn(gap: number): void {
    this.#draws += 1;
    this.#mean += Math.max(LEAST_CHANGE, 1 / this.#draws) * (gap - this.#mean);
  }

  forget(): void {
    this.#mean = 0;
    this.#draws = 0;
  }
}

/** The best lineup of a draw. */
interface DrawnBest {
  /** Indices into `Model.picks`, unordered; overwritten by the next draw. */
  readonly picks: Int32Array;
  /** The points of the lineup, in units. */
  readonly points: number;
}

/**
 * Finds the best lineup of one slate for changing points. What depends on the slate alone is computed once.
 * The search for a draw's price of salary (see `DrawnPrice`) starts at that of the draw before.
 */
export interface DrawSolver {
  /**
   * The best lineup at these points, given in units, one element per pick of the model. The order of players
   * by points must be the same in every role. Null if no lineup is legal. Call `loadOrdered` first.
   * @throws UnsupportedModelError like the path engine.
   */
  best(points: Float64Array): DrawnBest | null;
  /** Forgets earlier draws, so that later results do not depend on them. */
  forget(): void;
}

/** How far below the bound the first search looks for lineups (its depth), as a multiple of the usual gap. */
const FIRST_DEPTH_GAPS = 1.6;
/** The factor by which the depth grows after a search that found nothing. */
const DEPTH_FACTOR = 2;
/** After this many searches the depth is unlimited. */
const MOST_TURNS = 3;
/**
 * The most nodes of a search; beyond, the path engine solves the draw, because its salary table is then
 * faster.
 */
const MOST_NODES = 20_000;

/** Cached automata, shared by all solvers of this thread. */
const automata = new AutomatonCache();

/**
 * Creates the fastest solver that can represent the model.
 * @throws UnsupportedModelError like the path engine.
 */
export function createDrawSolver(model: Model): DrawSolver {
  const engine = createPathEngine();
  const instance = readInstance(model);
  if (instance === null) return { best: () => null, forget: () => {} };
  const classified = classify(instance);
  const automaton = automata.get(classified);
  if (automaton === null) return { best: (points) => byEngine(engine, model, points), forget: () => {} };
  return new QuickSolver(instance, classified, automaton, engine);
}

function byEngine(engine: PathEngine, model: Model, points: Float64Array): DrawnBest | null {
  const found = engine.bestNow({ ...model, picks: { ...model.picks, points } }, 1);
  return found.points.length === 0 ? null : { picks: found.picks, points: found.points[0]! };
}

/**
 * Solves a draw without salary tables. It searches few candidates: those that are not dominated (see
 * `Undominated`) and whose slack (see `DrawnRelaxation`) is small. If the best lineup breaks a rule, a second
 * search includes dominated candidates and checks each complete lineup. If that takes too many nodes, the
 * path engine solves the draw.
 */
class QuickSolver implements DrawSolver {
  readonly #instance: Instance & { mostPoints: number };
  readonly #engine: PathEngine;
  readonly #scratch = new Scratch();
  readonly #undominated: Undominated;
  readonly #price: DrawnPrice;
  /**
   * Finds the price of a draw class by class; null if there are several roles or required candidates, so that
   * `#price` must find it, or if no roster is possible.
   */
  readonly #classPrice: ClassPrice | null;
  readonly #search: PricedSearch;
  readonly #rules: SideRules;
  /** Reads the tests on whole lineups; null if there are none. */
  readonly #tests: TestReader | null;
  readonly #isRuled: boolean;
  readonly #picks: Int32Array;
  readonly #entries: Int32Array;
  readonly #allCandidates: DrawnTrellis;
  readonly #hopeful: DrawnTrellis;
  readonly #gap = new UsualGap();
  readonly #judgedGap = new UsualGap();

  constructor(instance: Instance, classified: Classified, automaton: Automaton, engine: PathEngine) {
    const own = { ...instance, points: instance.points.slice() };
    this.#instance = own;
    this.#engine = engine;
    this.#undominated = new Undominated(own, classified);
    this.#price = new DrawnPrice(own, this.#scratch);
    const areAlike = own.roles === 1 && own.required.every((required) => required === 0);
    this.#classPrice = areAlike && automaton.start !== -1 ? new ClassPrice(own, automaton) : null;
    this.#rules = sideRules(own);
    this.#tests = own.tests.length === 0 ? null : new TestReader(own.tests, own.model.picks.entry.length);
    this.#isRuled = !this.#rules.idle || this.#tests !== null;
    this.#search = new PricedSearch(own, this.#scratch);
    this.#allCandidates = new DrawnTrellis(own, automaton, this.#scratch, "drawn");
    this.#hopeful = new DrawnTrellis(own, automaton, this.#scratch, "hopeful");
    this.#picks = new Int32Array(own.fixed.length + own.openSeats);
    this.#picks.set(own.fixed);
    this.#entries = new Int32Array(this.#picks.length);
  }

  forget(): void {
    this.#price.forget();
    this.#classPrice?.forget();
    this.#gap.forget();
    this.#judgedGap.forget();
  }

  best(points: Float64Array): DrawnBest | null {
    this.#setPoints(points);
    const quick = this.#quickBest(points, false) ?? (this.#isRuled ? this.#quickBest(points, true) : null);
    return quick ?? byEngine(this.#engine, this.#instance.model, points);
  }

  /**
   * The best lineup according to a search; with `isJudged`, it checks the rules of each lineup. Null if there
   * is none, if it breaks a rule, or if the search takes too many nodes.
   */
  #quickBest(points: Float64Array, isJudged: boolean): DrawnBest | null {
    const undominated = this.#undominated;
    const held = isJudged ? undominated.all : undominated.find();
    const priced = this.#relaxed(held);
    if (priced === null) return null;
    const { bound } = priced;
    const gap = isJudged ? this.#judgedGap : this.#gap;
    // A lineup with `reached` points exists. A floor one unit lower lets the search find it again.
    const sure = isJudged ? Number.NEGATIVE_INFINITY : priced.reached - 1;
    for (let depth = FIRST_DEPTH_GAPS * gap.usual(bound), turn = 1; ; depth *= DEPTH_FACTOR, turn += 1) {
      if (turn > MOST_TURNS) depth = Number.POSITIVE_INFINITY;
      const floor = Math.max(sure, Math.floor(bound - depth));
      const outcome = this.#searchAbove(floor, priced, held, isJudged);
      if (outcome === TOO_MANY_NODES) return null;
      if (outcome === FOUND) break;
      if (floor === sure) return null;
    }
    gap.learn(bound - this.#search.points);
    return this.#finish(points);
  }

  /** Finds a price and the slacks of these candidates (see `DrawnRelaxation`); null if there is no lineup. */
  #relaxed(held: ClassedCandidates): DrawnRelaxation | null {
    if (this.#classPrice !== null) return this.#classPrice.find(held);
    const trellis = this.#allCandidates.lay({ ...held, slack: null, allowed: 0 });
    return trellis.start === -1 ? null : this.#price.find(trellis);
  }

  /**
   * Searches the candidates with small slack for the best lineup with more than `floor` points. Returns
   * `FOUND` (the lineup is in `#search`), `NOTHING` or `TOO_MANY_NODES`.
   */
  #searchAbove(floor: number, priced: DrawnRelaxation, held: ClassedCandidates, isJudged: boolean): number {
    const { bound, slack, price } = priced;
    const trellis = this.#hopeful.lay({ ...held, slack, allowed: bound - floor });
    const accepts = isJudged ? this.#accepts : null;
    return this.#search.run(trellis, { price, floor, accepts, mostNodes: MOST_NODES });
  }

  #setPoints(drawn: Float64Array): void {
    const { pick, points, noPick } = this.#instance;
    let most = 0;
    for (let option = 0; option < noPick; option += 1) {
      if (pick[option] === -1) continue;
      const own = drawn[pick[option]!]!;
      points[option] = own;
      if (own > most) most = own;
      else if (-own > most) most = -own;
    }
    throwIfTooLarge(most, this.#instance.openSeats);
    this.#instance.mostPoints = most;
  }

  /**
   * Whether a lineup, given as the first `length` of the options, keeps the side rules and passes the tests.
   */
  readonly #accepts = (options: Int32Array, length: number): boolean => {
    this.#setPicks(options, length);
    const { entry } = this.#instance.model.picks;
    for (let index = 0; index < this.#picks.length; index += 1)
      this.#entries[index] = entry[this.#picks[index]!]!;
    if (this.#rules.judge(this.#entries) !== null) return false;
    if (this.#tests === null) return true;
    this.#tests.read(this.#picks);
    return this.#tests.firstFailed() === -1;
  };

  #setPicks(options: Int32Array, length: number): void {
    const { fixed, pick } = this.#instance;
    for (let index = 0; index < length; index += 1)
      this.#picks[fixed.length + index] = pick[options[index]!]!;
  }

  /** Converts the lineup that the search found to picks; null if it breaks a rule. */
  #finish(drawn: Float64Array): DrawnBest | null {
    const { best, length, points } = this.#search;
    if (this.#isRuled && !this.#accepts(best, length)) return null;
    this.#setPicks(best, length);
    const { fixed } = this.#instance;
    return { picks: this.#picks, points: fixed.reduce((sum, one) => sum + drawn[one]!, points) };
  }
}
