import type { Model, Origin, Rule, RuleKind } from "../../engine/model/model.ts";
import { judge } from "../../engine/model/satisfies.ts";
import { groupBy } from "../../shared/collections.ts";

/** A subset of a list's elements as bits: bit i is set if the element at index i is in the set. */
export type ElementSet = bigint;

/** The set of all elements of a list of this length. */
export function fullSet(length: number): ElementSet {
  return (1n << BigInt(length)) - 1n;
}

/** The sets of one element each, for the first 64 indices. */
const SINGLES = Array.from({ length: 64 }, (_, index) => 1n << BigInt(index));

export function single(index: number): ElementSet {
  return SINGLES[index] ?? 1n << BigInt(index);
}

export function has(set: ElementSet, index: number): boolean {
  return (set & single(index)) !== 0n;
}

export function isSubset(part: ElementSet, whole: ElementSet): boolean {
  return (part & whole) === part;
}

/** The set's first 30 elements as a number: a cheap test that rules out most subsets. */
export function firstBits(set: ElementSet): number {
  return Number(set & FIRST);
}

const FIRST = (1n << 30n) - 1n;

export function setOf(indices: Iterable<number>): ElementSet {
  let set = 0n;
  for (const index of indices) set |= single(index);
  return set;
}

export function indicesOf(set: ElementSet): number[] {
  const digits = set.toString(2);
  const indices: number[] = [];
  for (let index = 0; index < digits.length; index += 1)
    if (digits[digits.length - 1 - index] === "1") indices.push(index);
  return indices;
}

/** The elements of a set, in the list's order. */
export function membersOf<Item>(set: ElementSet, elements: readonly Item[]): Item[] {
  return elements.filter((_, index) => has(set, index));
}

const SEATING: ReadonlySet<RuleKind> = new Set(["allow", "fill"]);

/**
 * A maximal set of elements that `picks` keep together. Adds the elements of `first` in order, then the
 * others.
 */
export function keptElements(
  model: Model,
  elements: readonly Element[],
  first: ElementSet,
  picks: readonly number[],
): ElementSet {
  const { keeps, keepsSeated } = judge(model, picks);
  if (!keeps([])) return 0n;
  /** The rules about seats among the kept elements. Only in these do elements depend on each other. */
  const seating: Rule[] = [];
  let kept = 0n;
  const keep = (index: number) => {
    const { rules } = elements[index]!;
    if (!keepsSeated(rules)) return;
    if (rules.some(({ kind }) => SEATING.has(kind))) {
      const own = rules.filter(({ kind }) => SEATING.has(kind));
      if (!keeps([...seating, ...own])) return;
      seating.push(...own);
    }
    kept |= single(index);
  };
  for (let index = 0; index < elements.length; index += 1) if (has(first, index)) keep(index);
  for (let index = 0; index < elements.length; index += 1) if (!has(first, index)) keep(index);
  return kept;
}

/** A contest rule or request field as users know it, and its rules in the model. */
export interface Element {
  readonly origin: Origin;
  readonly rules: readonly [Rule, ...Rule[]];
}

/**
 * A model's elements: request fields first, then slots, then the contest's other rules, each in the model's
 * order.
 */
export function elementsOf(model: Model): Element[] {
  const grouped = groupBy(model.rules, ({ origin: { constraint, pointer, words } }) =>
    JSON.stringify([constraint, pointer, words]),
  );
  const elements = [...grouped.values()].map(
    (rules): Element => ({ origin: rules[0]!.origin, rules: rules as [Rule, ...Rule[]] }),
  );
  const rank = ({ origin, rules: [rule] }: Element) =>
    origin.pointer !== null ? 0 : rule.kind === "fill" ? 1 : 2;
  return elements.toSorted((a, b) => rank(a) - rank(b));
}
