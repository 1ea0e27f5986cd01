import type { LineupTest } from "../../../model/lineup-test.ts";
import { TestReader } from "../../../model/test-reader.ts";
import type { Counter, Instance } from "../instance.ts";
import type { PathLimits } from "../limits.ts";
import { type SideRules, sideRules } from "../side-rules.ts";
import { unsupported } from "../unsupported.ts";
import type { Terms } from "./branch.ts";
import type { Known } from "./known.ts";
import { pairTest } from "./pair-test.ts";

/** What is said of a lineup; of one that failed a test, which. */
export type Verdict = "legal" | "refused" | { readonly failed: number };

/** Holds lineups against what the roster does not know of: rules about groups, and tests that may join on the way. */
export class Judge {
  readonly #instance: Instance;
  readonly #known: Known;
  readonly #limits: PathLimits;
  readonly #rules: SideRules;
  #tests: readonly LineupTest[];
  #reader: TestReader;
  /** How often each cut would have kept a lineup away. */
  readonly #cuts = new Map<string, number>();
  #due: Counter[] = [];
  #refused = 0;

  constructor(instance: Instance, known: Known, limits: PathLimits) {
    this.#instance = instance;
    this.#known = known;
    this.#limits = limits;
    this.#rules = sideRules(instance);
    this.#tests = [...instance.tests, ...instance.pairRules.map((rule) => pairTest(rule, instance.model))];
    this.#reader = this.#readTests();
  }

  /** False when some rule about groups can be met by nobody in the pool. */
  get isPossible(): boolean {
    return this.#rules.possible;
  }

  get tests(): readonly LineupTest[] {
    return this.#tests;
  }

  /** Tests that every further lineup has to pass. */
  require(tests: readonly LineupTest[]): void {
    this.#tests = [...this.#tests, ...tests];
    this.#reader = this.#readTests();
  }

  /** Whether picks of the model pass all tests. */
  passes(picks: ArrayLike<number>): boolean {
    return this.#firstFailed(picks) === -1;
  }

  /** What is said of a lineup of a branch with these terms, as the model's picks. */
  judge(picks: Int32Array, { owned }: Terms): Verdict {
    const { entry } = this.#instance.model.picks;
    const cut = this.#rules.idle ? null : this.#rules.judge(picks.map((own) => entry[own]!));
    if (cut !== null) {
      this.#countRefusal();
      const times = 1 + (this.#cuts.get(cut.key) ?? 0);
      this.#cuts.set(cut.key, times);
      if (times === this.#limits.refusalsForCut + 1) this.#due.push(cut.counter());
      return "refused";
    }
    const failed = this.#firstFailed(picks);
    if (failed !== -1) {
      this.#countRefusal();
      return { failed };
    }
    for (const { test, way } of owned) {
      const { reader } = this.#known.ways(this.#tests[test]!);
      reader.read(picks);
      if (reader.firstPassed() !== way) return "refused";
    }
    return "legal";
  }

  /** Cuts that have refused enough lineups to become part of the trellises; each is told once. */
  takeDue(): readonly Counter[] {
    const due = this.#due;
    this.#due = [];
    return due;
  }

  #firstFailed(picks: ArrayLike<number>): number {
    if (this.#tests.length === 0) return -1;
    this.#reader.read(picks);
    return this.#reader.firstFailed();
  }

  #readTests(): TestReader {
    return new TestReader(this.#tests, this.#instance.model.picks.entry.length);
  }

  #countRefusal(): void {
    this.#refused += 1;
    const { refusals } = this.#limits;
    if (this.#refused > refusals)
      throw unsupported(`its rules refuse nearly every lineup (${refusals} in vain)`);
  }
}
