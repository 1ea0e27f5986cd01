import type { PortfolioPlan } from "../../model/portfolio-plan.ts";
import { Record } from "../../solver/portfolio/sequential/record.ts";
import type { Worth } from "./goals.ts";

/**
 * Takes one lineup after another, each the one that adds the most among those that the plan leaves room for, until
 * there are enough; fewer where there are no more. `candidates` are picks of the plan's model, ascending, and earlier
 * ones win ties. What a lineup adds is worked out anew only where a bound of it, from an earlier step, leaves open
 * whether it adds the most. Lineups that a least share still needs go first once there are just enough places left for
 * them. docs/exactness.md says what the choice is worth at least.
 */
export function chooseGreedily(
  plan: PortfolioPlan,
  candidates: readonly (readonly number[])[],
  worth: Pick<Worth, "gainOf" | "take">,
): number[] {
  const record = new Record(plan);
  const shares = candidates.map((picks) => new Set(record.sharesOf(picks)));
  const bounds = candidates.map((_, candidate) => worth.gainOf(candidate).most);
  const chosen: number[] = [];
  while (chosen.length < plan.count) {
    const left = plan.count - chosen.length;
    const urgent = [...plan.shares.keys()].filter(
      (share) => plan.shares[share]!.least - record.passing[share]! >= left,
    );
    const next = best(bounds, worth, (candidate) => {
      if (!record.hasRoomFor(candidates[candidate]!)) bounds[candidate] = Number.NEGATIVE_INFINITY;
      return (
        bounds[candidate] !== Number.NEGATIVE_INFINITY &&
        urgent.every((share) => shares[candidate]!.has(share))
      );
    });
    if (next === -1) break;
    worth.take(next);
    record.add({ picks: candidates[next]!, points: 0 });
    bounds[next] = Number.NEGATIVE_INFINITY;
    chosen.push(next);
  }
  return chosen;
}

/** The candidate that adds the most; -1 where there is none. `bounds` has what each adds at the most. */
function best(
  bounds: number[],
  worth: Pick<Worth, "gainOf">,
  isFree: (candidate: number) => boolean,
): number {
  const barred = new Set<number>();
  const gains = new Map<number, number>();
  for (;;) {
    let [top, most] = [-1, Number.NEGATIVE_INFINITY];
    for (let candidate = 0; candidate < bounds.length; candidate += 1) {
      if (bounds[candidate]! <= most) continue;
      const own = gains.get(candidate) ?? bounds[candidate]!;
      if (own <= most || barred.has(candidate)) continue;
      [top, most] = [candidate, own];
    }
    if (top === -1 || gains.has(top)) return top;
    if (isFree(top)) {
      const { gain, most: bound } = worth.gainOf(top);
      gains.set(top, gain);
      bounds[top] = bound;
    } else barred.add(top);
  }
}
