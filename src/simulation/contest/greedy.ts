import type { PortfolioPlan } from "../../model/portfolio-plan.ts";
import { Record } from "../../solver/portfolio/sequential/record.ts";
import type { Worth } from "./goals.ts";

/**
 * Takes one lineup after another, each the one that adds the most among those that the plan leaves room for, until
 * there are enough; fewer where there are no more. `candidates` are picks of the plan's model, ascending, and earlier
 * ones win ties. What a lineup adds grows no larger as others are taken, so it is worked out anew only for those that
 * seemed the best. Lineups that a least share still needs go first once there are just enough places left for them.
 *
 * Where no share and no distance binds, and worth is of the best lineup of each draw, the choice is worth at least
 * 1 - 1/e (63%) of the best one's (Nemhauser, Wolsey and Fisher).
 */
export function chooseGreedily(
  plan: PortfolioPlan,
  candidates: readonly (readonly number[])[],
  worth: Worth,
): number[] {
  const record = new Record(plan);
  const shares = candidates.map((picks) => new Set(record.sharesOf(picks)));
  const gains = candidates.map((_, candidate) => worth.gain(candidate));
  const chosen: number[] = [];
  while (chosen.length < plan.count) {
    const left = plan.count - chosen.length;
    const urgent = [...plan.shares.keys()].filter(
      (share) => plan.shares[share]!.least - record.passing[share]! >= left,
    );
    const next = best(gains, worth, (candidate) => {
      if (!record.hasRoomFor(candidates[candidate]!)) gains[candidate] = Number.NEGATIVE_INFINITY;
      return (
        gains[candidate] !== Number.NEGATIVE_INFINITY &&
        urgent.every((share) => shares[candidate]!.has(share))
      );
    });
    if (next === -1) break;
    worth.take(next);
    record.add({ picks: candidates[next]!, points: 0 });
    gains[next] = Number.NEGATIVE_INFINITY;
    chosen.push(next);
  }
  return chosen;
}

/** The candidate that adds the most; -1 where there is none. Old gains are bounds of the new ones. */
function best(gains: number[], worth: Worth, isFree: (candidate: number) => boolean): number {
  const barred = new Set<number>();
  const fresh = new Set<number>();
  for (;;) {
    let top = -1;
    for (let candidate = 0; candidate < gains.length; candidate += 1)
      if (gains[candidate]! > (gains[top] ?? Number.NEGATIVE_INFINITY) && !barred.has(candidate))
        top = candidate;
    if (top === -1 || fresh.has(top)) return top;
    if (isFree(top)) {
      gains[top] = worth.gain(top);
      fresh.add(top);
    } else barred.add(top);
  }
}
