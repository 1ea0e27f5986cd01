import type { LineupTest, PickCount } from "../../../model/lineup-test.ts";
import type { Model } from "../../../model/model.ts";

/** More tests than this take longer to compare than that gains. */
const MOST_COMPARED = 500;

/**
 * The tests without alternatives that other tests rule out: those whose counts contradict a count that always holds, or
 * holds under the same condition. Lineups pass them as before.
 */
export function possibleTests(tests: readonly LineupTest[]): readonly LineupTest[] {
  if (tests.length > MOST_COMPARED) return tests;
  const held = new Map<string, Held>();
  for (const { when, alternatives } of tests) {
    const [only, ...others] = alternatives;
    if (only === undefined || others.length > 0) continue;
    const key = keyOf(when);
    const known = held.get(key) ?? new Held();
    held.set(key, known);
    for (const count of only.counts) known.add(count);
  }
  return tests.map((test) => {
    const own = [held.get(ALWAYS), held.get(keyOf(test.when))];
    const left = test.alternatives.filter(
      ({ counts }) => !counts.some((count) => own.some((known) => known?.contradicts(count) ?? false)),
    );
    return left.length === test.alternatives.length ? test : { ...test, alternatives: left };
  });
}

/** What of a model's rules contradictions between tests bear on. */
interface Tested {
  tests: LineupTest[];
  /** Per entry, the slots it may be picked for, as bits. */
  readonly allowed: Int32Array;
}

/** Leaves out ways of tests that other tests contradict, and picks that no lineup can have for it. */
export function dropContradicted(terms: Tested, { entry, slots }: Model["picks"]): void {
  terms.tests = [...possibleTests(terms.tests)];
  // Nobody is left, which is seen at once.
  if (isHopeless(terms.tests)) terms.allowed.fill(0);
  for (const pick of impossiblePicks(terms.tests)) terms.allowed[entry[pick]!]! &= ~slots[pick]!;
}

/** Picks that no lineup has: whoever has one of them would have to pass a test that nobody can. */
export function impossiblePicks(tests: readonly LineupTest[]): readonly number[] {
  return tests.flatMap(({ when, alternatives }) =>
    alternatives.length === 0 && when !== null && when.least <= 1 && when.most === Number.POSITIVE_INFINITY
      ? [...when.picks]
      : [],
  );
}

/** Whether there is a test that no lineup passes. */
export function isHopeless(tests: readonly LineupTest[]): boolean {
  return tests.some(({ when, alternatives }) => when === null && alternatives.length === 0);
}

const ALWAYS = "";

function keyOf(when: PickCount | null): string {
  return when === null ? ALWAYS : `${when.least} ${when.most} ${when.picks.join()}`;
}

/** Counts that hold together. */
class Held {
  readonly #counts: (PickCount & { readonly members: ReadonlySet<number> })[] = [];
  readonly #verdicts = new Map<PickCount, boolean>();

  add(count: PickCount): void {
    this.#counts.push({ ...count, members: new Set(count.picks) });
  }

  /** Whether a lineup cannot have this count beside these. */
  contradicts(count: PickCount): boolean {
    const known = this.#verdicts.get(count);
    if (known !== undefined) return known;
    const picks = new Set(count.picks);
    const verdict = this.#counts.some(
      (other) =>
        (count.least > other.most && isWithin(count.picks, other.members)) ||
        (other.least > count.most && isWithin(other.picks, picks)),
    );
    this.#verdicts.set(count, verdict);
    return verdict;
  }
}

function isWithin(picks: Int32Array, others: ReadonlySet<number>): boolean {
  return picks.every((pick) => others.has(pick));
}
