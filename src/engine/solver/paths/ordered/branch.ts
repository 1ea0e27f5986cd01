import type { LineupTest, PickCount } from "../../../model/lineup-test.ts";
import { type Instance, isSalary } from "../instance.ts";
import type { Price } from "../price.ts";
import type { Bounding } from "./bounding.ts";
import type { Descent } from "./descent.ts";
import type { Layout } from "./layout.ts";
import type { Priced } from "./sums.ts";
import type { SumsDescent } from "./sums-descent.ts";
import { readCount, type Terms } from "./trackers.ts";

/** Some of the lineups, in the order of their points. */
export interface Branch {
  readonly id: number;
  readonly terms: Terms;
  /** Null before it is first looked at. */
  layout: Layout | null;
  /** Per candidate: none of its lineups with him has more points. */
  most: Float64Array;
  /** The options of the way that its bound stems from, once it is bounded, and how many were barred by then. */
  way: Int32Array | null;
  barred: number;
  /** Whether that is so at a price near the best. */
  isTight: boolean;
  price: Price;
  /** Prices to seek those of its sums near. */
  prices: readonly number[];
  /** What bounds its lineups, at the prices of their sums; null where it has none, or before these are sought. */
  priced: (Priced & { readonly bounding: Bounding }) | null;
  /** None of its lineups still to come has more points. */
  bound: number;
  /** The same, as the search goes on; -Infinity once there is none above its threshold. */
  key: number;
  /** Null where its lineups are not gone down, or no more. */
  descent: Descent | SumsDescent | null;
  /**
   * The tables by which its lineups are gone down: of candidates class by class, with windows narrowed where that helps, or the
   * dearest first; or rounded ones, where neither leads anywhere.
   */
  tables: "class by class" | "dearest first" | "rounded";
  /** Whether its lineups of just as many points as the threshold are gone down among some of its candidates only. */
  isThinned: boolean;
  /** Lineups of so many points or more have been met. */
  ceiling: number;
  /** Its next lineup, as the model's picks. */
  pending: { readonly picks: Int32Array; readonly points: number } | null;
  /** Per test, how many of its lineups failed it. */
  readonly refused: Map<number, number>;
}

export function noTerms({ nobody }: Instance): Terms {
  return {
    trackers: [],
    split: new Set(),
    out: new Uint8Array(nobody + 1),
    leastSpent: 0,
    sums: [],
    owned: [],
    stated: new Set(),
    cuts: [],
    isGuarded: false,
  };
}

/** The terms with counts that have to hold as well; null where they cannot. */
export function withCounts(instance: Instance, terms: Terms, counts: readonly PickCount[]): Terms | null {
  let trackers = [...terms.trackers];
  let { out } = terms;
  for (const count of counts) {
    const reading = readCount(instance, count);
    if (reading === "never") return null;
    if (reading === "always") continue;
    if ("out" in reading) {
      out = out.map((own, option) => own | reading.out[option]!);
      continue;
    }
    const same = trackers.find(({ member }) => member.every((own, option) => own === reading.member[option]));
    const least = Math.max(reading.least, same?.least ?? 0);
    const most = Math.min(reading.most, same?.most ?? Number.POSITIVE_INFINITY);
    if (least > most) return null;
    trackers = [...trackers.filter((tracker) => tracker !== same), { ...reading, least, most }];
  }
  return { ...terms, trackers, split: new Set(trackers.filter((tracker) => terms.split.has(tracker))), out };
}

/** The terms with one way of a test to be kept; null where that is out of the question. */
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
  const split =
    ways.length > 1 ? new Set(counted.trackers.filter((own) => !terms.trackers.includes(own))) : [];
  return {
    ...counted,
    split: new Set([...counted.split, ...split]),
    leastSpent,
    sums: ways.length > 1 ? [...terms.sums, ...sums] : terms.sums,
    owned,
    stated: new Set([...terms.stated, test]),
  };
}
