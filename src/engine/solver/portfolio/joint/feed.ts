import type { Interrupt } from "../../interrupt.ts";
import { grow } from "./generate.ts";
import { isAny } from "./near.ts";
import type { Prices } from "./prices.ts";
import type { Workbench } from "./set-up.ts";

/** What is missing is made so many times dearer when there turns out to be a mixture that lacks nothing. */
const DEARER = 100;

type Feed =
  | { readonly kind: "fed" | "unknown" }
  /** `witness` are the plan's shares that the proof speaks of, by index. */
  | { readonly kind: "none"; readonly witness: readonly number[] };

/**
 * Looks for a mixture that lacks nothing, whatever its points. `fed` where the master has one now; `none` where it is
 * proved that no portfolio keeps the plan: at some prices its lineups would pay less than nothing, though they pay
 * themselves what they get; `unknown` where the bound is too loose for either.
 */
export async function feed(bench: Workbench, interrupt: Interrupt): Promise<Feed> {
  const { master } = bench;
  master.ignorePoints();
  try {
    for (;;) {
      const { mixture, prices, bound, joined } = await grow(bench, interrupt);
      if (bound === null) return { kind: "none", witness: [] };
      if (bound < 0n) return { kind: "none", witness: sharesOf(prices) };
      if (!isAny(mixture.missing)) return { kind: "fed" };
      if (joined === 0) return { kind: "unknown" };
    }
  } finally {
    master.charge(DEARER);
  }
}

function sharesOf({ list }: Prices): number[] {
  const shares = list.flatMap(({ row }) =>
    (row.kind === "picks" || row.kind === "test") && row.share !== null ? [row.share.index] : [],
  );
  return shares.sort((a, b) => a - b);
}
