import { groupBy } from "../../../../shared/collections.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";

/** Lines that may have the same lineups and count as much. */
export interface SwapLines {
  readonly group: number;
  /** Entries to a line. */
  readonly entries: number;
  readonly lines: readonly number[];
}

export function swapLinesOf({ lines }: SwapPlan): SwapLines[] {
  const groups = groupBy(lines.keys(), (line) => `${lines[line]!.group} ${lines[line]!.entries}`);
  return [...groups.values()].map((own) => {
    const { group, entries } = lines[own[0]!]!;
    return { group, entries, lines: own };
  });
}

/** All entries as one portfolio, for what is said of its lineups. */
export function portfolioOf({ model, unique, choices, avoid, shares, lines }: SwapPlan): PortfolioPlan {
  const count = lines.reduce((sum, { entries }) => sum + entries, 0);
  return { model, unique, choices, avoid, shares, count, random: null };
}
