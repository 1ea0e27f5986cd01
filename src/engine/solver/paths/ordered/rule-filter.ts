import type { LineupTest, TestReader } from "../../../model/lineup-test.ts";
import type { GroupRule, Instance } from "../instance.ts";
import { type PathLimits, refusedTooOften } from "../limits.ts";
import { type DerivedCount, type SideRules, sideRules } from "../side-rules.ts";
import type { Terms } from "./counters.ts";
import type { LayoutCache } from "./layout-cache.ts";

/**
 * Adding a cut (see `Due`) restarts the search. This is the cost of finding a lineup again, as a multiple of
 * the cost of a refused lineup; less than 1, because the lineup is not checked again.
 */
const COST_OF_REPEAT = 0.5;

/**
 * The result of checking a branch's lineup: it is legal; it is refused, because it breaks a group rule or
 * belongs to another branch; or it failed the test with this index.
 */
export type Verdict = "legal" | "refused" | { readonly failed: number };

/**
 * A cut that should be added to a branch: a limit on how many of some players a lineup has, such as one
 * team's, that follows from a group rule. If `isOften`, the rule refused so many lineups that partial lineups
 * should be checked against it instead.
 */
export interface Due {
  readonly cut: DerivedCount;
  readonly isOften: boolean;
}

/**
 * Checks lineups against the rules that trellises do not enforce: group rules, such as a maximum per team,
 * and tests. Tests may be added during the search.
 */
export class RuleFilter {
  readonly #instance: Instance;
  readonly #layouts: LayoutCache;
  readonly #limits: PathLimits;
  readonly #rules: SideRules;
  /** The tests of the instance, followed by those added later. */
  tests: readonly LineupTest[];
  #reader: TestReader | null = null;
  /** By a cut's key, the number of refused lineups that it would have excluded. */
  readonly #cuts = new Map<string, number>();
  readonly #byRule = new Map<GroupRule, number>();
  readonly #due: Due[] = [];
  #refused = 0;
  /** The players of the lineup that is checked; reused, to save memory. */
  readonly #entries: Int32Array;

  constructor(instance: Instance, layouts: LayoutCache, limits: PathLimits) {
    this.#instance = instance;
    this.#layouts = layouts;
    this.#limits = limits;
    this.#rules = sideRules(instance);
    this.#entries = new Int32Array(instance.fixed.length + instance.openSeats);
    this.tests = instance.tests;
    this.#readTests();
  }

  /** Whether rules about groups may refuse lineups. */
  get hasGroups(): boolean {
    return !this.#rules.idle;
  }

  /** Adds tests that every further lineup must pass. */
  require(tests: readonly LineupTest[]): void {
    this.tests = [...this.tests, ...tests];
    this.#readTests();
  }

  /** Whether picks of the model pass all tests. */
  passes(picks: Int32Array): boolean {
    return this.#firstFailed(picks) === -1;
  }

  /**
   * Checks a lineup (picks of the model) of the branch with these terms; `found` is the number of useful
   * lineups found before.
   */
  check(picks: Int32Array, { owned }: Terms, found: number): Verdict {
    const cut = this.#rules.idle ? null : this.#rules.judge(this.#entriesOf(picks));
    if (cut !== null) {
      this.#countRefusal();
      this.#countCut(cut, found);
      return "refused";
    }
    const failed = this.#firstFailed(picks);
    if (failed !== -1) {
      this.#countRefusal();
      return { failed };
    }
    for (const { test, way } of owned) {
      if (this.#wayOf(test, picks) !== way) return "refused";
    }
    return "legal";
  }

  /**
   * The index of the first alternative of a test that the lineup satisfies; the lineup must be the one read
   * last.
   */
  #wayOf(test: number, picks: Int32Array): number {
    const own = this.tests[test]!;
    if (own.when === null) return this.#reader!.firstKept(test);
    const reader = this.#layouts.wayReader(own);
    reader.read(picks);
    return reader.firstPassed();
  }

  /**
   * Removes and returns a cut that is due, because it would have excluded many of the refused lineups, or
   * because its rule refused too many. Undefined if there is none.
   */
  takeDue(): Due | undefined {
    return this.#due.pop();
  }

  #countCut(cut: DerivedCount, found: number): void {
    const { refusalsForCut, refusalsForRule } = this.#limits;
    const alike = countIn(this.#cuts, cut.key);
    const ofRule = countIn(this.#byRule, cut.rule);
    const isOften = ofRule > refusalsForRule + found;
    if (alike <= refusalsForCut + COST_OF_REPEAT * found && !isOften) return;
    this.#cuts.delete(cut.key);
    if (isOften) this.#byRule.delete(cut.rule);
    this.#due.push({ cut, isOften });
  }

  #entriesOf(picks: Int32Array): Int32Array {
    const { entry } = this.#instance.model.picks;
    const entries = this.#entries;
    for (let at = 0; at < picks.length; at += 1) entries[at] = entry[picks[at]!]!;
    return entries;
  }

  #firstFailed(picks: ArrayLike<number>): number {
    this.#reader?.read(picks);
    return this.#reader?.firstFailed() ?? -1;
  }

  #readTests(): void {
    if (this.tests.length > 0) this.#reader = this.#layouts.testReader(this.tests);
  }

  #countRefusal(): void {
    this.#refused += 1;
    if (this.#refused > this.#limits.refusals) throw refusedTooOften("its rules", this.#limits);
  }
}

function countIn<Key>(counts: Map<Key, number>, key: Key): number {
  const count = 1 + (counts.get(key) ?? 0);
  counts.set(key, count);
  return count;
}
