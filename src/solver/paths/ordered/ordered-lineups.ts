import { UnsupportedModelError } from "../../../errors.ts";
import type { LineupTest, PickCount } from "../../../model/lineup-test.ts";
import { TestReader } from "../../../model/test-reader.ts";
import { Heap } from "../../../shared/heap.ts";
import type { Counter, Instance } from "../instance.ts";
import { relax } from "../relaxation.ts";
import type { Workshop } from "../roster.ts";
import { type SideRules, sideRules } from "../side-rules.ts";
import { type Bounded, Bounding, tooLarge } from "./bounding.ts";
import { type Branch, type Terms, withCounts } from "./branch.ts";
import { firstDepth, nextDepth } from "./depths.ts";
import { ANEW, MET, STALE } from "./descent.ts";
import { type Known, knownOf, type Ways } from "./known.ts";
import { type Layout, layOutBy } from "./layout.ts";
import { pairTest } from "./pair-test.ts";
import { type Spare, spareOf } from "./spare.ts";

/** Lineups of the same points, as the model's picks, ascending. */
export interface Tie {
  readonly points: number;
  readonly lineups: readonly Int32Array[];
}

/** What is known when a search begins. */
export interface OrderedStart {
  /** How many lineups are looked at for those that are wanted; as many where absent. */
  readonly reach?: number;
  /** Picks of the model that no lineup may have. */
  readonly barred?: Iterable<number>;
  /** Tests by whose ways the search is split from the start; those by which it came to be split join them. */
  readonly split?: Set<LineupTest>;
}

/** How many cuts of group rules become part of the trellises. */
const MOST_CUTS = 8;
/** Candidates are laid out anew where a bound leaves fewer than this part of them. */
const NEARLY_ALL = 0.7;
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
  readonly #plain: Layout;
  /** The relaxation's of the roster. */
  readonly #bound: number = Number.NEGATIVE_INFINITY;
  readonly #rules: SideRules;
  readonly #barred: Uint8Array;
  /** The options that were barred on the way. */
  readonly #newlyBarred: number[] = [];
  #tests: LineupTest[];
  #ways: Ways[] = [];
  readonly #known: Known;
  readonly #spare: Spare;
  readonly #bounding: Bounding;
  readonly #split: Set<LineupTest> | undefined;
  #reader: TestReader;
  #branches: Branch[] = [];
  #heap = new Heap<Branch>(precedes);
  readonly #cuts = new Map<string, number>();
  readonly #cutCounts: PickCount[] = [];
  /** Cuts that are to be part of the trellises. */
  readonly #due: Counter[] = [];
  #threshold = 0;
  #isUseless: ((options: Int32Array, length: number) => boolean) | undefined;
  #rounds = 0;
  #made = 0;
  #refused = 0;
  /** Lineups of so many points or more have all been told. */
  #told = Number.POSITIVE_INFINITY;
  #first: number | null = null;
  /** How many lineups found so far are of use. */
  taken = 0;

  /** Cuts ways off: whether no lineup with the first `length` of some picks, in any order, is of use any more. */
  set useless(isUseless: (picks: Int32Array, length: number) => boolean) {
    const { fixed, openSeats, pick } = this.#instance;
    const picks = new Int32Array(fixed.length + openSeats);
    picks.set(fixed);
    this.#isUseless = (options, length) => {
      for (let at = 0; at < length; at += 1) picks[fixed.length + at] = pick[options[at]!]!;
      return isUseless(picks, fixed.length + length);
    };
  }

  /** `count` is how many lineups are wanted at about. */
  constructor(
    instance: Instance,
    workshop: Workshop,
    count: number,
    { reach = count, barred = [], split }: OrderedStart = {},
  ) {
    const { model, tests, pairRules, pick, nobody } = instance;
    this.#instance = instance;
    this.#workshop = workshop;
    this.#count = count;
    this.#known = knownOf(instance);
    this.#spare = spareOf(workshop);
    this.#bounding = new Bounding(instance, this.#spare.scratch);
    this.#split = split;
    const wanted = new Set(barred);
    this.#barred = new Uint8Array(nobody + 1);
    for (let option = 0; option < nobody && wanted.size > 0; option += 1)
      if (wanted.has(pick[option]!)) this.#barred[option] = 1;
    this.#tests = [...tests, ...pairRules.map((rule) => pairTest(rule, model))];
    this.#reader = this.#readTests();
    this.#rules = sideRules(instance);
    const plain = this.#known.plain(workshop.automata);
    if (plain === null) throw tooLarge();
    this.#plain = plain;
    if (instance.fixed.some((own) => wanted.has(own)) || this.#lacksRequired()) return;
    const bounded = this.#rules.possible ? this.#bounding.best(plain, this.#barred) : null;
    if (bounded === null) return;
    const { bound, price, most } = bounded;
    this.#bound = bound;
    this.#threshold = this.#atLeast(bound - firstDepth(bounded, instance, reach));
    const from = { bound, ceiling: Number.POSITIVE_INFINITY, most, price };
    let starts: readonly Terms[] = [this.#known.root];
    for (const [at, test] of this.#tests.entries())
      if (split?.has(test)) starts = starts.flatMap((terms) => this.#known.parts(terms, test, at));
    for (const terms of starts)
      this.#add(terms, { ...from, bound: Math.min(bound, this.#boundOf(terms, most)) });
  }

  /** The next lineups of the same points, at most `most` of them; null where there are no more. Yields now and then. */
  *next(most = Number.POSITIVE_INFINITY): Generator<void, Tie | null> {
    // In the middle of a tie, what it has already would come again.
    for (const counter of this.#due.splice(0)) this.#keepAway(counter);
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
        if (this.#judge(branch)) tie = tie.filter((one) => one.branch !== branch);
        else this.#heap.push(branch);
      } else if (step === ANEW) {
        tie = tie.filter((one) => one.branch !== branch);
        branch.key = branch.descent!.highest;
        this.#heap.push(branch);
      } else if (step === STALE) {
        const others = tie.filter((one) => one.branch !== branch);
        // What it gave to the tie comes again.
        branch.key = others.length < tie.length ? points : branch.descent!.highest;
        this.#shut(branch);
        tie = others;
        if (branch.key === Number.NEGATIVE_INFINITY) this.#finish(branch, this.#threshold);
        this.#heap.push(branch);
      } else {
        this.#finish(branch, this.#threshold);
        this.#heap.push(branch);
      }
    }
    this.#told = points;
    for (const branch of this.#branches) branch.ceiling = Math.min(branch.ceiling, points);
    return end();
  }

  /** Lets go of what it holds; it has no lineups any more. */
  close(): void {
    this.#end();
  }

  /** Picks of the model that no further lineup may have. */
  bar(picks: Iterable<number>): void {
    const { pick, nobody } = this.#instance;
    const wanted = new Set(picks);
    for (let option = 0; option < nobody; option += 1) {
      if (pick[option] === -1 || !wanted.has(pick[option]!) || this.#barred[option] === 1) continue;
      this.#barred[option] = 1;
      this.#newlyBarred.push(option);
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
    for (const branch of this.#branches) this.#shut(branch);
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
    for (const test of this.#tests.slice(this.#ways.length)) this.#ways.push(this.#known.ways(test));
    return new TestReader(this.#tests, model.picks.entry.length);
  }

  #add(
    terms: Terms,
    { bound, ceiling, most, price }: Pick<Branch, "bound" | "ceiling" | "most" | "price">,
  ): void {
    const branch: Branch = {
      id: this.#made,
      terms,
      layout: null,
      most,
      way: null,
      barred: 0,
      price,
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
    if (this.#branches.length === 0) return false;
    const bound = this.#bound;
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
      this.#shut(branch);
      branch.key = branch.bound >= this.#threshold ? branch.bound : Number.NEGATIVE_INFINITY;
    }
    this.#pile();
    return true;
  }

  /** Keeps nothing of how far it came but its bound and what it has met. */
  #shut(branch: Branch): void {
    branch.isOpen = false;
    if (branch.descent !== null) this.#spare.giveBack(branch.descent);
    branch.descent = null;
  }

  /** Has nothing more with so many points. */
  #finish(branch: Branch, threshold: number): void {
    this.#shut(branch);
    branch.bound = Math.min(branch.bound, threshold);
    branch.ceiling = Math.min(branch.ceiling, threshold);
    branch.key = Number.NEGATIVE_INFINITY;
  }

  /** Bounds a branch, and begins to go down its lineups unless others have higher bounds. */
  #open(branch: Branch): void {
    const out = this.#outOf(branch);
    branch.layout ??= this.#known.layout(branch.terms, this.#plain, this.#workshop.automata);
    if (!this.#isBounded(branch)) {
      const { layout } = branch;
      const bounded =
        branch.way === null
          ? this.#bounding.best(layout, out, branch.price)
          : this.#bounding.at(layout, out, branch.price);
      if (bounded === null) {
        this.#finish(branch, Number.NEGATIVE_INFINITY);
        return;
      }
      this.#take(branch, bounded);
      if (branch.key === Number.NEGATIVE_INFINITY) return;
      if (branch.bound < (this.#heap.peek()?.key ?? Number.NEGATIVE_INFINITY)) return;
    }
    this.#descend(branch, this.#candidates(branch, out, this.#threshold), out);
  }

  /** Whether a branch has been bounded, by a way that is still open. */
  #isBounded(branch: Branch): boolean {
    const { way } = branch;
    if (way === null) return false;
    const newly = this.#newlyBarred;
    for (; branch.barred < newly.length; branch.barred += 1)
      if (way.includes(newly[branch.barred]!)) return false;
    return true;
  }

  #take(branch: Branch, { bound, most, price, way }: Bounded): void {
    const known = branch.most;
    for (let candidate = 0; candidate < most.length; candidate += 1)
      if (known[candidate]! < most[candidate]!) most[candidate] = known[candidate]!;
    branch.most = most;
    branch.price = price;
    branch.way = way;
    branch.barred = this.#newlyBarred.length;
    branch.bound = Math.min(branch.bound, bound);
    branch.key = branch.bound >= this.#threshold ? branch.bound : Number.NEGATIVE_INFINITY;
  }

  /** Begins to go down the lineups of some candidates. */
  #descend(branch: Branch, around: number[], out: Uint8Array): void {
    const instance = this.#instance;
    branch.descent = this.#spare.take();
    const { descent } = branch;
    const { scratch } = descent;
    const lay = (candidates: readonly number[]) => {
      const laid = layOutBy(branch.layout!, { instance, candidates, out }, scratch, "few");
      if (laid === null) throw tooLarge();
      return laid;
    };
    let trellis = lay(around);
    const relaxation = trellis.start === -1 ? null : relax(instance, trellis, scratch, branch.price);
    if (relaxation === null || relaxation.bound < this.#threshold) {
      this.#finish(branch, this.#threshold);
      return;
    }
    branch.price = { price: relaxation.price, grid: relaxation.grid, roomy: relaxation.roomy };
    const depth = relaxation.bound - this.#threshold;
    const near = around.filter((candidate) => relaxation.slack[candidate]! <= depth);
    if (near.length < NEARLY_ALL * around.length) trellis = lay(near);
    const { leastSpent } = branch.terms;
    const ground = {
      instance,
      trellis,
      relaxation,
      threshold: this.#threshold,
      leastSpent,
      out,
      isUseless: this.#isUseless,
    };
    if (trellis.start !== -1) descent.begin(ground, this.#count);
    branch.isOpen = trellis.start !== -1;
    branch.bound = Math.min(branch.bound, relaxation.bound);
    branch.key = branch.isOpen ? Math.min(branch.bound, descent.highest) : Number.NEGATIVE_INFINITY;
    if (branch.key === Number.NEGATIVE_INFINITY) this.#finish(branch, this.#threshold);
  }

  #outOf({ terms }: Branch): Uint8Array {
    return terms.out.map((own, option) => own | this.#barred[option]!);
  }

  /** Who may be in a lineup of a branch with so many points, and whoever is in all. */
  #candidates({ most }: Branch, out: Uint8Array, threshold: number): number[] {
    const { size, required } = this.#instance;
    const candidates: number[] = [];
    for (let candidate = 0; candidate < size; candidate += 1)
      if (required[candidate] === 1 || (most[candidate]! >= threshold && this.#isFree(candidate, out)))
        candidates.push(candidate);
    return candidates;
  }

  #isFree(candidate: number, out: Uint8Array): boolean {
    const { roles, pick } = this.#instance;
    for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
      if (pick[option] !== -1 && out[option] === 0) return true;
    return false;
  }

  /**
   * Takes the lineup that a branch met, or refuses it. True where a refusal was one too many and others are in the
   * branch's place.
   */
  #judge(branch: Branch): boolean {
    const { walk } = branch.descent!;
    const { fixed, pick, model } = this.#instance;
    const picks = new Int32Array(fixed.length + walk.length);
    picks.set(fixed);
    for (let index = 0; index < walk.length; index += 1)
      picks[fixed.length + index] = pick[walk.lineup[index]!]!;
    picks.sort();
    branch.key = branch.descent!.highest;
    // A way that was cut off once leads to nothing later, by another trellis, where it is met as a whole.
    if (this.#isUseless?.(walk.lineup, walk.length)) return false;
    const cut = this.#rules.idle ? null : this.#rules.judge(picks.map((own) => model.picks.entry[own]!));
    if (cut !== null) {
      this.#countRefusal();
      const times = 1 + (this.#cuts.get(cut.key) ?? 0);
      this.#cuts.set(cut.key, times);
      if (times === this.#workshop.limits.refusalsForCut + 1) this.#due.push(cut.counter());
      return false;
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

  #fail(branch: Branch, test: number): boolean {
    this.#countRefusal();
    const times = 1 + (branch.refused.get(test) ?? 0);
    branch.refused.set(test, times);
    if (times <= this.#workshop.limits.refusalsForTest || branch.terms.stated.has(test)) return false;
    if (branch.terms === this.#known.root) this.#split?.add(this.#tests[test]!);
    this.#branches.splice(this.#branches.indexOf(branch), 1);
    this.#shut(branch);
    for (const terms of this.#known.parts(branch.terms, this.#tests[test]!, test)) {
      const bound = Math.min(branch.bound, this.#boundOf(terms, branch.most));
      this.#add(terms, { ...branch, bound });
    }
    return true;
  }

  /** No lineup that keeps the trackers has more points: of those with so many members each has one of no more. */
  #boundOf({ trackers, out }: Terms, most: Float64Array): number {
    const { size, roles } = this.#instance;
    let bound = Number.POSITIVE_INFINITY;
    for (const { member, least } of trackers) {
      if (least === 0) continue;
      const members: number[] = [];
      for (let candidate = 0; candidate < size; candidate += 1) {
        let counts = false;
        for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
          if (member[option] === 1 && out[option] === 0) counts = true;
        if (counts) members.push(most[candidate]!);
      }
      members.sort((a, b) => b - a);
      bound = Math.min(bound, members[least - 1] ?? Number.NEGATIVE_INFINITY);
    }
    return bound;
  }

  /** Makes a cut part of every trellis. */
  #keepAway({ kind, member, limit }: Counter): void {
    const { model } = this.#instance;
    const picks = Int32Array.from(
      [...model.picks.entry.keys()].filter((pick) => member[model.picks.entry[pick]!] === 1),
    );
    const count: PickCount =
      kind === "atLeast"
        ? { picks, least: limit, most: Number.POSITIVE_INFINITY }
        : { picks, least: 0, most: limit };
    if (this.#cutCounts.length === MOST_CUTS) return;
    this.#cutCounts.push(count);
    const branches = this.#branches;
    for (const branch of branches) this.#shut(branch);
    this.#branches = [];
    this.#heap = new Heap<Branch>(precedes);
    for (const branch of branches) {
      const cut = withCounts(this.#instance, branch.terms, [count]);
      if (cut !== null) this.#add(cut, { ...branch, ceiling: Math.min(branch.ceiling, this.#told) });
    }
  }
}

function precedes(a: Branch, b: Branch): boolean {
  return a.key > b.key || (a.key === b.key && a.id < b.id);
}
