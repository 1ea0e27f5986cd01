import type { Problem } from "../problem/problem.ts";
import type { FantasyLineupDocument } from "../schema/lineups.ts";
import type { FantasyPerformanceDocument } from "../schema/performances.ts";
import { type DocumentDetails, lineupDocument } from "./document.ts";
import type { FoundLineup } from "./priced-lineup.ts";

/** What a caller says of the document; what makes its included resources is loaded when any are asked for. */
type AskedDetails = Omit<DocumentDetails, "makeIncluded">;

/** The document that answers a request for lineups. */
export async function answerDocument(
  problem: Problem,
  lineups: readonly FoundLineup[],
  projections: FantasyPerformanceDocument,
  details: AskedDetails,
): Promise<FantasyLineupDocument> {
  const makeIncluded = details.include.length > 0 ? (await import("./included.ts")).includedOf : null;
  return lineupDocument(problem, lineups, projections, { ...details, makeIncluded });
}

/** The document that answers a request for a portfolio, which says how it came out in `meta.portfolio`. */
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
