import type { LineupTest, PickCount } from "../../model/lineup-test.ts";
import {
  forbids,
  type Model,
  type Rule,
  type RuleByKind,
  type RuleKind,
  requires,
} from "../../model/model.ts";
import { BOTH, neverTwo, pairsOf } from "../../model/pairs.ts";
import { type Counter, flagsOf, type GroupRule, isSalary } from "./instance.ts";
import { unsupported } from "./limits.ts";

/** Classes hold the counters they count in as bits of one number; nothing near this many is ever useful. */
export const MOST_COUNTERS = 24;

/** What the rules of a model say, rule by rule. */
export interface Terms {
  /** The least of the budgets. */
  budget: number;
  /** Whether nobody may be picked in two roles. */
  once: boolean;
  readonly filled: Set<number>;
  /** Per entry: bits of the slots that locks and exclusions leave, and 1 where it must be picked. */
  readonly allowed: Int32Array;
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

/** @throws UnsupportedModelError for a kind of rule that it does not know, and for a model that is no roster. */
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
  countLonePairs(terms, model);
  if (terms.tests.length > 0) dropContradicted(terms, model.picks);
  for (const test of terms.tests) terms.budget = Math.min(terms.budget, mostSpent(test, model.picks.salary));
  if (terms.filled.size < model.slots.length) throw unsupported("some slots may stay empty");
  if (!terms.once) throw unsupported("an entry may be picked in two roles");
  if (terms.counters.length > MOST_COUNTERS) throw unsupported(`it has more than ${MOST_COUNTERS} minimums`);
  return terms;
}

/** Where no two of a group may be picked, a pair is an entry of both sides: one counter asks for that. */
function countLonePairs(terms: Terms, model: Model): void {
  const { groupRules, counters } = terms;
  if (groupRules.every(({ kind }) => kind !== "groupMaximum")) return;
  terms.tests = terms.tests.filter((test) => {
    const pairs = counters.length < MOST_COUNTERS ? pairsOf(test, model) : null;
    if (pairs === null || !neverTwo(pairs, groupRules)) return true;
    counters.push({ kind: "atLeast", member: pairs.sides.map((own) => (own === BOTH ? 1 : 0)), limit: 1 });
    return false;
  });
}

function read<K extends RuleKind>(rule: RuleByKind[K] & { kind: K } & Rule, terms: Terms): void {
  if (!Object.hasOwn(readers, rule.kind))
    throw unsupported(`it has a rule of a kind unknown to it, "${rule.kind}"`);
  readers[rule.kind](rule, terms);
}

/** What a test lets a lineup spend: a sum of all salaries is a budget. */
function mostSpent({ when, alternatives }: LineupTest, salary: Float64Array): number {
  if (when !== null || alternatives.length === 0) return Number.POSITIVE_INFINITY;
  return Math.max(
    ...alternatives.map(({ sums }) =>
      Math.min(...sums.flatMap(({ weights, most }) => (isSalary(weights, salary) ? [most] : []))),
    ),
  );
}

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
function dropContradicted(terms: Tested, { entry, slots }: Model["picks"]): void {
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
