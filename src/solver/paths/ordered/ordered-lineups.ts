import { UnsupportedModelError } from "../../../errors.ts";
import type { LineupTest, PickCount } from "../../../model/lineup-test.ts";
import { TestReader } from "../../../model/test-reader.ts";
import { waysOf } from "../../../model/ways.ts";
import { Heap } from "../../../shared/heap.ts";
import type { Automaton } from "../automaton.ts";
import { classify } from "../classes.ts";
import type { Counter, Instance } from "../instance.ts";
import { type Relaxation, relax } from "../relaxation.ts";
import type { Workshop } from "../roster.ts";
import { type SideRules, sideRules } from "../side-rules.ts";
import { layOut } from "../trellis.ts";
import { type Branch, noTerms, type Terms, withCounts, withWay } from "./branch.ts";
import { firstDepth, nextDepth } from "./depths.ts";
import { ANEW, Descent, MET, STALE } from "./descent.ts";
import { pairTest } from "./pair-test.ts";
import { layOutTracked } from "./tracked-trellis.ts";

/** Lineups of the same points, as the model's picks, ascending. */
export interface Tie {
  readonly points: number;
  readonly lineups: readonly Int32Array[];
}

/** How many cuts of group rules become part of the trellises. */
const MOST_CUTS = 8;
/** How often a threshold is lowered before everything is searched. */
const MOST_ROUNDS = 24;

/**
 * An instance's lineups in the order of their points, for as long as they are asked for, with picks that may be barred
 * and tests that may be added on the way. Rules that the roster does not know of are checked on each lineup; one that
 * refuses too many becomes part of the trellis, and where it has several ways to hold, there is a branch for each, looked
 * at once its bound is the highest.
 */
export class OrderedLineups {
  readonly #instance: Instance;
  readonly #workshop: Workshop;
  readonly #count: number;
  readonly #automaton: Automaton | null;
  readonly #classOf: Int32Array;
  readonly #relaxation: Relaxation | null;
  readonly #rules: SideRules;
  readonly #barred: Uint8Array;
  #tests: LineupTest[];
  #ways: { readonly clauses: LineupTest["alternatives"]; readonly reader: TestReader }[] = [];
  #reader: TestReader;
  #branches: Branch[] = [];
  #heap = new Heap<Branch>(precedes);
  readonly #cuts = new Map<string, number>();
  #cutCounts: PickCount[] = [];
  #threshold: number;
  #rounds = 0;
  #made = 0;
  #refused = 0;
  /** Lineups of so many points or more have all been told. */
  #told = Number.POSITIVE_INFINITY;
  #first: number | null = null;
  /** How many lineups found so far are of use. */
  taken = 0;

  /** `count` is how many lineups are wanted at about. */
  constructor(instance: Instance, workshop: Workshop, count: number) {
    const { size, model, tests, pairRules } = instance;
    this.#instance = instance;
    this.#workshop = workshop;
    this.#count = count;
    this.#barred = new Uint8Array(instance.nobody + 1);
    this.#tests = [...tests, ...pairRules.map((rule) => pairTest(rule, model))];
    this.#reader = this.#readTests();
    this.#rules = sideRules(instance);
    const classified = classify(instance);
    this.#automaton = workshop.automata.get(classified);
    this.#classOf = classified.classOf;
    if (this.#automaton === null)
      throw new UnsupportedModelError("paths", "its slots make too large an automaton");
    const candidates = Int32Array.from({ length: size }, (_, candidate) => candidate);
    const { automaton, classOf } = { automaton: this.#automaton, classOf: this.#classOf };
    const trellis = layOut({ instance, automaton, classOf, candidates }, workshop.scratch, "all");
    const relaxation =
      trellis.start === -1 || !this.#rules.possible ? null : relax(instance, trellis, workshop.scratch);
    // The scratch is the next solve's, too.
    this.#relaxation = relaxation && {
      ...relaxation,
      worth: relaxation.worth.slice(),
      slack: relaxation.slack.slice(0, size),
    };
    this.#threshold =
      this.#relaxation === null
        ? 0
        : this.#atLeast(this.#relaxation.bound - firstDepth(this.#relaxation, instance, count));
    if (this.#relaxation !== null)
      this.#add(noTerms(instance), this.#relaxation.bound, Number.POSITIVE_INFINITY);
  }

  /** The next lineups of the same points, at most `most` of them; null where there are no more. Yields now and then. */
  *next(most = Number.POSITIVE_INFINITY): Generator<void, Tie | null> {
    let tie: { readonly branch: Branch; readonly picks: Int32Array }[] = [];
    let points = Number.NEGATIVE_INFINITY;
    const end = (): Tie | null => {
      if (tie.length === 0) return null;
      this.#first ??= points;
      return { points: points + this.#instance.fixedPoints, lineups: tie.map(({ picks }) => picks) };
    };
    for (;;) {
      const branch = this.#heap.peek();
      if (branch === undefined || branch.key === Number.NEGATIVE_INFINITY) {
        if (tie.length > 0) break;
        if (!this.#lower()) return null;
        continue;
      }
      if (tie.length > 0 && branch.key < points) break;
      this.#heap.pop();
      if (branch.pending !== null) {
        tie.push({ branch, picks: branch.pending.picks });
        points = branch.pending.points;
        branch.pending = null;
        branch.key = branch.descent!.highest;
        this.#heap.push(branch);
        if (tie.length >= most) return end();
        continue;
      }
      if (!branch.isOpen) {
        yield;
        this.#open(branch);
        this.#heap.push(branch);
        continue;
      }
      const step = yield* branch.descent!.next(branch.ceiling);
      if (step === MET) {
        const changed = this.#judge(branch);
        if (changed) tie = tie.filter((one) => changed !== "all" && one.branch !== branch);
        if (changed !== "gone" && changed !== "all") this.#heap.push(branch);
      } else if (step === ANEW) {
        tie = tie.filter((one) => one.branch !== branch);
        branch.key = branch.descent!.highest;
        this.#heap.push(branch);
      } else if (step === STALE) {
        tie = tie.filter((one) => one.branch !== branch);
        branch.isOpen = false;
        branch.key = branch.descent!.highest;
        if (branch.key === Number.NEGATIVE_INFINITY) this.#finish(branch);
        this.#heap.push(branch);
      } else {
        this.#finish(branch);
        this.#heap.push(branch);
      }
    }
    this.#told = points;
    for (const branch of this.#branches) branch.ceiling = Math.min(branch.ceiling, points);
    return end();
  }

  /** Picks of the model that no further lineup may have. */
  bar(picks: Iterable<number>): void {
    const { pick, nobody } = this.#instance;
    const wanted = new Set(picks);
    for (let option = 0; option < nobody; option += 1) {
      if (pick[option] === -1 || !wanted.has(pick[option]!) || this.#barred[option] === 1) continue;
      this.#barred[option] = 1;
      for (const branch of this.#branches) if (branch.isOpen) branch.descent!.bar(option);
    }
    if (this.#instance.fixed.some((own) => wanted.has(own)) || this.#lacksRequired()) this.#end();
    this.#dropPending((lineup) => lineup.some((own) => wanted.has(own)));
  }

  /** Whether somebody who must be picked is barred. */
  #lacksRequired(): boolean {
    const { required, size } = this.#instance;
    for (let candidate = 0; candidate < size; candidate += 1)
      if (required[candidate] === 1 && !this.#isFree(candidate, this.#barred)) return true;
    return false;
  }

  /** Tests that every further lineup has to pass. */
  require(tests: readonly LineupTest[]): void {
    if (tests.length === 0) return;
    this.#tests = [...this.#tests, ...tests];
    this.#reader = this.#readTests();
    this.#dropPending((lineup) => {
      this.#reader.read(lineup);
      return this.#reader.firstFailed() !== -1;
    });
  }

  #end(): void {
    this.#branches = [];
    this.#heap = new Heap<Branch>(precedes);
  }

  #dropPending(isOut: (picks: Int32Array) => boolean): void {
    for (const branch of this.#branches) {
      if (branch.pending === null || !isOut(branch.pending.picks)) continue;
      branch.pending = null;
      branch.key = branch.descent!.highest;
    }
    this.#pile();
  }

  /** Puts all branches in order anew. */
  #pile(): void {
    this.#heap = new Heap<Branch>(precedes);
    for (const branch of this.#branches) this.#heap.push(branch);
  }

  #readTests(): TestReader {
    const { model } = this.#instance;
    for (const test of this.#tests.slice(this.#ways.length)) {
      const clauses = waysOf(test);
      const alone = clauses.map((clause): LineupTest => ({ when: null, alternatives: [clause] }));
      this.#ways.push({ clauses, reader: new TestReader(alone, model.picks.entry.length) });
    }
    return new TestReader(this.#tests, model.picks.entry.length);
  }

  #add(terms: Terms, bound: number, ceiling: number): void {
    const branch: Branch = {
      id: this.#made,
      terms,
      bound,
      key: bound >= this.#threshold ? bound : Number.NEGATIVE_INFINITY,
      descent: null,
      isOpen: false,
      ceiling,
      pending: null,
      refused: new Map(),
    };
    this.#made += 1;
    this.#branches.push(branch);
    this.#heap.push(branch);
  }

  /** No threshold lies lower than any lineup. */
  #atLeast(threshold: number): number {
    const { mostPoints, openSeats } = this.#instance;
    return Math.max(Math.floor(threshold), -mostPoints * openSeats);
  }

  /** Looks deeper; false where nothing is left. */
  #lower(): boolean {
    const relaxation = this.#relaxation;
    if (relaxation === null || this.#branches.length === 0) return false;
    const { bound } = relaxation;
    const least = this.#atLeast(Number.NEGATIVE_INFINITY);
    if (this.#threshold === least) return false;
    this.#rounds += 1;
    const depth = nextDepth({
      depth: bound - this.#threshold,
      bound,
      first: this.#first,
      taken: this.taken,
      count: this.#count,
    });
    this.#threshold = this.#rounds > MOST_ROUNDS ? least : this.#atLeast(bound - depth);
    for (const branch of this.#branches) {
      branch.isOpen = false;
      branch.key = branch.bound >= this.#threshold ? branch.bound : Number.NEGATIVE_INFINITY;
    }
    this.#pile();
    return true;
  }

  /** Has nothing more above the threshold. */
  #finish(branch: Branch): void {
    branch.isOpen = false;
    branch.bound = Math.min(branch.bound, this.#threshold);
    branch.ceiling = Math.min(branch.ceiling, this.#threshold);
    branch.key = Number.NEGATIVE_INFINITY;
  }

  /** Lays a branch out as far as the threshold. */
  #open(branch: Branch): void {
    const instance = this.#instance;
    const { bound, slack } = this.#relaxation!;
    const { trackers, leastSpent } = branch.terms;
    branch.descent ??= new Descent(this.#workshop.limits);
    const { scratch } = branch.descent;
    const out = branch.terms.out.map((own, option) => own | this.#barred[option]!);
    const automaton = this.#automaton!;
    const classOf = this.#classOf;
    const depth = bound - this.#threshold;
    let candidates: number[] = [];
    for (let candidate = 0; candidate < instance.size; candidate += 1)
      if (this.#isFree(candidate, out) ? slack[candidate]! <= depth : instance.required[candidate] === 1)
        candidates.push(candidate);
    const lay = () => {
      const trellis = layOutTracked(
        { instance, automaton, classOf, candidates, trackers, out },
        scratch,
        "few",
      );
      if (trellis === null) throw new UnsupportedModelError("paths", "its rules make too large a trellis");
      return trellis;
    };
    let trellis = lay();
    const relaxation = trellis.start === -1 ? null : relax(instance, trellis, scratch);
    if (relaxation === null || relaxation.bound < this.#threshold) {
      this.#finish(branch);
      return;
    }
    const near = candidates.filter(
      (candidate) => relaxation.slack[candidate]! <= relaxation.bound - this.#threshold,
    );
    if (near.length < 0.9 * candidates.length) {
      candidates = near;
      trellis = lay();
      if (trellis.start === -1) {
        this.#finish(branch);
        return;
      }
    }
    branch.descent.begin(
      { instance, trellis, relaxation, threshold: this.#threshold, leastSpent },
      this.#count,
    );
    branch.isOpen = true;
    branch.bound = Math.min(branch.bound, relaxation.bound);
    branch.key = Math.min(branch.bound, branch.descent.highest);
    if (branch.key === Number.NEGATIVE_INFINITY) this.#finish(branch);
  }

  #isFree(candidate: number, out: Uint8Array): boolean {
    const { roles, pick } = this.#instance;
    for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
      if (pick[option] !== -1 && out[option] === 0) return true;
    return false;
  }

  /**
   * Takes the lineup that a branch met, or refuses it. Tells what became of the branch where a refusal was one too many:
   * it begins anew, others are in its place, or all begin anew.
   */
  #judge(branch: Branch): false | "anew" | "gone" | "all" {
    const { walk } = branch.descent!;
    const { fixed, pick, model } = this.#instance;
    const picks = new Int32Array(fixed.length + walk.length);
    picks.set(fixed);
    for (let index = 0; index < walk.length; index += 1)
      picks[fixed.length + index] = pick[walk.lineup[index]!]!;
    picks.sort();
    branch.key = branch.descent!.highest;
    const cut = this.#rules.idle ? null : this.#rules.judge(picks.map((own) => model.picks.entry[own]!));
    if (cut !== null) {
      this.#countRefusal();
      const times = 1 + (this.#cuts.get(cut.key) ?? 0);
      this.#cuts.set(cut.key, times);
      return times > this.#workshop.limits.refusalsForCut && this.#cutCounts.length < MOST_CUTS
        ? this.#keepAway(cut.counter())
        : false;
    }
    if (this.#tests.length > 0) {
      this.#reader.read(picks);
      const failed = this.#reader.firstFailed();
      if (failed !== -1) return this.#fail(branch, failed);
    }
    for (const { test, way } of branch.terms.owned) {
      const { reader } = this.#ways[test]!;
      reader.read(picks);
      if (reader.firstPassed() !== way) return false;
    }
    branch.pending = { picks, points: walk.points };
    branch.key = walk.points;
    return false;
  }

  #countRefusal(): void {
    this.#refused += 1;
    const { refusals } = this.#workshop.limits;
    if (this.#refused > refusals)
      throw new UnsupportedModelError("paths", `its rules refuse nearly every lineup (${refusals} in vain)`);
  }

  #fail(branch: Branch, test: number): false | "anew" | "gone" {
    this.#countRefusal();
    const times = 1 + (branch.refused.get(test) ?? 0);
    branch.refused.set(test, times);
    if (times <= this.#workshop.limits.refusalsForTest || branch.terms.stated.has(test)) return false;
    const { clauses } = this.#ways[test]!;
    const children = clauses.flatMap((_, way) => {
      const terms = withWay(this.#instance, branch.terms, { test, way, ways: clauses });
      return terms === null ? [] : [terms];
    });
    this.#branches.splice(this.#branches.indexOf(branch), 1);
    for (const terms of children) {
      const bound = Math.min(branch.bound, this.#boundOf(terms));
      this.#add(terms, bound, branch.ceiling);
    }
    return "gone";
  }

  /** No lineup that keeps the trackers has more points: of those with so many members each has one that far below. */
  #boundOf({ trackers, out }: Terms): number {
    const { bound, slack } = this.#relaxation!;
    const { size, roles } = this.#instance;
    let worst = 0;
    for (const { member, least } of trackers) {
      if (least === 0) continue;
      const slacks: number[] = [];
      for (let candidate = 0; candidate < size; candidate += 1) {
        let counts = false;
        for (let role = 0; role < roles; role += 1) {
          const option = candidate * roles + role;
          if (member[option] === 1 && out[option] === 0) counts = true;
        }
        if (counts) slacks.push(slack[candidate]!);
      }
      slacks.sort((a, b) => a - b);
      worst = Math.max(worst, slacks[least - 1] ?? Number.POSITIVE_INFINITY);
    }
    return bound - worst;
  }

  /** Makes a cut part of every trellis. */
  #keepAway({ kind, member, limit }: Counter): "all" {
    const { model } = this.#instance;
    const picks = Int32Array.from(
      [...model.picks.entry.keys()].filter((pick) => member[model.picks.entry[pick]!] === 1),
    );
    const count: PickCount =
      kind === "atLeast"
        ? { picks, least: limit, most: Number.POSITIVE_INFINITY }
        : { picks, least: 0, most: limit };
    this.#cutCounts = [...this.#cutCounts, count];
    const branches = this.#branches;
    this.#branches = [];
    this.#heap = new Heap<Branch>(precedes);
    for (const { terms, bound, ceiling } of branches) {
      const cut = withCounts(this.#instance, terms, [count]);
      if (cut !== null) this.#add(cut, bound, Math.min(ceiling, this.#told));
    }
    return "all";
  }
}

function precedes(a: Branch, b: Branch): boolean {
  return a.key > b.key || (a.key === b.key && a.id < b.id);
}
