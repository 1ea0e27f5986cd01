import type { Instance } from "../instance.ts";
import { fill, gainsIn, type SalaryTable } from "../salary-table.ts";
import type { Scratch } from "../scratch.ts";
import type { Trellis } from "../trellis.ts";
import type { Windows } from "../windows.ts";

/** What a table was filled from. */
export interface Filled {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly windows: Windows;
}

/** Fills a table again where some options cost more than they did: what comes before the last of their arcs. */
export function refill(
  { instance, trellis, windows }: Filled,
  table: SalaryTable,
  scratch: Scratch,
  costsMore: (option: number) => boolean,
): void {
  const { first, option } = trellis;
  let arc = first[trellis.states]! - 1;
  while (arc >= 0 && !costsMore(option[arc]!)) arc -= 1;
  let state = trellis.states - 2;
  while (state >= 0 && first[state]! > arc) state -= 1;
  fill(trellis, windows, gainsIn(table.unit, instance, scratch), table, state);
}
