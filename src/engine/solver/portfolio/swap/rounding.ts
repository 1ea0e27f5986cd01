import type { Interrupt } from "../../interrupt.ts";
import { isAllIn, isAny } from "../joint/near.ts";
import type { SwapBench } from "./swap-bench.ts";
import type { KindColumn, SwapMixture } from "./swap-master.ts";

/** A column that is in by no less is taken. */
const NEARLY_IN = 0.7;

/** How often lineups are priced between two takings. */
const ROUNDS = 3;

/**
 * Rounds a mixture: takes columns that are nearly in, mixes again with these, and so on; with `regrow` lineups that go
 * with them may join meanwhile. Null where that ends nowhere. Leaves the master as it was, but for columns that joined.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function roundedOf(
  bench: SwapBench,
  { regrow }: { readonly regrow: boolean },
  interrupt: Interrupt,
): Promise<readonly KindColumn[] | null> {
  const { master, kinds, likeness } = bench;
  const taken = new Set<number>();
  try {
    for (;;) {
      const mixture = regrow ? await regrown(bench, interrupt) : master.solve(interrupt);
      if (mixture === null) return null;
      const parts = [...master.columns.keys()].filter((at) => isAny(mixture.parts[at]!));
      if (parts.every((at) => isAllIn(mixture.parts[at]!))) {
        const columns = parts.map((at) => master.columns[at]!);
        const isWhole = kinds.every(
          ({ lines }, kind) => columns.filter((one) => one.kind === kind).length === lines.length,
        );
        return isWhole ? columns : null;
      }
      const open = parts
        .filter((at) => !taken.has(at))
        .sort((a, b) => mixture.parts[b]! - mixture.parts[a]! || a - b);
      const [first] = open;
      if (first === undefined) return null;
      const least = Math.min(NEARLY_IN, mixture.parts[first]!);
      for (const at of open) {
        if (mixture.parts[at]! < least) break;
        const { column } = master.columns[at]!;
        const isLike = [...taken].some((other) => likeness.clash(column, master.columns[other]!.column));
        if (isLike && at !== first) continue;
        taken.add(at);
        master.hold(at, 1);
      }
    }
  } finally {
    for (const at of taken) master.hold(at, 0);
  }
}

async function regrown(bench: SwapBench, interrupt: Interrupt): Promise<SwapMixture | null> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const grown = await bench.grow(interrupt);
    if (grown === null || grown.joining.length === 0) return grown?.mixture ?? null;
    bench.master.add(grown.joining);
  }
  return bench.master.solve(interrupt);
}
