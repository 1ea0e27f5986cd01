import type { LineupTest, PickCount, PickSum } from "../../../model/lineup-test.ts";
import type { AStarPlan } from "../a-star.ts";
import type { Instance } from "../instance.ts";
import { throwIfTooFine } from "../resource-windows.ts";
import { Guard } from "../side-rules.ts";
import { type Bounded, Bounding } from "./bounding.ts";
import { type Branch, withCounts } from "./branch.ts";
import { BranchQueue, type Origin } from "./branch-queue.ts";
import type { Terms } from "./counters.ts";
import type { Layout } from "./layout.ts";
import { layoutCacheOf } from "./layout-cache.ts";
import { deeper, depthFor, MOST_ROUNDS, nextTotal, type Opening, open, outOf, smallest } from "./opening.ts";
import { Barred, boundOf, type Highest, lacksRequired } from "./reach.ts";
import type { EngineScratch, Progress, RefinedSearch } from "./refined-search.ts";
import { type Due, RuleFilter } from "./rule-filter.ts";
/**
 * Lets the caller prune partial lineups that lead to no useful lineup, for example because they have too many
 * players of an earlier lineup.
 */
export interface CutOff {
  readonly from: number;
  /** Whether to prune a partial lineup: the first `length` of these picks, in any order. */
  readonly isUseless: (picks: Int32Array, length: number) => boolean;
}

/**
 * Converts a `CutOff`, which takes picks of the model, to the function of options that an A* search needs.
 */
function byOptions(
  { fixed, openSeats, pick }: Instance,
  { from, isUseless }: CutOff,
): NonNullable<AStarPlan["isUseless"]> {
  const picks = new Int32Array(fixed.length + openSeats);
  picks.set(fixed);
  const fewest = from - fixed.length;
  return (options, length) => {
    if (length < fewest) return false;
    for (let at = 0; at < length; at += 1) picks[fixed.length + at] = pick[options[at]!]!;
    return isUseless(picks, fixed.length + length);
  };
}

/** Lineups with equal points; each is a list of picks of the model, ascending. */
export interface Tie {
  readonly points: number;
  readonly lineups: readonly Int32Array[];
}

/** Settings of a search. `split` and `sumPrices` also pass on what earlier searches found. */
export interface OrderedStart {
  /**
   * Roughly how many lineups the caller examines until it has enough useful ones; by default, the number that
   * it wants.
   */
  readonly reach?: number;
  readonly barred?: Iterable<number>;
  /**
   * Tests by which the search is split from the start, into one branch per alternative. The search adds the
   * tests by which it splits branches later.
   */
  readonly split?: Set<LineupTest>;
  /**
   * The prices of sums to start from, in units of points per unit of weight. The search stores the better
   * ones that it finds.
   */
  readonly sumPrices?: WeakMap<PickSum, number>;
}

const REFUSALS_PER_WAY = 2;
/**
 * For a test with many alternatives, this many refused lineups in all are enough to split a branch if the
 * parts are cheap to bound: because `StackBounds` bounds them together, or because they only exclude players.
 */
const REFUSALS_PER_STACKS = 64;

/**
 * The first threshold is set so that about one in this many branches has a bound above it, but at most
 * `OrderedStart.reach` branches.
 */
const BRANCHES_PER_RANK = 8;

/** The most branches that `highestAt` bounds. */
const MOST_PRICED = 8;

/** Lineups with equal points, each with the branch that found it. */
type Meeting = { readonly branch: Branch; readonly picks: Int32Array }[];

/**
 * Enumerates an instance's lineups by descending points. Picks may be barred and tests added meanwhile. Tests
 * and group rules are checked on each lineup found. A test that refuses too many splits the branch into one
 * per alternative; a group rule adds counts to the trellis. The branch with the highest bound comes first.
 */
export class BranchSearch {
  readonly #instance: Instance;
  readonly #engineScratch: EngineScratch;
  readonly #count: number;
  readonly #opening: Opening;
  readonly #queue: BranchQueue;
  readonly #barred: Barred;
  readonly #filter: RuleFilter;
  /** Upper bound on the points of any lineup, without the fixed picks; -Infinity if there is no lineup. */
  bound: number = Number.NEGATIVE_INFINITY;
  readonly #split: Set<LineupTest> | undefined;
  #isUseless: AStarPlan["isUseless"];
  readonly #reach: number;
  /** Bounds that follow from seats and salary alone; null if they also depend on counters. */
  #bySeats: Highest | null = null;
  /** Per branch, the bound and the price that `highestAt` last found. */
  readonly #probed = new WeakMap<Branch, Pick<Bounded, "bound" | "price">>();
  #rounds = 0;
  #tie: Meeting = [];
  #points = Number.NEGATIVE_INFINITY;
  /** Whether `step` returned while it was collecting a tie. */
  #isAmid = false;
  #ceiling = Number.POSITIVE_INFINITY;
  #first: number | null = null;
  #last = Number.NEGATIVE_INFINITY;
  /** How many of the lineups returned so far the caller has accepted; the caller sets this. */
  taken = 0;

  cutOff(cutOff: CutOff): void {
    this.#isUseless = byOptions(this.#instance, cutOff);
  }

  constructor(
    instance: Instance,
    engineScratch: EngineScratch,
    count: number,
    { reach = count, barred = [], split }: OrderedStart = {},
  ) {
    this.#instance = instance;
    this.#engineScratch = engineScratch;
    this.#count = count;
    this.#split = split;
    this.#reach = reach;
    const layouts = layoutCacheOf(instance);
    const { limits } = engineScratch;
    const bounding = new Bounding(instance, engineScratch);
    const wanted = new Set(barred);
    this.#barred = new Barred(instance, wanted);
    this.#queue = new BranchQueue(engineScratch);
    this.#filter = new RuleFilter(instance, layouts, limits);
    this.#opening = {
      ...{ instance, layouts, bounding, engineScratch, count },
      ...{ barred: this.#barred, queue: this.#queue },
      guard: this.#filter.hasGroups ? new Guard(instance) : undefined,
    };
    if (this.#isShort(wanted)) return;
    throwIfTooFine(instance);
    const { plain } = this;
    const bounded = bounding.best(plain, this.#barred.flags);
    if (bounded === null) return;
    const { price, most, bound } = bounded;
    this.bound = bound;
    if (instance.counters.length === 0) this.#bySeats = bounded;
    this.#queue.threshold = this.#atLeast(bound - this.#firstDepth(bounded));
    const from = { bound, ceiling: Number.POSITIVE_INFINITY, most, price };
    // With a large automaton, check partial lineups against group rules: counters would make it larger still.
    const isGuarded = plain.size > limits.states || instance.charges !== undefined;
    const root = isGuarded ? { ...layouts.root, isGuarded } : layouts.root;
    let starts: readonly Terms[] = [root];
    const tests = split && split.size > 0 ? this.#filter.tests : [];
    for (const [at, test] of tests.entries())
      if (split?.has(test)) {
        const [only, ...others] = starts;
        starts =
          others.length === 0 && only !== undefined
            ? layouts.parts(only, test, at)
            : starts.flatMap((terms) => layouts.parts(terms, test, at));
      }
    if (starts.length === 1 && starts[0] === root) this.#queue.add(root, from, bounded.way);
    else this.#addAll(starts, from);
  }

  get plain(): Layout {
    return this.#opening.layouts.plain(this.#engineScratch);
  }

  /** Whether some branch has terms, which are rules beyond the roster's. */
  get hasTerms(): boolean {
    const { branches } = this.#queue;
    return branches.length > 1 || branches.some(({ terms }) => terms !== this.#opening.layouts.root);
  }

  /**
   * Bounds the most promising branches by the points of another instance, and returns the highest of these
   * bounds; null if these branches have no lineup. The other branches may have higher bounds.
   */
  highestAt(instance: Instance): number | null {
    const { layouts, engineScratch } = this.#opening;
    const bounding = new Bounding(instance, engineScratch);
    let highest: number | null = null;
    const branches = this.#queue.highest(MOST_PRICED);
    const before = (branch: Branch) => this.#probed.get(branch)?.bound ?? branch.bound;
    for (const branch of branches.sort((a, b) => before(b) - before(a))) {
      branch.layout ??= layouts.layout(branch.terms, engineScratch);
      const near = this.#probed.get(branch)?.price ?? branch.price;
      const out = outOf(this.#opening, branch);
      const found = bounding.above(branch.layout, out, near, highest ?? Number.NEGATIVE_INFINITY);
      if (found === null) continue;
      this.#probed.set(branch, found);
      highest = Math.max(highest ?? found.bound, found.bound);
    }
    return highest;
  }

  /**
   * Returns the next lineups with equal points (a tie), at most `most` of them; null at the end. Undefined if
   * none are found yet: the caller may pause before it calls again. After a tie was returned in part, some of
   * its lineups may be returned again.
   */
  step(most: number): Tie | null | undefined {
    const queue = this.#queue;
    if (!this.#isAmid) this.#tie = [];
    this.#isAmid = true;
    for (;;) {
      const branch = queue.top;
      if (branch === undefined || branch.key === Number.NEGATIVE_INFINITY) {
        if (this.#tie.length > 0) break;
        if (this.#lower()) continue;
        this.#isAmid = false;
        return null;
      }
      if (this.#tie.length > 0 && branch.key < this.#points) break;
      const { pending, search } = branch;
      if (search === null && pending === null) {
        queue.take();
        open(this.#opening, branch, this.#isUseless);
        queue.put(branch);
        return undefined;
      }
      if (pending === null) {
        const progress = search!.next(Math.min(branch.ceiling, this.#ceiling));
        if (progress === "paused") return undefined;
        queue.take();
        if (progress !== "met") this.#pass(branch, search!, progress);
        else if (this.#meet(branch, search!)) this.#leave(branch);
        else queue.put(branch);
        continue;
      }
      queue.take();
      this.#tie.push({ branch, picks: pending.picks });
      this.#points = pending.points;
      branch.pending = null;
      branch.key = search?.highest ?? Number.NEGATIVE_INFINITY;
      queue.put(branch);
      // The tie may be incomplete, but everything above it has been returned.
      if (this.#tie.length >= most) return this.#returnTie(this.#points + 1);
    }
    return this.#returnTie(this.#points);
  }

  close(): void {
    this.#queue.clear();
  }

  bar(picks: Iterable<number>): void {
    const wanted = new Set(picks);
    const added = this.#barred.add(wanted);
    for (const { search } of this.#queue.branches) for (const option of added) search?.bar(option);
    if (this.#isShort(wanted)) this.close();
    this.#queue.withdraw((lineup) => lineup.some((own) => wanted.has(own)));
  }

  require(tests: readonly LineupTest[]): void {
    if (tests.length === 0) return;
    this.#filter.require(tests);
    this.#queue.withdraw((lineup) => !this.#filter.passes(lineup));
  }

  /**
   * Returns the collected tie. Lineups with `ceiling` or more points (in whole units) will not be returned
   * again.
   */
  #returnTie(ceiling: number): Tie {
    this.#isAmid = false;
    this.#ceiling = Math.min(this.#ceiling, ceiling);
    this.#first ??= this.#points;
    this.#last = this.#points;
    return {
      points: this.#points + this.#instance.fixedPoints,
      lineups: this.#tie.map(({ picks }) => picks),
    };
  }

  #pass(branch: Branch, search: RefinedSearch, progress: Progress): void {
    if (progress === "stale") {
      this.#again(branch);
      return;
    }
    if (progress === "restarted") {
      this.#leave(branch);
      branch.key = search.highest;
    } else {
      this.#queue.finish(branch);
    }
    this.#queue.put(branch);
  }

  #again(branch: Branch): void {
    const had = this.#tie.length;
    this.#leave(branch);
    // The restarted branch finds its lineups of this tie again.
    branch.key = this.#tie.length < had ? this.#points : (branch.search?.highest ?? branch.bound);
    this.#queue.shut(branch);
    if (branch.key === Number.NEGATIVE_INFINITY) this.#queue.finish(branch);
    this.#queue.put(branch);
  }

  #leave(branch: Branch): void {
    this.#tie = this.#tie.filter((one) => one.branch !== branch);
  }

  /**
   * Whether no lineup is left once these picks are barred: one of them is fixed, or a required player has no
   * other pick.
   */
  #isShort(picks: ReadonlySet<number>): boolean {
    return (
      this.#instance.fixed.some((own) => picks.has(own)) || lacksRequired(this.#instance, this.#barred.flags)
    );
  }

  /** Returns a threshold, or the lowest points that a lineup can have if they are higher. */
  #atLeast(threshold: number): number {
    const { mostPoints, openSeats } = this.#instance;
    return Math.max(Math.floor(threshold), -mostPoints * openSeats);
  }

  /** Lowers the threshold; returns false if nothing is left to search. */
  #lower(): boolean {
    const { branches, threshold } = this.#queue;
    if (branches.length === 0) return false;
    const bound = this.bound;
    const least = this.#atLeast(Number.NEGATIVE_INFINITY);
    if (threshold === least) return false;
    this.#rounds += 1;
    const depth = this.#deeper(bound - threshold);
    const next = Math.min(bound - depth, nextTotal(this.#instance, threshold));
    const deep = this.#rounds > MOST_ROUNDS ? least : this.#atLeast(next);
    this.#queue.lower(deep);
    return true;
  }

  #deeper(depth: number): number {
    return deeper({
      depth,
      bound: this.bound,
      first: this.#first ?? Number.NEGATIVE_INFINITY,
      taken: this.taken,
      count: this.#count,
      isInVain: this.#reach > this.#count && this.#barred.newly.length === 0,
    });
  }

  /**
   * Checks the lineup that a branch's refined search found; if it is legal, it becomes the branch's pending
   * lineup. Returns true if it was refused and the branch was replaced by others.
   */
  #meet(branch: Branch, { aStar, highest }: RefinedSearch): boolean {
    const { fixed, pick } = this.#instance;
    branch.key = highest;
    const picks = new Int32Array(fixed.length + aStar.length);
    picks.set(fixed);
    for (let length = 0; length < aStar.length; length += 1) {
      const own = pick[aStar.lineup[length]!]!;
      let at = fixed.length + length;
      for (; at > 0 && picks[at - 1]! > own; at -= 1) picks[at] = picks[at - 1]!;
      picks[at] = own;
    }
    const verdict = this.#filter.check(picks, branch.terms, this.taken);
    if (verdict === "refused") {
      const due = this.#filter.takeDue();
      if (due === undefined || branch.terms.isGuarded) return false;
      this.#addCut(branch, due);
      return true;
    }
    if (verdict !== "legal") return this.#fail(branch, verdict.failed);
    branch.pending = { picks, points: aStar.points };
    branch.key = aStar.points;
    return false;
  }

  /**
   * Counts a lineup that failed a test; after too many, splits the branch by the test's alternatives and
   * returns true.
   */
  #fail(branch: Branch, failed: number): boolean {
    const { layouts } = this.#opening;
    const times = 1 + (branch.refused.get(failed) ?? 0);
    branch.refused.set(failed, times);
    const { refusalsForTest } = this.#engineScratch.limits;
    if (times <= refusalsForTest + this.taken || branch.terms.stated.has(failed)) return false;
    const test = this.#filter.tests[failed]!;
    const perWay = REFUSALS_PER_WAY * test.alternatives.length;
    if (times <= Math.min(perWay, REFUSALS_PER_STACKS) && refusalsForTest > 0) return false;
    const parts = layouts.parts(branch.terms, test, failed);
    // Branches that only exclude players are bounded by the remaining ones.
    const areExclusions = parts.every(
      ({ optionCounters }) => optionCounters.length === branch.terms.optionCounters.length,
    );
    const isTogether = areExclusions || layouts.stackBounds(parts) !== null;
    if (times <= perWay && refusalsForTest > 0 && !isTogether) return false;
    if (branch.terms.stated.size === 0) this.#split?.add(test);
    this.#queue.drop(branch);
    this.#addAll(parts, branch);
    return true;
  }

  #addAll(parts: readonly Terms[], from: Origin): void {
    const { layouts } = this.#opening;
    const stacks = layouts.stackBounds(parts)?.ofAll(this.#instance, this.#barred.flags, from.price);
    if (stacks != null) {
      if (this.#queue.branches.length === 0) this.#aimAt(stacks);
      // The few branches that reach the top of the queue are bounded again, each by itself.
      for (const [at, terms] of parts.entries())
        if (stacks[at]! > Number.NEGATIVE_INFINITY)
          this.#queue.add(terms, { ...from, bound: Math.min(from.bound, stacks[at]!) });
      return;
    }
    for (const terms of parts) {
      const bound = Math.min(from.bound, boundOf(this.#instance, terms, from.most, this.#bySeats));
      this.#queue.add(terms, { ...from, bound });
    }
  }

  /**
   * Replaces a branch by one that also enforces a cut (a limit on a count, which follows from a group rule).
   * If the rule has too many cuts or refused too many lineups (`isOften`), the new branch checks partial
   * lineups against the group rules instead.
   */
  #addCut(branch: Branch, { cut: { rule, counter }, isOften }: Due): void {
    const { terms } = branch;
    const { cutsPerRule } = this.#engineScratch.limits;
    const cuts = [...terms.cuts, rule];
    const isOneTooMany = isOften || cuts.filter((own) => own === rule).length > cutsPerRule[rule.kind];
    this.#queue.drop(branch);
    if (isOneTooMany) {
      this.#queue.add({ ...terms, isGuarded: true }, branch);
      return;
    }
    const { kind, member, limit } = counter();
    const { entry } = this.#instance.model.picks;
    const picks = Int32Array.from([...entry.keys()].filter((pick) => member[entry[pick]!] === 1));
    const count: PickCount =
      kind === "atLeast"
        ? { picks, least: limit, most: Number.POSITIVE_INFINITY }
        : { picks, least: 0, most: limit };
    const cut = withCounts(this.#instance, terms, [count]);
    if (cut === null) return;
    this.#queue.add({ ...cut, cuts }, branch);
    this.#aim();
  }

  /** Sets the search's bound and first threshold from the bounds of all branches. */
  #aimAt(bounds: Float64Array): void {
    if (this.#first !== null) return;
    const losses = bounds.map((own) => -own);
    const bound = -smallest(losses, 0);
    if (bound === Number.NEGATIVE_INFINITY || bound >= this.bound) return;
    this.bound = bound;
    const rank = Math.min(this.#reach, Math.floor(bounds.length / BRANCHES_PER_RANK));
    const depth = this.#deeper(0);
    this.#queue.threshold = this.#atLeast(bound - Math.max(depth, bound + smallest(losses, rank)));
  }

  /** If there is only one branch, recomputes its bound and sets the threshold from it. */
  #aim(): void {
    const { bounding, layouts } = this.#opening;
    const [branch] = this.#queue.branches;
    if (branch === undefined || this.#queue.branches.length > 1) return;
    this.#queue.clear();
    const layout = layouts.layout(branch.terms, this.#engineScratch);
    const bounded = bounding.best(layout, outOf(this.#opening, branch), branch.price);
    if (bounded === null) return;
    this.bound = Math.min(this.bound, bounded.bound);
    const depth = this.#first === null ? 0 : this.#deeper(this.bound - this.#last);
    this.#queue.threshold = this.#atLeast(this.bound - Math.max(depth, this.#firstDepth(bounded)));
    this.#queue.add(branch.terms, { ...branch, ...bounded, bound: this.bound }, bounded.way);
  }

  #firstDepth({ bound, most }: Bounded): number {
    const missing = most.map((own) => bound - own);
    return depthFor(missing, this.#instance, this.#reach);
  }
}
