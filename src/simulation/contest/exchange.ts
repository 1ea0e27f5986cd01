import type { PortfolioPlan } from "../../model/portfolio-plan.ts";
import { Record } from "../../solver/portfolio/sequential/record.ts";
import type { Worth } from "./goals.ts";

/** How often all of the lineups are tried. */
const MOST_ROUNDS = 3;
/** With how many candidates a lineup is compared: those legal ones that would add the most as one more. */
const MOST_COMPARED = 40;
/** An exchange has to add more than this part of what all are worth, so that rounding makes none. */
const LEAST_GAIN = 1e-9;

/**
 * Exchanges lineups, one at a time, for candidates that add more in their place and leave the plan kept, as long as that
 * finds any; `worth` has just `chosen` taken, and what is returned in the end. It is never worth less.
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
    // The last ones add the least.
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

/** The candidates that are not taken, those that would add the most first. */
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
