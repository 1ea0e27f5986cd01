import { TestReader } from "../../model/lineup-test.ts";
import type { Model } from "../../model/model.ts";
import type { PackedSolutions } from "../contract.ts";
import { type Automaton, AutomatonCache } from "../paths/automaton.ts";
import { type Classified, classify } from "../paths/classes.ts";
import { createPathEngine, type PathEngine } from "../paths/index.ts";
import { flagsOf, type Instance } from "../paths/instance.ts";
import { readInstance, throwIfTooLarge } from "../paths/read-instance.ts";
import { leastPrice, type Price, TrellisPaths } from "../paths/relaxation.ts";
import { type SideRules, sideRules } from "../paths/side-rules.ts";
import { layOut, Scratch, type Trellis } from "../paths/trellis.ts";
import { type ClassedCandidates, ClassPaths } from "./class-paths.ts";
import { PricedSearch } from "./priced-search.ts";
import { Undominated } from "./undominated.ts";

/**
 * Finds the best lineups of one slate for changing points. What depends on the slate alone is computed once,
 * and the search for a draw's price of salary starts at that of the draw before.
 */
export interface DrawSolver {
  /**
   * The best lineups at these points, given in units, one element per pick of the model. The order of players
   * by points must be the same in every role. Picks are unordered, and overwritten by the next draw. Call
   * `loadOrdered` first.
   * @throws UnsupportedModelError like the path engine.
   */
  best(points: Float64Array): PackedSolutions;
  forget(): void;
}

const automata = new AutomatonCache();

/** Creates a solver of the `top` best lineups of draws. @throws UnsupportedModelError like the path engine. */
export function createDrawSolver(model: Model, top = 1): DrawSolver {
  const engine = createPathEngine();
  const instance = readInstance(model);
  const classified = instance && classify(instance);
  const automaton = top === 1 && classified && automata.get(classified);
  if (automaton) return new QuickSolver(instance!, classified!, automaton, engine);
  return { best: (points) => byEngine(engine, model, points, top), forget() {} };
}

function byEngine(engine: PathEngine, model: Model, points: Float64Array, top = 1): PackedSolutions {
  return engine.bestNow({ ...model, picks: { ...model.picks, points } }, top);
}

/** The gap of a draw before the first is known: how far its best lineup is below its bound, as a fraction. */
const FIRST_GAP = 0.01;
/** How far below the bound a draw's lineups are searched, in usual gaps, until one is found. */
const DEPTHS = [1.6, 3.2, 6.4, Number.POSITIVE_INFINITY];
/** The most nodes of a search; beyond, the path engine solves the draw: its salary table is then faster. */
const MOST_NODES = 20_000;

/** Whether a search ignores rules that the automaton does not enforce, or checks each complete lineup. */
type Manner = "free" | "judged";

/**
 * Solves a draw without salary tables. It searches few candidates: those that are not dominated (see
 * `Undominated`) and whose slack is small. If the best lineup breaks a rule, a second search includes dominated
 * candidates and checks each complete lineup. If that takes too many nodes, the path engine solves the draw.
 */
class QuickSolver implements DrawSolver {
  readonly #instance: Instance & { mostPoints: number };
  readonly #automaton: Automaton;
  readonly #classOf: Int32Array;
  readonly #engine: PathEngine;
  readonly #scratch = new Scratch();
  readonly #undominated: Undominated;
  /** Finds the best paths class by class; null if there are several roles or required candidates. */
  readonly #classPaths: ClassPaths | null;
  readonly #search: PricedSearch;
  readonly #rules: SideRules;
  readonly #tests: TestReader;
  readonly #isRuled: boolean;
  /** Per candidate, whether a checked lineup may need it although it is dominated. */
  readonly #counted: Uint8Array;
  /** The candidates of the trellis that is being laid out. */
  readonly #kept: Int32Array;
  readonly #picks: Int32Array;
  #near: Price | undefined;
  /** The mean gap of the draws so far, the last ones weighing most; 0 before the first. */
  #gaps: Record<Manner, number> = { free: 0, judged: 0 };

  constructor(instance: Instance, classified: Classified, automaton: Automaton, engine: PathEngine) {
    const own = { ...instance, points: instance.points.slice() };
    const areAlike = own.roles === 1 && own.required.every((required) => required === 0);
    this.#instance = own;
    this.#automaton = automaton;
    this.#classOf = classified.classOf;
    this.#engine = engine;
    this.#undominated = new Undominated(own, classified);
    this.#classPaths = areAlike && automaton.start !== -1 ? new ClassPaths(own, automaton) : null;
    this.#rules = sideRules(own);
    this.#tests = new TestReader(own.tests, own.model.picks.entry.length);
    this.#isRuled = !this.#rules.idle || own.tests.length > 0;
    this.#counted = this.#rules.idle && areAlike ? countedBy(own) : new Uint8Array(own.size).fill(1);
    this.#search = new PricedSearch(own, this.#scratch);
    this.#kept = new Int32Array(own.size);
    this.#picks = new Int32Array(own.fixed.length + own.openSeats);
    this.#picks.set(own.fixed);
  }

  forget(): void {
    this.#near = undefined;
    this.#gaps = { free: 0, judged: 0 };
  }

  best(points: Float64Array): PackedSolutions {
    this.#setPoints(points);
    const found = this.#quickBest("free") ?? (this.#isRuled ? this.#quickBest("judged") : null);
    if (found === null) return byEngine(this.#engine, this.#instance.model, points);
    const fixed = this.#instance.fixed.reduce((sum, one) => sum + points[one]!, 0);
    return { picks: this.#picks, points: Float64Array.of(found + fixed) };
  }

  /**
   * Finds the best lineup by a search in this manner: sets `#picks`, and returns the points without those of
   * fixed picks. Null if there is none, if it breaks a rule, or if the search takes too many nodes.
   */
  #quickBest(manner: Manner): number | null {
    const all = manner === "judged" ? this.#undominated.find(this.#counted) : this.#undominated.find();
    const relaxed = this.#relaxed(all);
    if (relaxed === null) return null;
    const { bound, price, slack } = relaxed;
    // If no rule is ignored, a lineup with `reached` points exists: a floor one unit lower finds it again.
    const sure = manner === "free" ? relaxed.reached - 1 : Number.NEGATIVE_INFINITY;
    const usual = this.#gaps[manner] || FIRST_GAP * Math.abs(bound) || 1;
    for (const depth of DEPTHS) {
      const floor = Math.max(sure, Math.floor(bound - depth * usual));
      const trellis = this.#lay(all, { slack, allowed: bound - floor });
      const accepts = manner === "judged" ? this.#accepts : null;
      const outcome = this.#search.run(trellis, { price, floor, accepts, mostNodes: MOST_NODES });
      if (outcome === "too many nodes") return null;
      if (outcome === "nothing") continue;
      const { best, length, points } = this.#search;
      this.#gaps[manner] = this.#gaps[manner] === 0 ? bound - points : usual + (bound - points - usual) / 8;
      return this.#isRuled && !this.#accepts(best, length) ? null : this.#set(best, length, points);
    }
    return null;
  }

  #relaxed(held: ClassedCandidates) {
    const paths = this.#classPaths ?? this.#trellisPaths(held);
    if (paths instanceof ClassPaths) paths.held = held;
    // A price is good enough if a better one lowers the bound by at most three thousandths.
    const found = leastPrice(this.#instance, paths, this.#near?.price, 3e-3);
    this.#near = found ?? undefined;
    return found && { ...found, slack: paths.slack() };
  }

  #trellisPaths(held: ClassedCandidates): TrellisPaths {
    const trellis = this.#lay(held, null);
    return new TrellisPaths(this.#instance, this.#scratch, () => trellis);
  }

  #lay(
    { candidates, ends }: ClassedCandidates,
    hopeful: { readonly slack: Float64Array; readonly allowed: number } | null,
  ): Trellis {
    const kept = this.#kept;
    const end = ends[ends.length - 1]!;
    let count = 0;
    let begin = 0;
    for (let at = 0, own = 0; at < end; at += 1) {
      const candidate = candidates[at]!;
      for (; at === ends[own]; own += 1) begin = count;
      let place = count;
      if (hopeful !== null) {
        const { slack, allowed } = hopeful;
        if (slack[candidate]! >= allowed) continue;
        for (; place > begin && slack[kept[place - 1]!]! > slack[candidate]!; place -= 1)
          kept[place] = kept[place - 1]!;
      }
      kept[place] = candidate;
      count += 1;
    }
    const plan = {
      ...{ instance: this.#instance, automaton: this.#automaton, classOf: this.#classOf },
      candidates: kept.subarray(0, count),
    };
    return layOut(plan, this.#scratch, hopeful === null ? "drawn" : "hopeful");
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

  readonly #accepts = (options: Int32Array, length: number): boolean => {
    this.#set(options, length);
    const { entry } = this.#instance.model.picks;
    this.#tests.read(this.#picks);
    if (this.#tests.firstFailed() !== -1) return false;
    return this.#rules.idle || this.#rules.judge(this.#picks.map((pick) => entry[pick]!)) === null;
  };

  #set(options: Int32Array, length: number, points = 0): number {
    const { fixed, pick } = this.#instance;
    for (let index = 0; index < length; index += 1)
      this.#picks[fixed.length + index] = pick[options[index]!]!;
    return points;
  }
}

/**
 * Per candidate of an instance with one role, 1 if a lineup that passes the tests may need it although it is
 * dominated: if all tests only ask for enough picks of some sets, the candidates of these sets.
 */
function countedBy({ tests, option, size }: Instance): Uint8Array {
  const clauses = tests.flatMap(({ alternatives }) => alternatives);
  const isOfMinimums =
    tests.every(({ when }) => when === null) &&
    clauses.every(
      ({ counts, sums }) =>
        sums.length === 0 && counts.every(({ most }) => most === Number.POSITIVE_INFINITY),
    );
  if (!isOfMinimums) return new Uint8Array(size).fill(1);
  const picks = clauses.flatMap(({ counts }) => counts.flatMap((count) => [...count.picks]));
  return flagsOf(
    picks.map((pick) => option[pick]!).filter((own) => own !== -1),
    size,
  );
}
