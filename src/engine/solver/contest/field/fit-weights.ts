import { exp } from "../../../../shared/normal.ts";
import type { Instance } from "../../paths/instance.ts";
import type { LineupSums } from "./lineup-sums.ts";

/** Weights of options, 1 for `nobody`, and the shares of lineups that entries have by them. */
export interface Fitted {
  readonly weight: Float64Array;
  /** What lineups count by what they leave. */
  readonly leftWeight: Float64Array;
  /** Per entry of the model. */
  readonly shares: Float64Array;
}

const MOST_ROUNDS = 60;
/** Shares this near are as good as met. */
const NEAR_ENOUGH = 0.0005;
/** Nobody is in all lineups, nor in less than one in so many. */
const LEAST_SHARE = 1e-5;
/** A round that leaves more of the misfit than this is idle; after so many of them it cannot be met. */
const WORTH_IT = 0.97;
const MOST_IDLE = 6;
/** How much one round changes a weight at the most. */
const MOST_CHANGE = 8;
/** A mean of what is left is met within this part of it. */
const LEFT_NEAR = 0.02;
/** How much a weight falls at the most over all that may be left, as a power of e. */
const MOST_FALL = 200;

/**
 * Fits a weight to each entry so that lineups, each as likely as the product of its weights, have the entries as often
 * as `shares` says: of all distributions with these shares, the one of maximum entropy. Where no distribution has them,
 * the nearest that is met on the way. An entry without a share (NaN) keeps a common weight. Where `left` is given, what
 * lineups leave of the salary has that mean too, in steps of the grid, as far as weights that fall evenly bring it about.
 */
export function fitWeights(
  instance: Instance,
  { shares, left }: { readonly shares: Float64Array; readonly left: number | null },
  sums: LineupSums,
): Fitted {
  const { model, entry, roles, nobody, openSeats } = instance;
  const wanted = shares.map((share) => Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, share)));
  const free = new Set(
    Array.from(entry.subarray(0, instance.size)).filter((one) => Number.isNaN(shares[one]!)),
  );
  const given = wanted.reduce((sum, share) => (Number.isNaN(share) ? sum : sum + share), 0);
  const rest = free.size === 0 ? 0 : Math.max(LEAST_SHARE, (openSeats - given) / free.size);
  const weights = wanted.map((share) => (share >= 0 ? share / (1 - share) : Math.min(1, rest)));
  const weight = new Float64Array(nobody + 1).fill(1);
  const perOption = new Float64Array(nobody + 1);
  let best: (Fitted & { readonly misfit: number; readonly isNear: boolean }) | null = null;
  let damped = 0;
  let idle = 0;
  let last = Number.POSITIVE_INFINITY;
  /** The power of e by which a weight falls with each step that is left. */
  let fall = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    for (let option = 0; option < nobody; option += 1)
      weight[option] = weights[entry[Math.floor(option / roles)]!]!;
    for (let steps = 0; steps < sums.leftWeight.length; steps += 1)
      sums.leftWeight[steps] = exp(-fall * steps);
    sums.sweepBack(weight);
    perOption.fill(0);
    sums.sweepForward(weight, perOption);
    const found = new Float64Array(model.entries);
    for (const pick of instance.fixed) found[model.picks.entry[pick]!] = 1;
    for (let option = 0; option < nobody; option += 1)
      found[entry[Math.floor(option / roles)]!]! += perOption[option]! / sums.total;
    let [misfit, furthest] = [0, 0];
    for (let at = 0; at < model.entries; at += 1) {
      if (!(shares[at]! > 0)) continue;
      const off = Math.abs(found[at]! - shares[at]!);
      misfit += off;
      furthest = Math.max(furthest, off);
    }
    const leaves = left === null ? null : sums.momentsOfLeft();
    const isNear =
      leaves === null ||
      Math.abs(leaves.mean - left!) <= LEFT_NEAR * left! ||
      (fall === 0 && leaves.mean < left!);
    if (
      best === null ||
      (isNear && (misfit < best.misfit || !best.isNear)) ||
      (!best.isNear && misfit < best.misfit)
    )
      best = { misfit, isNear, weight: weight.slice(), leftWeight: sums.leftWeight.slice(), shares: found };
    if (furthest < NEAR_ENOUGH && isNear) break;
    if (leaves !== null && leaves.variance > 0) {
      // A step of Newton's method, no further than halfway to the steepest.
      const most = MOST_FALL / sums.leftWeight.length;
      const next = fall + (leaves.mean - left!) / leaves.variance;
      fall = Math.max(0, Math.min(next, (fall + most) / 2));
    }
    idle = misfit < last * WORTH_IT || !isNear ? 0 : idle + 1;
    if (idle === MOST_IDLE) break;
    if (misfit > last && isNear) damped += 1;
    last = misfit;
    for (let at = 0; at < model.entries; at += 1) {
      if (!(shares[at]! > 0) || found[at] === 0) continue;
      const now = Math.min(1 - LEAST_SHARE, found[at]!);
      let change = (wanted[at]! * (1 - now)) / (now * (1 - wanted[at]!));
      for (let root = 0; root < damped; root += 1) change = Math.sqrt(change);
      weights[at]! *= Math.min(MOST_CHANGE, Math.max(1 / MOST_CHANGE, change));
    }
  }
  if (best === null) throw new RangeError("no round of fitting was made");
  return best;
}
