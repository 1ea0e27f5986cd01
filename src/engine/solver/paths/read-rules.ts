import type { LineupTest, PickCount } from "../../model/lineup-test.ts";
import {
  forbids,
  type Model,
  type Rule,
  type RuleByKind,
  type RuleKind,
  readerOf,
  requires,
} from "../../model/model.ts";
import { type Counter, flagsOf, type GroupRule, isSalary } from "./instance.ts";
import { unsupported } from "./limits.ts";

/** The most counters: a class stores its counters as bits of one number. */
export const MOST_COUNTERS = 24;

/** A model's rules in the form that the path engine uses. */
export interface Terms {
  /** The lowest of the model's salary budgets; Infinity without one. */
  budget: number;
  /** Whether a player can be in a lineup at most once. */
  once: boolean;
  readonly filled: Set<number>;
  /** Per player, the slots that locks and exclusions allow, as bits. */
  readonly allowed: Int32Array;
  /** Per player, 1 if every lineup must have the player, else 0. */
  readonly required: Uint8Array;
  readonly counters: Counter[];
  readonly groupRules: GroupRule[];
  tests: LineupTest[];
}

type Reader<K extends RuleKind> = (rule: RuleByKind[K], terms: Terms) => void;

const readers: { readonly [K in RuleKind]: Reader<K> } = {
  budget({ maximum }, terms) {
    terms.budget = Math.min(terms.budget, maximum);
  },
  once(_rule, terms) {
    terms.once = true;
  },
  fill: ({ slot }, { filled }) => filled.add(slot),
  allow({ entries, slots }, { allowed }) {
    for (const entry of entries) allowed[entry]! &= slots;
  },
  count(rule, { allowed, required, counters }) {
    const { entries, least, most } = rule;
    if (forbids(rule)) for (const entry of entries) allowed[entry] = 0;
    if (requires(rule)) for (const entry of entries) required[entry] = 1;
    const member = flagsOf(entries, allowed.length);
    if (least > 0 && !requires(rule)) counters.push({ kind: "atLeast", member, limit: least });
    if (most > 0 && most < entries.length) counters.push({ kind: "atMost", member, limit: most });
  },
  groupMaximum: (rule, { groupRules }) => groupRules.push(rule),
  groupsMinimum: (rule, { groupRules }) => groupRules.push(rule),
  disjunction: (test, { tests }) => tests.push(test),
};

/**
 * Reads the rules of a model.
 * @throws UnsupportedModelError for a rule of an unknown kind, and for a model that is not a roster.
 */
export function readRules(model: Model): Terms {
  const terms: Terms = {
    budget: Number.POSITIVE_INFINITY,
    once: new Set(model.slots.map(({ role }) => role)).size === 1,
    filled: new Set(),
    allowed: new Int32Array(model.entries).fill(-1),
    required: new Uint8Array(model.entries),
    counters: [],
    groupRules: [],
    tests: [],
  };
  for (const rule of model.rules) read(rule, terms);
  if (terms.tests.length > 0) dropContradicted(terms, model.picks);
  for (const test of terms.tests) terms.budget = Math.min(terms.budget, mostSpent(test, model.picks.salary));
  if (terms.filled.size < model.slots.length) throw unsupported("some slots may stay empty");
  if (!terms.once) throw unsupported("a player may be picked in two roles");
  if (terms.counters.length > MOST_COUNTERS) throw unsupported(`it has more than ${MOST_COUNTERS} minimums`);
  return terms;
}

function read<K extends RuleKind>(rule: RuleByKind[K] & { kind: K } & Rule, terms: Terms): void {
  readerOf(readers, rule.kind, "paths")(rule, terms);
}

/** The budget that a test implies, if it limits the sum of all salaries; else Infinity. */
function mostSpent({ when, alternatives }: LineupTest, salary: Float64Array): number {
  if (when !== null || alternatives.length === 0) return Number.POSITIVE_INFINITY;
  return Math.max(
    ...alternatives.map(({ sums }) =>
      Math.min(...sums.flatMap(({ weights, most }) => (isSalary(weights, salary) ? [most] : []))),
    ),
  );
}

/**
 * The most tests in which contradictions are searched for: with more, the search takes longer than it saves.
 */
const MOST_COMPARED = 500;

/**
 * Removes alternatives that no lineup can keep, because they contradict another test. That test must have
 * only one alternative, and the same condition (`when`) or none. The same lineups pass as before.
 */
function possibleTests(tests: readonly LineupTest[]): readonly LineupTest[] {
  if (tests.length > MOST_COMPARED) return tests;
  const held = new Map<string, JointCounts>();
  for (const { when, alternatives } of tests) {
    const [only, ...others] = alternatives;
    if (only === undefined || others.length > 0) continue;
    const key = keyOf(when);
    const known = held.get(key) ?? new JointCounts();
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

/** Removes alternatives that other tests contradict, and picks that no lineup can then contain. */
function dropContradicted(terms: Terms, { entry, slots }: Model["picks"]): void {
  terms.tests = [...possibleTests(terms.tests)];
  // Without any allowed pick the model is recognized as infeasible at once.
  if (isHopeless(terms.tests)) terms.allowed.fill(0);
  for (const pick of impossiblePicks(terms.tests)) terms.allowed[entry[pick]!]! &= ~slots[pick]!;
}

/**
 * Picks that no lineup can have, because a test without alternatives applies to every lineup with one of
 * them.
 */
function impossiblePicks(tests: readonly LineupTest[]): readonly number[] {
  return tests.flatMap(({ when, alternatives }) =>
    alternatives.length === 0 && when !== null && when.least <= 1 && when.most === Number.POSITIVE_INFINITY
      ? [...when.picks]
      : [],
  );
}

/** Whether some test has no alternatives left, so that no lineup passes. */
function isHopeless(tests: readonly LineupTest[]): boolean {
  return tests.some(({ when, alternatives }) => when === null && alternatives.length === 0);
}

const ALWAYS = "";

function keyOf(when: PickCount | null): string {
  return when === null ? ALWAYS : `${when.least} ${when.most} ${when.picks.join()}`;
}

/** Limits on counts of picks, all of which a lineup must keep. */
class JointCounts {
  readonly #counts: (PickCount & { readonly members: ReadonlySet<number> })[] = [];
  readonly #verdicts = new Map<PickCount, boolean>();

  add(count: PickCount): void {
    this.#counts.push({ ...count, members: new Set(count.picks) });
  }

  /** Whether the given limit clearly contradicts one that was added before: no lineup can keep both. */
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
