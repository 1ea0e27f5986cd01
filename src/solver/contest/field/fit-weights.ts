import type { Instance } from "../../paths/instance.ts";
import type { LineupSums } from "./lineup-sums.ts";

/** Weights of options, 1 for `nobody`, and the shares of lineups that entries have by them. */
export interface Fitted {
  readonly weight: Float64Array;
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

/**
 * Fits a weight to each entry so that lineups, each as likely as the product of its weights, have the entries as often
 * as `shares` says: of all distributions with these shares, the one of maximum entropy. Where no distribution has them,
 * the nearest that is met on the way. An entry without a share (NaN) keeps a common weight.
 */
export function fitWeights(instance: Instance, shares: Float64Array, sums: LineupSums): Fitted {
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
  let best: (Fitted & { readonly misfit: number }) | null = null;
  let damped = 0;
  let idle = 0;
  let last = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    for (let option = 0; option < nobody; option += 1)
      weight[option] = weights[entry[Math.floor(option / roles)]!]!;
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
    if (best === null || misfit < best.misfit) best = { misfit, weight: weight.slice(), shares: found };
    if (furthest < NEAR_ENOUGH) break;
    idle = misfit < last * WORTH_IT ? 0 : idle + 1;
    if (idle === MOST_IDLE) break;
    if (misfit > last) damped += 1;
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
