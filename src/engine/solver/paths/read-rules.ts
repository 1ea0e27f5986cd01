import type { LineupTest } from "../../model/lineup-test.ts";
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
import { dropContradicted } from "./ordered/possible-tests.ts";
import { unsupported } from "./unsupported.ts";

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
