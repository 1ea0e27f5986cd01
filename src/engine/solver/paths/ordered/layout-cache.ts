import { type LineupTest, TestReader, waysOf } from "../../../model/lineup-test.ts";
import type { Instance } from "../instance.ts";
import { noTerms, withWay } from "./branch.ts";
import type { EngineScratch } from "./engine-scratch.ts";
import { type Layout, layoutOf, plainLayout } from "./layout.ts";
import type { StackBounds } from "./stack-bounds.ts";
import type { Terms } from "./trackers.ts";

let loaded: typeof import("./stack-bounds.ts") | undefined;

/** Loads the module that bounds many branches together; only models with tests need it. */
export async function loadStackBounds(): Promise<void> {
  loaded ??= await import("./stack-bounds.ts");
}

/** The index of a branch among those that are bounded together. */
interface StackBranch {
  readonly stacks: StackBounds;
  readonly at: number;
}

/** Values that do not depend on points, made on first use; instances with other points share them. */
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
  readonly #used = new Set<string>();
  #lastReader: { readonly tests: readonly LineupTest[]; readonly reader: TestReader } | undefined;
  #plain: Layout | undefined;

  constructor(instance: Instance) {
    this.#instance = instance;
    this.root = noTerms(instance);
  }

  get counters(): Instance["counters"] {
    return this.#instance.counters;
  }

  /** The layout of candidates for the roster alone, without a branch's terms. */
  plain(engineScratch: Pick<EngineScratch, "automata" | "limits">): Layout {
    this.#plain ??= plainLayout(this.#instance, engineScratch);
    return this.#plain;
  }

  layout(terms: Terms, engineScratch: Pick<EngineScratch, "automata" | "limits">): Layout {
    const known = this.#layouts.get(terms);
    if (known !== undefined) return known;
    const layout = layoutOf(
      this.#instance,
      terms,
      this.plain(engineScratch),
      engineScratch.automata,
      this.#used,
    );
    this.#layouts.set(terms, layout);
    return layout;
  }

  /** A reader of these tests. Reuses the last one for the same tests, as in searches over one slate. */
  testReader(tests: readonly LineupTest[]): TestReader {
    const last = this.#lastReader;
    const isSame = last?.tests.length === tests.length && last.tests.every((own, at) => own === tests[at]);
    if (last !== undefined && isSame) return last.reader;
    const reader = new TestReader(tests, this.#instance.model.picks.entry.length);
    this.#lastReader = { tests, reader };
    return reader;
  }

  /** Reads which of a test's alternatives a lineup satisfies. */
  wayReader(test: LineupTest): TestReader {
    const known = this.#readers.get(test);
    if (known !== undefined) return known;
    const alone = waysApart(test).map((clause): LineupTest => ({ when: null, alternatives: [clause] }));
    const reader = new TestReader(alone, this.#instance.model.picks.entry.length);
    this.#readers.set(test, reader);
    return reader;
  }

  /** Bounds for all branches that `parts` returned together; null if they are bounded one by one. */
  stackBounds(branches: readonly Terms[]): StackBounds | null {
    return this.#stacks.get(branches) ?? null;
  }

  /** Finds the branch with these terms among those that are bounded together; null if it is bounded alone. */
  stackOf(terms: Terms): StackBranch | null {
    return this.#stackOf.get(terms) ?? null;
  }

  /**
   * Per alternative of a test (`at` is its index): the terms of its branch, combined with the given terms.
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

/** The layouts of an instance; instances that differ only in points have the same ones. */
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

/** A test's alternatives. Those with sums also include the test's condition, because trellises check only counts. */
function waysApart(test: LineupTest): LineupTest["alternatives"] {
  const { when, alternatives } = test;
  if (when === null || alternatives.every(({ sums }) => sums.length === 0)) return waysOf(test);
  return waysOf({
    when,
    alternatives: alternatives.map(({ counts, sums }) => ({ counts: [when, ...counts], sums })),
  });
}
