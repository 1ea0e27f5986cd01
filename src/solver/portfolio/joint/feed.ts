import type { Interrupt } from "../../interrupt.ts";
import { grow } from "./generate.ts";
import { MISSING } from "./master.ts";
import type { Workbench } from "./set-up.ts";

/** What is missing is made so many times dearer when there turns out to be a mixture that lacks nothing. */
const DEARER = 100;

/**
 * Looks for a mixture that lacks nothing, whatever its points. `fed` where the master has one now; `none` where it is
 * proved that no portfolio keeps the plan: at some prices its lineups would pay less than nothing, though they pay
 * themselves what they get; `unknown` where the bound is too loose for either.
 */
export async function feed(bench: Workbench, interrupt: Interrupt): Promise<"fed" | "none" | "unknown"> {
  const { master } = bench;
  master.ignorePoints();
  try {
    for (;;) {
      const { mixture, bound, joined } = await grow(bench, interrupt);
      if (bound === null || bound < 0n) return "none";
      if (mixture.missing <= MISSING) return "fed";
      if (joined === 0) return "unknown";
    }
  } finally {
    master.charge(DEARER);
  }
}
