import { type LineupTest, TestReader, waysOf } from "../../../model/lineup-test.ts";
import type { Instance } from "../instance.ts";
import { noTerms, withWay } from "./branch.ts";
import type { Terms } from "./counters.ts";
import { type Layout, plainLayout, withOptionCounters } from "./layout.ts";
import type { EngineScratch } from "./refined-search.ts";
import type { StackBounds } from "./stack-bounds.ts";

let loaded: typeof import("./stack-bounds.ts") | undefined;

/**
 * Loads `stack-bounds.ts`, which computes upper bounds for many branches at once; only models with tests need
 * it.
 */
export async function loadStackBounds(): Promise<void> {
  loaded ??= await import("./stack-bounds.ts");
}

/**
 * Where to find a branch's bound if many branches are bounded together: the object that bounds them, and the
 * branch's index in it.
 */
interface StackBranch {
  readonly stacks: StackBounds;
  readonly at: number;
}

/**
 * Caches the layouts, branches' terms and test readers of an instance. They do not depend on points, so
 * instances that differ only in points share one cache.
 */
export class LayoutCache {
  readonly root: Terms;
  readonly #instance: Instance;
  readonly #layouts = new WeakMap<Terms, Layout>();
  readonly #parts = new WeakMap<
    Terms,
    Map<LineupTest, { readonly at: number; readonly terms: readonly Terms[] }>
  >();
  readonly #readers = new WeakMap<LineupTest, TestReader>();
  readonly #stacks = new WeakMap<readonly Terms[], StackBounds>();
  readonly #stackOf = new WeakMap<Terms, StackBranch>();
  #lastReader: { readonly tests: readonly LineupTest[]; readonly reader: TestReader } | undefined;
  #plain: Layout | undefined;

  constructor(instance: Instance) {
    this.#instance = instance;
    this.root = noTerms(instance);
  }

  get counters(): Instance["counters"] {
    return this.#instance.counters;
  }

  /**
   * The layout (automaton and classes of candidates) for the roster rules alone, without the terms of a
   * branch.
   */
  plain(engineScratch: Pick<EngineScratch, "automata" | "limits">): Layout {
    this.#plain ??= plainLayout(this.#instance, engineScratch);
    return this.#plain;
  }

  layout(terms: Terms, engineScratch: Pick<EngineScratch, "automata" | "limits">): Layout {
    const known = this.#layouts.get(terms);
    if (known !== undefined) return known;
    const plain = this.plain(engineScratch);
    const layout = withOptionCounters(this.#instance, plain, terms.optionCounters);
    this.#layouts.set(terms, layout);
    return layout;
  }

  /**
   * Returns a reader that checks lineups against these tests; reuses the last reader if it has the same
   * tests.
   */
  testReader(tests: readonly LineupTest[]): TestReader {
    const last = this.#lastReader;
    const isSame = last?.tests.length === tests.length && last.tests.every((own, at) => own === tests[at]);
    if (last !== undefined && isSame) return last.reader;
    const reader = new TestReader(tests, this.#instance.model.picks.entry.length);
    this.#lastReader = { tests, reader };
    return reader;
  }

  /**
   * Returns a reader for the alternatives of a test (those of `waysApart`). Its `firstPassed` returns the
   * index of the first alternative that a lineup satisfies.
   */
  wayReader(test: LineupTest): TestReader {
    const known = this.#readers.get(test);
    if (known !== undefined) return known;
    const alone = waysApart(test).map((clause): LineupTest => ({ when: null, alternatives: [clause] }));
    const reader = new TestReader(alone, this.#instance.model.picks.entry.length);
    this.#readers.set(test, reader);
    return reader;
  }

  /**
   * Returns the object that bounds these branches together; null if each is bounded by itself. `branches` is
   * an array that `parts` returned.
   */
  stackBounds(branches: readonly Terms[]): StackBounds | null {
    return this.#stacks.get(branches) ?? null;
  }

  /**
   * Returns where to find the bound of the branch with these terms; null if it is not bounded together with
   * others.
   */
  stackOf(terms: Terms): StackBranch | null {
    return this.#stackOf.get(terms) ?? null;
  }

  /**
   * Splits a branch by a test: for each alternative that is feasible, returns the branch's terms plus this
   * alternative. `at` is the index of the test.
   */
  parts(terms: Terms, test: LineupTest, at: number): readonly Terms[] {
    const ofTerms = this.#parts.get(terms) ?? new Map();
    this.#parts.set(terms, ofTerms);
    const known = ofTerms.get(test);
    if (known?.at === at) return known.terms;
    const clauses = waysApart(test);
    const parts = clauses.flatMap((_, way) => {
      const part = withWay(this.#instance, terms, { test: at, way, ways: clauses });
      return part === null ? [] : [part];
    });
    const stacks = loaded?.StackBounds.of(this.#instance, parts) ?? null;
    if (stacks !== null) {
      this.#stacks.set(parts, stacks);
      for (const [at, part] of parts.entries()) this.#stackOf.set(part, { stacks, at });
    }
    ofTerms.set(test, { at, terms: parts });
    return parts;
  }
}

const kept = new WeakMap<Int32Array, LayoutCache>();

export function layoutCacheOf(instance: Instance): LayoutCache {
  const before = kept.get(instance.pick);
  if (before !== undefined && isSame(before.counters, instance.counters)) return before;
  const known = new LayoutCache(instance);
  kept.set(instance.pick, known);
  return known;
}

function isSame(one: Instance["counters"], other: Instance["counters"]): boolean {
  return one === other || one.length + other.length === 0;
}

/**
 * The alternatives into which a test splits a branch: too few picks for `when`, too many for it, and the
 * test's own. If one of these has sums, which trellises do not enforce, all of the test's own also require
 * `when`.
 */
function waysApart(test: LineupTest): LineupTest["alternatives"] {
  const { when, alternatives } = test;
  if (when === null || alternatives.every(({ sums }) => sums.length === 0)) return waysOf(test);
  return waysOf({
    when,
    alternatives: alternatives.map(({ counts, sums }) => ({ counts: [when, ...counts], sums })),
  });
}
