import type { PortfolioPlan } from "../../engine/model/portfolio-plan.ts";
import { Record } from "../../engine/solver/portfolio/sequential/record.ts";
import type { Worth } from "./goals.ts";

/** The most passes over all lineups. */
const MOST_ROUNDS = 3;
/** How many candidates a lineup is compared with: the legal ones with the highest gain. */
const MOST_COMPARED = 40;
/** The least gain of an exchange, as a fraction of the total worth, so that rounding does not cause one. */
const LEAST_GAIN = 1e-9;

/**
 * Repeatedly replaces a lineup by a candidate that is worth more, as long as the plan is kept and an
 * improvement is found. `worth` holds exactly `chosen` on entry, and the returned lineups at the end. The
 * total worth never falls.
 */
export function exchangeLineups(
  plan: PortfolioPlan,
  candidates: readonly (readonly number[])[],
  worth: Worth,
  chosen: readonly number[],
): number[] {
  const taken = [...chosen];
  const shares = new Map<number, ReadonlySet<number>>();
  for (let round = 0, found = true; found && round < MOST_ROUNDS; round += 1) {
    found = false;
    const contenders = contendersOf(candidates, worth, taken);
    // The lineups chosen last add the least.
    for (let place = taken.length - 1; place >= 0; place -= 1) {
      const own = taken[place]!;
      worth.drop(own);
      const record = new Record(plan);
      for (const other of taken) if (other !== own) record.add({ picks: candidates[other]!, points: 0 });
      const lacking = [...plan.shares.keys()].filter(
        (share) => record.passing[share]! < plan.shares[share]!.least,
      );
      const isLegal = (candidate: number) => {
        if (!record.hasRoomFor(candidates[candidate]!)) return false;
        if (lacking.length === 0) return true;
        const passed = shares.get(candidate) ?? new Set(record.sharesOf(candidates[candidate]!));
        shares.set(candidate, passed);
        return lacking.every((share) => passed.has(share));
      };
      let best = own;
      let most = worth.gainOf(own).gain + LEAST_GAIN * Math.abs(worth.total);
      let compared = 0;
      for (const candidate of contenders) {
        if (compared === MOST_COMPARED) break;
        if (taken.includes(candidate) || !isLegal(candidate)) continue;
        compared += 1;
        const { gain } = worth.gainOf(candidate);
        if (gain > most) [best, most] = [candidate, gain];
      }
      worth.take(best);
      taken[place] = best;
      found ||= best !== own;
    }
  }
  return taken;
}

/** The candidates that are not chosen, by gain, highest first. */
function contendersOf(
  candidates: readonly (readonly number[])[],
  worth: Worth,
  taken: readonly number[],
): number[] {
  const known = new Set(taken);
  return [...candidates.keys()]
    .filter((candidate) => !known.has(candidate))
    .map((candidate) => ({ candidate, gain: worth.gainOf(candidate).gain }))
    .sort((a, b) => b.gain - a.gain || a.candidate - b.candidate)
    .map(({ candidate }) => candidate);
}
