import type { LineupTest, PickCount } from "../../../model/lineup-test.ts";
import { deeper, depthFor } from "../depth.ts";
import type { Counter, Instance } from "../instance.ts";
import type { Workshop } from "../roster.ts";
import type { WalkPlan } from "../walk.ts";
import { Barred } from "./barred.ts";
import { Bounding } from "./bounding.ts";
import { type Branch, type Terms, withCounts } from "./branch.ts";
import { byOptions, type CutOff } from "./cut-off.ts";
import { ANEW, type Descent, MET, PAUSED, STALE } from "./descent.ts";
import { Judge } from "./judge.ts";
import { knownOf } from "./known.ts";
import type { Layout } from "./layout.ts";
import { type Opening, open } from "./opening.ts";
import { boundOf, type Highest, lacksRequired } from "./reach.ts";
import { type Origin, Shelf } from "./shelf.ts";
import { spareOf } from "./spare.ts";
import type { SumsDescent } from "./sums-descent.ts";
import type { TotalLimits } from "./total-limits.ts";
import { tooLarge } from "./tracked-trellis.ts";

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
  /** Limits of the points, and sums, that lineups keep: none is met that does not. Tests say the same of each lineup. */
  readonly total?: TotalLimits | null;
  /**
   * Where points have a limit that lies below the best, lineups that are short of it by this part of it come as if they
   * were not, in whatever order; by none where absent. Which lineup comes nearest is next to impossible to tell where
   * points have many decimals.
   */
  readonly near?: number;
}

/** How many cuts of group rules become part of the trellises. */
const MOST_CUTS = 8;
/** How often a threshold is lowered before everything is searched. */
const MOST_ROUNDS = 24;

/** Lineups of the same points that were met, and the branches that met them. */
type Meeting = { readonly branch: Branch; readonly picks: Int32Array }[];

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
  readonly #opening: Opening;
  readonly #shelf: Shelf;
  readonly #barred: Barred;
  readonly #judge: Judge;
  /** The relaxation's of the roster. */
  readonly #bound: number = Number.NEGATIVE_INFINITY;
  readonly #split: Set<LineupTest> | undefined;
  /** Counts that cuts have made part of all trellises. */
  readonly #cutCounts: PickCount[] = [];
  #isUseless: WalkPlan["isUseless"];
  /** Whether more lineups are looked at than are wanted. */
  readonly #isFarther: boolean;
  /** What seats and salary alone say at first; null where counters are asked for as well. */
  #bySeats: Highest | null = null;
  #rounds = 0;
  #first: number | null = null;
  /** How many lineups found so far are of use. */
  taken = 0;

  /** Cuts ways off by what may be said of some of their picks. */
  cutOff(cutOff: CutOff): void {
    this.#isUseless = byOptions(this.#instance, cutOff);
  }

  /** `count` is how many lineups are wanted at about. */
  constructor(
    instance: Instance,
    workshop: Workshop,
    count: number,
    { reach = count, barred = [], split, total = null }: OrderedStart = {},
  ) {
    this.#instance = instance;
    this.#workshop = workshop;
    this.#count = count;
    this.#split = split;
    this.#isFarther = reach > count;
    const known = knownOf(instance);
    const spare = spareOf(workshop);
    const { automata, limits } = workshop;
    const plain = known.plain(automata);
    if (plain === null) throw tooLarge();
    const bounding = new Bounding(instance, spare.scratch);
    const wanted = new Set(barred);
    this.#barred = new Barred(instance, wanted);
    this.#shelf = new Shelf(spare);
    this.#judge = new Judge(instance, known, limits);
    this.#opening = {
      ...{ instance, plain, automata, known, bounding, spare, count },
      ...{ barred: this.#barred, shelf: this.#shelf, total },
    };
    if (this.#isShort(wanted) || !this.#judge.isPossible) return;
    const bounded = bounding.best(plain, this.#barred.flags);
    if (bounded === null) return;
    const { price, most } = bounded;
    const bound = Math.min(bounded.bound, total?.most ?? Number.POSITIVE_INFINITY);
    this.#bound = bound;
    if (instance.counters.length === 0) this.#bySeats = bounded;
    const depth =
      bound < bounded.bound
        ? (total?.slack ?? 0)
        : depthFor(
            most.map((own) => bounded.bound - own),
            instance,
            reach,
          );
    this.#shelf.threshold = this.#atLeast(bound - depth);
    const from = { bound, ceiling: Number.POSITIVE_INFINITY, most, price, prices: [] };
    let starts: readonly Terms[] = [known.root];
    for (const [at, test] of this.#judge.tests.entries())
      if (split?.has(test)) starts = starts.flatMap((terms) => known.parts(terms, test, at));
    if (starts.length === 1 && starts[0] === known.root) this.#shelf.add(known.root, from, bounded.way);
    else this.#addAll(starts, from);
  }

  /** How candidates are laid out of whom nothing but the roster is asked. */
  get plain(): Layout {
    return this.#opening.plain;
  }

  /** No lineup has more points; the fixed picks' aside. */
  get bound(): number {
    return this.#bound;
  }

  /**
   * The next lineups of the same points, at most `most` of them; null where there are no more. Where a walk begins anew
   * amid a tie of which only so many were told, they may come again. Yields now and then.
   */
  *next(most = Number.POSITIVE_INFINITY): Generator<void, Tie | null> {
    const shelf = this.#shelf;
    // In the middle of a tie, what it has already would come again.
    for (const counter of this.#judge.takeDue()) this.#keepAway(counter);
    let tie: Meeting = [];
    let points = Number.NEGATIVE_INFINITY;
    for (;;) {
      const branch = shelf.top;
      if (branch === undefined || branch.key === Number.NEGATIVE_INFINITY) {
        if (tie.length > 0) break;
        if (!this.#lower()) return null;
        continue;
      }
      if (tie.length > 0 && branch.key < points) break;
      shelf.take();
      const { pending, descent } = branch;
      if (pending !== null) {
        tie.push({ branch, picks: pending.picks });
        points = pending.points;
        branch.pending = null;
        branch.key = descent?.highest ?? Number.NEGATIVE_INFINITY;
        shelf.put(branch);
        // Of a tie there may be more, all of what is above it has been told.
        if (tie.length >= most) return this.#tell(tie, points, points + 1);
        continue;
      }
      if (descent === null) {
        yield;
        open(this.#opening, branch, this.#isUseless);
        shelf.put(branch);
        continue;
      }
      let step = descent.next(branch.ceiling);
      for (; step === PAUSED; step = descent.next(branch.ceiling)) yield;
      if (step === MET) {
        if (this.#meet(branch, descent)) tie = without(tie, branch);
        else shelf.put(branch);
        continue;
      }
      if (step === ANEW) {
        tie = without(tie, branch);
        branch.key = descent.highest;
      } else if (step === STALE) {
        const others = without(tie, branch);
        // What it gave to the tie comes again.
        branch.key = others.length < tie.length ? points : descent.highest;
        shelf.shut(branch);
        tie = others;
        if (branch.key === Number.NEGATIVE_INFINITY) shelf.finish(branch);
      } else {
        shelf.finish(branch);
      }
      shelf.put(branch);
    }
    return this.#tell(tie, points, points);
  }

  /** Lets go of what it holds; it has no lineups any more. */
  close(): void {
    this.#shelf.clear();
  }

  /** Picks of the model that no further lineup may have. */
  bar(picks: Iterable<number>): void {
    const wanted = new Set(picks);
    const added = this.#barred.add(wanted);
    for (const { descent } of this.#shelf.branches) for (const option of added) descent?.bar(option);
    if (this.#isShort(wanted)) this.close();
    this.#shelf.withdraw((lineup) => lineup.some((own) => wanted.has(own)));
  }

  /** Tests that every further lineup has to pass. */
  require(tests: readonly LineupTest[]): void {
    if (tests.length === 0) return;
    this.#judge.require(tests);
    this.#shelf.withdraw((lineup) => !this.#judge.passes(lineup));
  }

  /** Tells of a tie; lineups from the ceiling on, in whole units of points, are not met again. */
  #tell(tie: Meeting, points: number, ceiling: number): Tie {
    for (const branch of this.#shelf.branches) branch.ceiling = Math.min(branch.ceiling, ceiling);
    this.#first ??= points;
    return { points: points + this.#instance.fixedPoints, lineups: tie.map(({ picks }) => picks) };
  }

  /** Whether picks that are barred leave no lineup: fixed ones, or somebody's who must be picked. */
  #isShort(picks: ReadonlySet<number>): boolean {
    return (
      this.#instance.fixed.some((own) => picks.has(own)) || lacksRequired(this.#instance, this.#barred.flags)
    );
  }

  /** No threshold lies lower than any lineup. */
  #atLeast(threshold: number): number {
    const { mostPoints, openSeats } = this.#instance;
    const least = this.#opening.total?.least ?? Number.NEGATIVE_INFINITY;
    return Math.max(Math.floor(threshold), -mostPoints * openSeats, least);
  }

  /** Looks deeper; false where nothing is left. */
  #lower(): boolean {
    const { branches, threshold } = this.#shelf;
    if (branches.length === 0) return false;
    const bound = this.#bound;
    const least = this.#atLeast(Number.NEGATIVE_INFINITY);
    if (threshold === least) return false;
    this.#rounds += 1;
    const depth = deeper({
      depth: bound - threshold,
      bound,
      first: this.#first ?? Number.NEGATIVE_INFINITY,
      taken: this.taken,
      count: this.#count,
      isInVain: this.#isFarther && this.#barred.newly.length === 0,
    });
    this.#shelf.lower(this.#rounds > MOST_ROUNDS ? least : this.#atLeast(bound - depth));
    return true;
  }

  /**
   * Takes the lineup that a branch met, or refuses it. True where a refusal was one too many and others are in the
   * branch's place.
   */
  #meet(branch: Branch, { walk, highest }: Descent | SumsDescent): boolean {
    const { fixed, pick } = this.#instance;
    branch.key = highest;
    const picks = new Int32Array(fixed.length + walk.length);
    picks.set(fixed);
    for (let length = 0; length < walk.length; length += 1) {
      const own = pick[walk.lineup[length]!]!;
      let at = fixed.length + length;
      for (; at > 0 && picks[at - 1]! > own; at -= 1) picks[at] = picks[at - 1]!;
      picks[at] = own;
    }
    const verdict = this.#judge.judge(picks, branch.terms);
    if (verdict === "refused") return false;
    if (verdict !== "legal") return this.#fail(branch, verdict.failed);
    branch.pending = { picks, points: walk.points };
    branch.key = walk.points;
    return false;
  }

  /** Counts a lineup that failed a test; where it was one too many, splits the branch by the ways to pass it. */
  #fail(branch: Branch, failed: number): boolean {
    const { known } = this.#opening;
    const times = 1 + (branch.refused.get(failed) ?? 0);
    branch.refused.set(failed, times);
    if (times <= this.#workshop.limits.refusalsForTest || branch.terms.stated.has(failed)) return false;
    const test = this.#judge.tests[failed]!;
    if (branch.terms === known.root) this.#split?.add(test);
    this.#shelf.drop(branch);
    this.#addAll(known.parts(branch.terms, test, failed), branch);
    return true;
  }

  /** Adds branches of terms, none of which has a lineup that the given one has not. */
  #addAll(parts: readonly Terms[], from: Origin): void {
    for (const terms of parts) {
      const bound = boundOf(this.#instance, terms, from.most, this.#bySeats);
      this.#shelf.add(terms, { ...from, bound: Math.min(from.bound, bound) });
    }
  }

  /** Makes a cut part of every trellis. */
  #keepAway({ kind, member, limit }: Counter): void {
    const { entry } = this.#instance.model.picks;
    const picks = Int32Array.from([...entry.keys()].filter((pick) => member[entry[pick]!] === 1));
    const count: PickCount =
      kind === "atLeast"
        ? { picks, least: limit, most: Number.POSITIVE_INFINITY }
        : { picks, least: 0, most: limit };
    if (this.#cutCounts.length === MOST_CUTS) return;
    this.#cutCounts.push(count);
    for (const branch of this.#shelf.clear()) {
      const cut = withCounts(this.#instance, branch.terms, [count]);
      if (cut !== null) this.#shelf.add(cut, branch);
    }
  }
}

function without(tie: Meeting, branch: Branch): Meeting {
  return tie.filter((one) => one.branch !== branch);
}
