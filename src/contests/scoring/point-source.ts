import type { BookName } from "../../shared/books.ts";
import { invalidRequest } from "../../shared/errors.ts";
import type {
  FantasyPerformance,
  FantasyPerformanceDocument,
  PerformanceDocument,
} from "../../shared/schema/performances.ts";
import { parseProjections } from "../../shared/schema/plain.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import type { ScoredTerm } from "./line.ts";

type EitherOrBoth<Projections, Performances> =
  | { readonly projections: Projections; readonly performances?: Performances | undefined }
  | { readonly projections?: Projections | undefined; readonly performances: Performances };

export type PointDocuments = EitherOrBoth<FantasyPerformanceDocument, PerformanceDocument>;

/** A reader is called with the games' GUIDs once the body is valid. */
export type DocumentOrReader<Document> = Document | ((games: readonly string[]) => Promise<Document>);

/**
 * Documents are checked when used, so `unknown` input is safe; errors of a reader are rethrown.
 * `performances` are predicted stat lines, scored in expectation; they take precedence over the points of
 * `projections`.
 */
export type PointSource = EitherOrBoth<
  DocumentOrReader<FantasyPerformanceDocument>,
  DocumentOrReader<PerformanceDocument>
>;

/**
 * `tableOf` finds the scoring table if stat lines must be scored. @throws InvalidRequestError whose source is
 * the parameter `projections` or `performances`, and any error of a reader.
 */
export async function readPoints(
  { projections, performances }: PointSource,
  games: readonly string[],
  tableOf: () => Promise<ScoringTable>,
): Promise<FantasyPerformanceDocument> {
  const given = await opened(projections, games);
  const lines = await opened(performances, games);
  if (lines === undefined) return checkedProjections(given);
  // Loaded only when needed: most requests have no stat lines to score.
  const { pointsOf } = await import("./projected.ts");
  return pointsOf({ projections: given, performances: lines }, tableOf);
}

async function opened<Document extends object>(
  given: DocumentOrReader<Document> | undefined,
  games: readonly string[],
): Promise<Document | undefined> {
  return typeof given === "function" ? given(games) : given;
}

/** @throws InvalidRequestError for invalid projections, and if there are none */
export function checkedProjections(
  projections: FantasyPerformanceDocument | undefined,
): FantasyPerformanceDocument {
  if (projections !== undefined) return parseProjections(projections);
  throw invalidRequest(
    "points-missing",
    "projections",
    "There are no `projections` and no `performances`. Give one of them.",
  );
}

const ATTRIBUTE = "scoring";

export function carriedBreakdowns(
  breakdowns: readonly (readonly [BookName, readonly ScoredTerm[]])[],
): Readonly<Record<string, unknown>> {
  return { [ATTRIBUTE]: Object.fromEntries(breakdowns) };
}

/** Null if they were not scored from a stat line. */
export function readBreakdown(
  attributes: FantasyPerformance["attributes"],
  book: BookName,
): readonly ScoredTerm[] | null {
  const carried = attributes[ATTRIBUTE];
  if (typeof carried !== "object" || carried === null) return null;
  const breakdown = (carried as Record<string, unknown>)[book];
  return Array.isArray(breakdown) ? (breakdown as readonly ScoredTerm[]) : null;
}
