import { TestReader } from "../../model/lineup-test.ts";
import type { Model } from "../../model/model.ts";
import { type Automaton, AutomatonCache } from "../paths/automaton.ts";
import type { ClassedCandidates } from "../paths/class-paths.ts";
import { type Classified, classify } from "../paths/classes.ts";
import { createPathEngine, type PathEngine } from "../paths/index.ts";
import { flagsOf, type Instance } from "../paths/instance.ts";
import { readInstance, throwIfTooLarge } from "../paths/read-instance.ts";
import { Scratch } from "../paths/scratch.ts";
import { type SideRules, sideRules } from "../paths/side-rules.ts";
import { ClassPrice, DrawnPrice, type DrawnRelaxation } from "./drawn-price.ts";
import { DrawnTrellis } from "./drawn-trellis.ts";
import { type Outcome, PricedSearch } from "./priced-search.ts";
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
const MOST_TURNS = 3;
/**
 * The most nodes of a search; beyond, the path engine solves the draw, because its salary table is then
 * faster.
 */
const MOST_NODES = 20_000;

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
 * How a search treats rules that the automaton does not enforce. "free": it ignores them. "branched": it
 * searches each branch of the only test, and ignores group rules. "judged": it checks each complete lineup of all candidates.
 */
type Manner = "free" | "branched" | "judged";

/** An alternative of a test that demands some candidates of sets, such as a quarterback and a receiver. */
interface Branch {
  /** The candidates of each set of which a lineup needs some besides its fixed picks. */
  readonly counts: readonly (readonly number[])[];
  /** Per candidate, 1 if it is in one of the sets. */
  readonly isCounted: Uint8Array;
}

/** The branches of an instance's only test; null if it has others or one whose alternatives are not minimums. */
function branchesOf({ tests, fixed, option, size }: Instance): readonly Branch[] | null {
  const [test, ...others] = tests;
  if (test === undefined || test.when !== null || others.length > 0) return null;
  const branches: Branch[] = [];
  for (const { counts, sums } of test.alternatives) {
    if (sums.length > 0 || counts.some(({ most }) => most !== Number.POSITIVE_INFINITY)) return null;
    // With one role, a candidate is its option.
    const sets = counts
      .filter(({ picks, least }) => fixed.filter((pick) => picks.includes(pick)).length < least)
      .map(({ picks }) => Array.from(picks, (pick) => option[pick]!).filter((own) => own !== -1));
    branches.push({ counts: sets, isCounted: flagsOf(sets.flat(), size) });
  }
  return branches;
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
  /** The branches of the only test on whole lineups; null if there are others. */
  readonly #branches: readonly Branch[] | null;
  readonly #picks: Int32Array;
  readonly #entries: Int32Array;
  readonly #allCandidates: DrawnTrellis;
  readonly #hopeful: DrawnTrellis;
  readonly #gap = new UsualGap();
  readonly #judgedGap = new UsualGap();

  constructor(instance: Instance, classified: Classified, automaton: Automaton, engine: PathEngine) {
    const own = { ...instance, points: instance.points.slice(), required: instance.required.slice() };
    this.#instance = own;
    this.#engine = engine;
    this.#undominated = new Undominated(own, classified);
    this.#price = new DrawnPrice(own, this.#scratch);
    const areAlike = own.roles === 1 && own.required.every((required) => required === 0);
    this.#classPrice = areAlike && automaton.start !== -1 ? new ClassPrice(own, automaton) : null;
    this.#rules = sideRules(own);
    this.#tests = own.tests.length === 0 ? null : new TestReader(own.tests, own.model.picks.entry.length);
    this.#isRuled = !this.#rules.idle || this.#tests !== null;
    this.#branches = this.#classPrice === null ? null : branchesOf(own);
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
    let quick = this.#quickBest(points, "free");
    if (quick === null && this.#branches !== null) quick = this.#quickBest(points, "branched");
    if (quick === null && this.#isRuled) quick = this.#quickBest(points, "judged");
    return quick ?? byEngine(this.#engine, this.#instance.model, points);
  }

  /**
   * The best lineup according to a search in this manner. Null if there is none, if it breaks a rule, or if
   * the search takes too many nodes.
   */
  #quickBest(points: Float64Array, manner: Manner): DrawnBest | null {
    const undominated = this.#undominated;
    const held = manner === "judged" ? undominated.all : undominated.find();
    const priced = this.#relaxed(held, manner === "free" ? held : undominated.all);
    if (priced === null) return null;
    const { bound } = priced;
    const gap = manner === "free" ? this.#gap : this.#judgedGap;
    // A lineup with `reached` points exists. A floor one unit lower lets the search find it again.
    const sure = manner === "free" ? priced.reached - 1 : Number.NEGATIVE_INFINITY;
    for (let depth = FIRST_DEPTH_GAPS * gap.usual(bound), turn = 1; ; depth *= DEPTH_FACTOR, turn += 1) {
      if (turn > MOST_TURNS) depth = Number.POSITIVE_INFINITY;
      const floor = Math.max(sure, Math.floor(bound - depth));
      const outcome = this.#searchAbove(floor, priced, held, manner);
      if (outcome === "too many nodes") return null;
      if (outcome === "found") break;
      if (floor === sure) return null;
    }
    gap.learn(bound - this.#search.points);
    return this.#finish(points);
  }

  /**
   * Finds a price and the candidates' slacks (see `DrawnRelaxation`); null if there is no lineup. `held` has
   * all candidates that can be in a best lineup, `all` those that get a slack.
   */
  #relaxed(held: ClassedCandidates, all: ClassedCandidates): DrawnRelaxation | null {
    if (this.#classPrice !== null) return this.#classPrice.find(held, all);
    const trellis = this.#allCandidates.lay({ ...held, slack: null, allowed: 0 });
    return trellis.start === -1 ? null : this.#price.find(trellis);
  }

  /**
   * Searches the candidates with small slack for the best lineup with more than `floor` points. Returns
   * `found` if the lineup is in `#search`.
   */
  #searchAbove(floor: number, priced: DrawnRelaxation, held: ClassedCandidates, manner: Manner): Outcome {
    const { bound, slack, price } = priced;
    if (manner === "branched") return this.#searchBranches(floor, priced, held);
    const trellis = this.#hopeful.lay({ ...held, slack, allowed: bound - floor });
    const accepts = manner === "judged" ? this.#accepts : null;
    return this.#search.run(trellis, { price, floor, accepts, mostNodes: MOST_NODES });
  }

  /**
   * Like `#searchAbove`, by one search per choice of a player of each set of a branch, who is then required.
   * Of the others, it uses the undominated candidates (`held`) and those whom the branch counts.
   */
  #searchBranches(floor: number, { bound, slack, price }: DrawnRelaxation, held: ClassedCandidates): Outcome {
    const { required } = this.#instance;
    const { candidates: all, ends } = this.#undominated.all;
    const tries: { readonly branch: Branch; readonly chosen: readonly number[]; readonly missing: number }[] =
      [];
    const choose = (branch: Branch, chosen: readonly number[], missing: number) => {
      const set = branch.counts[chosen.length];
      if (set === undefined) tries.push({ branch, chosen, missing });
      for (const own of set ?? [])
        if (slack[own]! < bound - floor) choose(branch, [...chosen, own], Math.max(missing, slack[own]!));
    };
    for (const branch of this.#branches!) choose(branch, [], 0);
    tries.sort((a, b) => a.missing - b.missing);
    const isHeld = new Uint8Array(this.#instance.size);
    for (let at = 0; at < held.ends.at(-1)!; at += 1) isHeld[held.candidates[at]!] = 1;
    const used = { candidates: new Int32Array(this.#instance.size), ends: new Int32Array(ends.length) };
    let best = floor;
    let outcome: Outcome = "nothing";
    for (const { branch, chosen, missing } of tries) {
      const allowed = bound - best;
      if (missing >= allowed) break;
      let count = 0;
      for (let read = 0, at = 0; read < ends.length; read += 1) {
        for (; at < ends[read]!; at += 1)
          if (isHeld[all[at]!] === 1 || branch.isCounted[all[at]!] === 1) {
            used.candidates[count] = all[at]!;
            count += 1;
          }
        used.ends[read] = count;
      }
      for (const own of chosen) required[own] = 1;
      const trellis = this.#hopeful.lay({ ...used, slack, allowed });
      const sought = { price, floor: best, accepts: this.#passes, mostNodes: MOST_NODES };
      const found = this.#search.run(trellis, sought);
      for (const own of chosen) required[own] = 0;
      if (found === "too many nodes") return found;
      if (found !== "found") continue;
      outcome = "found";
      best = this.#search.points;
    }
    return outcome;
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
    return this.#rules.judge(this.#entries) === null && this.#passes(options, length);
  };

  /** Whether a lineup, given as the first `length` of the options, passes the tests. */
  readonly #passes = (options: Int32Array, length: number): boolean => {
    if (this.#tests === null) return true;
    this.#setPicks(options, length);
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
