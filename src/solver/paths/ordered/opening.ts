import type { AutomatonCache } from "../automaton-cache.ts";
import type { Instance } from "../instance.ts";
import { relax } from "../relaxation.ts";
import type { WalkPlan } from "../walk.ts";
import type { Barred } from "./barred.ts";
import { type Bounded, type Bounding, tooLarge } from "./bounding.ts";
import type { Branch } from "./branch.ts";
import type { Known } from "./known.ts";
import { type Layout, layOutBy } from "./layout.ts";
import { candidatesAt } from "./reach.ts";
import type { Shelf } from "./shelf.ts";
import type { Spare } from "./spare.ts";
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
  const { instance, plain, automata, known, bounding, barred, shelf, total } = opening;
  const out = branch.terms.out.map((own, option) => own | barred.flags[option]!);
  branch.layout ??= known.layout(branch.terms, plain, automata);
  if (!isBounded(branch, barred)) {
    const { layout, price } = branch;
    const bounded = branch.way === null ? bounding.best(layout, out, price) : bounding.at(layout, out, price);
    if (bounded === null) {
      shelf.finish(branch, Number.NEGATIVE_INFINITY);
      return;
    }
    takeBound(branch, bounded);
    branch.barred = barred.newly.length;
    branch.key = shelf.keyOf(branch.bound);
    if (branch.key === Number.NEGATIVE_INFINITY) return;
    if (branch.bound < (shelf.top?.key ?? Number.NEGATIVE_INFINITY)) return;
  }
  // Ways that are cut off are many where lineups are alike; those to a limit of the points are found by trying.
  const isByPoints = isUseless !== undefined && total === null;
  const around = candidatesAt(instance, { most: branch.most, out, threshold: shelf.threshold, isByPoints });
  descend(opening, branch, { around, out, layout: branch.layout, isUseless });
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
  branch.most = branch.most.map((known, candidate) => Math.min(known, most[candidate]!));
  branch.price = price;
  branch.way = way;
  branch.bound = Math.min(branch.bound, bound);
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
  const lay = (candidates: readonly number[]) => {
    const laid = layOutBy(layout, { instance, candidates, out }, scratch, "few");
    if (laid === null) throw tooLarge();
    return laid;
  };
  let trellis = lay(around);
  const relaxation = trellis.start === -1 ? null : relax(instance, trellis, scratch, branch.price);
  if (relaxation === null || relaxation.bound < threshold) {
    shelf.finish(branch);
    return;
  }
  branch.price = { price: relaxation.price, grid: relaxation.grid, roomy: relaxation.roomy };
  const depth = relaxation.bound - threshold;
  const near = around.filter((candidate) => relaxation.slack[candidate]! <= depth);
  if (near.length < NEARLY_ALL * around.length) trellis = lay(near);
  const { leastSpent } = branch.terms;
  // The way that the bound stems from is still laid out.
  descent.begin({ instance, trellis, relaxation, threshold, leastSpent, out, isUseless }, count);
  branch.isOpen = true;
  branch.bound = Math.min(branch.bound, relaxation.bound);
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
