import type { Instance } from "../instance.ts";
import { setWorth } from "../relaxation.ts";
import type { Scratch } from "../scratch.ts";
import { sweepBack } from "../sweeps.ts";
import type { Trellis } from "../trellis.ts";
import type { Windows } from "../windows.ts";

/** Narrows windows to the lineups that spend so much or more; where the budget cannot bind, they say nothing of it. */
export function limitToSpending(
  least: number,
  { low, high, budget, divisor }: Windows,
  {
    instance,
    trellis,
    scratch,
  }: { readonly instance: Instance; readonly trellis: Trellis; readonly scratch: Scratch },
): void {
  if (least <= 0 || divisor === 0) return;
  const salary = scratch.doubles("few worth", instance.nobody + 1);
  const dearest = scratch.doubles("backward", trellis.states);
  setWorth(instance, 0, -1, salary);
  sweepBack(trellis, salary, dearest);
  const most = budget - Math.ceil(least / divisor);
  for (let state = 0; state < trellis.states; state += 1) {
    if (low[state]! > high[state]!) continue;
    high[state] = Math.min(high[state]!, most + dearest[state]! / divisor);
    if (low[state]! <= high[state]!) continue;
    low[state] = 1;
    high[state] = 0;
  }
}
