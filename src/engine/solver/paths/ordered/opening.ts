import type { AutomatonCache } from "../automaton-cache.ts";
import type { Instance } from "../instance.ts";
import { type Relaxed, relax } from "../relaxation.ts";
import type { WalkPlan } from "../walk.ts";
import type { Barred } from "./barred.ts";
import { type Bounded, Bounding } from "./bounding.ts";
import type { Branch } from "./branch.ts";
import type { Known } from "./known.ts";
import { type Layout, layOutBy } from "./layout.ts";
import { candidatesAt } from "./reach.ts";
import type { Shelf } from "./shelf.ts";
import type { Spare } from "./spare.ts";
import { priceInTurn } from "./sum-prices.ts";
import { pricedAt } from "./sums.ts";
import { sumLimitsOf, type TotalLimits } from "./total-limits.ts";

/** Candidates are laid out anew where a bound leaves fewer than this part of them. */
const NEARLY_ALL = 0.7;

export interface Opening {
  readonly instance: Instance;
  /** How lineups are laid out that nothing but the roster is asked of. */
  readonly plain: Layout;
  readonly automata: AutomatonCache;
  readonly known: Known;
  readonly bounding: Bounding;
  readonly barred: Barred;
  readonly shelf: Shelf;
  readonly spare: Spare;
  /** How many lineups are wanted at about. */
  readonly count: number;
  /** What lineups keep of their points and other sums; null where it refuses few. */
  readonly total: TotalLimits | null;
}

/** Bounds a branch that was taken off its shelf, and begins to go down its lineups unless others have higher bounds. */
export function open(opening: Opening, branch: Branch, isUseless: WalkPlan["isUseless"]): void {
  const { instance, plain, automata, known, barred, shelf, total } = opening;
  const out = branch.terms.out.slice();
  for (let option = 0; option < out.length; option += 1) out[option]! |= barred.flags[option]!;
  branch.layout ??= known.layout(branch.terms, plain, automata);
  if (!isBounded(branch, barred) && !isPromising(opening, branch, boundedAnew(opening, branch, out))) return;
  const isUnpriced = branch.terms.sums.length > 0 && branch.priced === null;
  if (isUnpriced && !isPromising(opening, branch, boundedBySums(opening, branch, out))) return;
  // Ways that are cut off are many where lineups are alike; those to a limit of the points are found by trying.
  const isByPoints = isUseless !== undefined && total === null;
  const around = candidatesAt(instance, { most: branch.most, out, threshold: shelf.threshold, isByPoints });
  descend(opening, branch, { around, out, layout: branch.layout, isUseless });
}

function boundedAnew({ bounding }: Opening, branch: Branch, out: Uint8Array): Bounded | null {
  const { layout, price, priced, way } = branch;
  const by = priced?.bounding ?? bounding;
  branch.isTight = way === null;
  return way === null ? by.best(layout!, out, price) : by.at(layout!, out, price);
}

/** Seeks the prices of a branch's sums. */
function boundedBySums({ instance, spare }: Opening, branch: Branch, out: Uint8Array): Bounded | null {
  const { layout, terms } = branch;
  const own = { ...instance, fixedPoints: 0 };
  const bounding = (priced: Instance) => new Bounding(priced, spare.scratch);
  const near = terms.sums.map((_, index) => branch.prices[index] ?? 0);
  let { price } = branch;
  const { prices, bound } = priceInTurn(own, terms.sums, near, (priced) => {
    const bounded = bounding(priced).best(layout!, out, price);
    if (bounded !== null) price = bounded.price;
    return bounded?.bound ?? null;
  });
  const priced = pricedAt(own, terms.sums, prices);
  if (bound === Number.NEGATIVE_INFINITY || priced === null) return null;
  branch.prices = prices;
  branch.priced = { ...priced, bounding: bounding(priced.instance) };
  return branch.priced.bounding.best(layout!, out, price);
}

/** Takes a branch's bound, and says whether no other has a higher one. */
function isPromising({ barred, shelf }: Opening, branch: Branch, bounded: Bounded | null): boolean {
  if (bounded === null) {
    shelf.finish(branch, Number.NEGATIVE_INFINITY);
    return false;
  }
  takeBound(branch, bounded);
  branch.barred = barred.newly.length;
  branch.key = shelf.keyOf(branch.bound);
  return (
    branch.key !== Number.NEGATIVE_INFINITY && branch.bound >= (shelf.top?.key ?? Number.NEGATIVE_INFINITY)
  );
}

/** Whether a branch has been bounded, by a way that is still open. */
function isBounded(branch: Branch, { newly }: Barred): boolean {
  const { way } = branch;
  if (way === null) return false;
  for (; branch.barred < newly.length; branch.barred += 1)
    if (way.includes(newly[branch.barred]!)) return false;
  return true;
}

function takeBound(branch: Branch, { bound, most, price, way }: Bounded): void {
  const offset = branch.priced?.offset ?? 0;
  branch.most = branch.most.map((known, candidate) => Math.min(known, most[candidate]! + offset));
  branch.price = price;
  branch.way = way;
  branch.bound = Math.min(branch.bound, bound + offset);
}

interface Going {
  /** Candidates among whom all lineups down to the threshold are. */
  readonly around: readonly number[];
  readonly out: Uint8Array;
  readonly layout: Layout;
  readonly isUseless: WalkPlan["isUseless"];
}

/** Begins to go down the lineups of some candidates. */
function descend(
  { instance, shelf, spare, count, total }: Opening,
  branch: Branch,
  { around, out, layout, isUseless }: Going,
): void {
  const { threshold } = shelf;
  const limits = limitsOf(instance, branch, total);
  const descent = limits === null ? spare.take() : spare.takeFor(limits);
  branch.descent = descent;
  const { scratch } = descent;
  const lay = (candidates: readonly number[]) =>
    layOutBy(layout, { instance, candidates, out }, scratch, "few");
  let trellis = lay(around);
  const { instance: measured, offset } = branch.priced ?? { instance, offset: 0 };
  let relaxation: Relaxed | null = trellis.start === -1 ? null : { ...branch.price, bound: branch.bound };
  // What bounded a branch at a good price says as well who may be in its lineups.
  if (relaxation !== null && (!branch.isTight || limits !== null)) {
    const relaxed = relax(measured, trellis, scratch, branch.price);
    const depth = relaxed === null ? 0 : relaxed.bound - (threshold - offset);
    const near = around.filter((candidate) => relaxed !== null && relaxed.slack[candidate]! <= depth);
    if (near.length < NEARLY_ALL * around.length) trellis = lay(near);
    relaxation = relaxed;
  }
  if (relaxation === null || relaxation.bound < threshold - offset) {
    shelf.finish(branch);
    return;
  }
  branch.price = { price: relaxation.price, grid: relaxation.grid, roomy: relaxation.roomy };
  const { priced, terms } = branch;
  const { leastSpent } = terms;
  // The way that the bound stems from is still laid out.
  descent.begin({ instance, trellis, relaxation, priced, threshold, leastSpent, out, isUseless }, count);
  branch.bound = Math.min(branch.bound, relaxation.bound + offset);
  branch.key = Math.min(branch.bound, descent.highest);
  if (branch.key === Number.NEGATIVE_INFINITY) shelf.finish(branch);
}

/** What the lineups of a branch keep that a walk down to them does not see; null where that refuses few of them. */
function limitsOf(
  instance: Instance,
  { most, terms }: Branch,
  total: TotalLimits | null,
): Pick<TotalLimits, "most" | "slack" | "sums"> | null {
  const isAbove = total !== null && most.some((own) => own > total.most);
  if (!isAbove && terms.sums.length === 0) return null;
  const { most: highest, slack = 0, sums } = total ?? { most: Number.POSITIVE_INFINITY, sums: [] };
  return { most: highest, slack, sums: [...sums, ...sumLimitsOf(instance, terms.sums)] };
}
