import type { StoppedBy } from "../../../model/portfolio-plan.ts";
import type { Finder } from "./finder.ts";
import type { Record } from "./record.ts";

/** A smallest set of what leaves no lineup beside those recorded: whatever can be done without is dropped in turn. */
export async function stoppedBy(record: Record, finder: Finder): Promise<StoppedBy> {
  let shares: readonly number[] = record.fullShares();
  const different = await finder.exists(record, shares, false);
  for (const share of shares) {
    const others = shares.filter((other) => other !== share);
    if (!(await finder.exists(record, others, different))) shares = others;
  }
  return { shares, different };
}
