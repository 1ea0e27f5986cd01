import type { LineupTest, PickCount } from "../../../model/lineup-test.ts";
import { type Instance, isSalary } from "../instance.ts";
import type { Price } from "../relaxation.ts";
import { readCount, type Terms } from "./counters.ts";
import type { Layout } from "./layout.ts";
import type { RefinedSearch } from "./refined-search.ts";

export interface Branch {
  readonly id: number;
  readonly terms: Terms;
  /** How the branch's candidates are laid out in a trellis; null until it is first needed. */
  layout: Layout | null;
  /** Per candidate, an upper bound on the points of the branch's lineups that contain the candidate. */
  most: Float64Array;
  /** The options of the lineup that attains the bound; null until `Bounding` has bounded the branch. */
  way: readonly number[] | null;
  /** How many options had been barred during the search when `way` was last checked against them. */
  barred: number;
  /** How many options had been barred when `StackBounds` last bounded the branch; null if it never did. */
  stackBarred: number | null;
  /** Whether the bound was computed at a nearly optimal price of salary. */
  isTight: boolean;
  price: Price;
  bound: number;
  /**
   * The key in the queue: an upper bound on the points of the branch's next lineup; -Infinity once no lineup
   * with at least the threshold's points is left.
   */
  key: number;
  /** The running search for the branch's lineups; null if there is none. */
  search: RefinedSearch | null;
  ceiling: number;
  /** The branch's next lineup, as ascending picks of the model; null if it is not known yet. */
  pending: { readonly picks: Int32Array; readonly points: number } | null;
  readonly refused: Map<number, number>;
}

export function noTerms({ noPick }: Instance): Terms {
  return {
    optionCounters: [],
    out: new Uint8Array(noPick + 1),
    leastSpent: 0,
    owned: [],
    stated: new Set(),
    cuts: [],
    isGuarded: false,
  };
}

export function withCounts(instance: Instance, terms: Terms, counts: readonly PickCount[]): Terms | null {
  let optionCounters = [...terms.optionCounters];
  let { out } = terms;
  for (const count of counts) {
    const reading = readCount(instance, count);
    if (reading === "never") return null;
    if (reading === "always") continue;
    if ("out" in reading) {
      out = out.map((own, option) => own | reading.out[option]!);
      continue;
    }
    const same = optionCounters.find(({ options }) => hasSame(options, reading.options));
    const least = Math.max(reading.least, same?.least ?? 0);
    const most = Math.min(reading.most, same?.most ?? Number.POSITIVE_INFINITY);
    if (least > most) return null;
    optionCounters = [
      ...optionCounters.filter((optionCounter) => optionCounter !== same),
      same === undefined ? reading : { ...reading, least, most },
    ];
  }
  return { ...terms, optionCounters, out };
}

function hasSame(one: Int32Array, other: Int32Array): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/**
 * Returns a branch's terms plus one alternative of a test; null if no lineup can satisfy them. `test` is the
 * index of the test, `ways` are its alternatives, and `way` is the index of the alternative to add.
 */
export function withWay(
  instance: Instance,
  terms: Terms,
  {
    test,
    way,
    ways,
  }: { readonly test: number; readonly way: number; readonly ways: LineupTest["alternatives"] },
): Terms | null {
  const { counts, sums } = ways[way]!;
  const counted = withCounts(instance, terms, counts);
  if (counted === null) return null;
  const { salary } = instance.model.picks;
  const spentByFixed = instance.fixed.reduce((sum, pick) => sum + salary[pick]!, 0);
  const leastSpent = sums.reduce(
    (most, { weights, least }) => (isSalary(weights, salary) ? Math.max(most, least - spentByFixed) : most),
    terms.leastSpent,
  );
  const owned = ways.length > 1 ? [...terms.owned, { test, way }] : terms.owned;
  return { ...counted, leastSpent, owned, stated: new Set([...terms.stated, test]) };
}
