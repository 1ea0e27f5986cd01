import type { Problem } from "../../contests/problem/problem.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import { type DocumentDetails, lineupDocument } from "./document.ts";
import type { FoundLineup } from "./priced-lineup.ts";

/** A caller's details of the document; the code for included resources is loaded only when needed. */
type AskedDetails = Omit<DocumentDetails, "makeIncluded">;

/** Builds the document that answers a lineup request. */
export async function answerDocument(
  problem: Problem,
  lineups: readonly FoundLineup[],
  projections: FantasyPerformanceDocument,
  details: AskedDetails,
): Promise<FantasyLineupDocument> {
  const makeIncluded = details.include.length > 0 ? (await import("./included.ts")).includedOf : null;
  return lineupDocument(problem, lineups, projections, { ...details, makeIncluded });
}

/** Builds the document that answers a portfolio request, with the result in `meta.portfolio`. */
export async function portfolioDocument(
  problem: Problem,
  found: {
    readonly lineups: readonly FoundLineup[];
    readonly solver: string;
    readonly result: NonNullable<FantasyLineupDocument["meta"]>["portfolio"];
  },
  projections: FantasyPerformanceDocument,
  details: Omit<AskedDetails, "solver">,
): Promise<FantasyLineupDocument> {
  const { lineups, solver, result } = found;
  const document = await answerDocument(problem, lineups, projections, { ...details, solver });
  return { ...document, meta: { ...document.meta!, portfolio: result } };
}
