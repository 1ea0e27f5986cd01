import type { Instance } from "../instance.ts";
import { Lineups } from "../lineups.ts";
import { LineupsInOrder } from "./lineups-in-order.ts";
import { NewLineups } from "./new-lineups.ts";
import { OrderedLineups } from "./ordered-lineups.ts";
import type { Workshop } from "./workshop.ts";

/** For no more lineups than this there is room from the start. */
const MOST_AT_FIRST = 1_024;

/** The best lineups of an instance. Yields now and then. */
export function* bestInOrder(
  instance: Instance,
  count: number,
  workshop: Workshop,
): Generator<void, Lineups> {
  const fresh = new NewLineups();
  const start = { isFinal: true };
  const lineups =
    instance.tests.length === 0
      ? new OrderedLineups(instance, workshop, count, start)
      : new LineupsInOrder(instance, workshop, count, start);
  const best = new Lineups(instance.fixed.length + instance.openSeats, Math.min(count, MOST_AT_FIRST));
  try {
    while (best.length < count) {
      const tie = lineups.step(count - best.length);
      if (tie === null) break;
      if (tie === undefined) {
        yield;
        continue;
      }
      for (const picks of fresh.of(tie.lineups, tie.points)) best.add(picks, tie.points);
      lineups.taken = best.length;
    }
  } finally {
    lineups.close();
  }
  return best;
}
