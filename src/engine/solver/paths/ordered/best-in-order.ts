import type { Instance } from "../instance.ts";
import type { Lineups } from "../lineups.ts";
import type { Workshop } from "../roster.ts";
import { noLineups } from "../visit.ts";
import { LineupsInOrder } from "./lineups-in-order.ts";

/** The best lineups of an instance whose lineups are tested as wholes. */
export function* bestInOrder(
  instance: Instance,
  count: number,
  workshop: Workshop,
): Generator<void, Lineups> {
  const lineups = new LineupsInOrder(instance, workshop, count);
  const best = noLineups(instance);
  try {
    while (best.length < count) {
      const tie = yield* lineups.next(count - best.length);
      if (tie === null) break;
      for (const picks of tie.lineups) best.add(picks, tie.points);
      lineups.taken = best.length;
    }
  } finally {
    lineups.close();
  }
  return best;
}
