import { InvalidRequestError } from "../../shared/errors.ts";
import type { FantasyPerformanceDocument, PerformanceDocument } from "../../shared/schema/performances.ts";
import { isChecked } from "../../shared/schema/plain.ts";
import { parseProjections } from "../../shared/schema/projections.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import { projectPerformances } from "./projected.ts";

/** The documents with a request's points, at least one of the two. */
export type PointDocuments =
  | {
      readonly projections: FantasyPerformanceDocument;
      readonly performances?: PerformanceDocument | undefined;
    }
  | {
      readonly projections?: FantasyPerformanceDocument | undefined;
      readonly performances: PerformanceDocument;
    };

/**
 * A document, or a function that reads it; it is called with the GUIDs of the request's games once the body
 * is valid.
 */
export type DocumentOrReader<Document> = Document | ((games: readonly string[]) => Promise<Document>);

/**
 * Where a request's points come from. Documents are checked when used, so `unknown` input is safe; errors of
 * a reader are rethrown. `projections` are points, as returned by `GET /{sport}/v2/fantasy_performances`.
 * `performances` are predicted stat lines, as returned by `GET /{sport}/v2/performances`; they are scored in
 * expectation with the table of the request's sport and book. With both, stat lines take precedence, and
 * projections fill in where a line gives no points.
 */
export type PointSource =
  | {
      readonly projections: DocumentOrReader<FantasyPerformanceDocument>;
      readonly performances?: DocumentOrReader<PerformanceDocument> | undefined;
    }
  | {
      readonly projections?: DocumentOrReader<FantasyPerformanceDocument> | undefined;
      readonly performances: DocumentOrReader<PerformanceDocument>;
    };

/**
 * The checked projections from documents; `tableOf` finds the scoring table if needed.
 * @throws InvalidRequestError whose source is the parameter `projections` or `performances`.
 */
export function pointsOf(
  { projections, performances }: PointDocuments,
  tableOf: () => ScoringTable,
): FantasyPerformanceDocument {
  const others = projections === undefined ? null : checked(projections);
  if (performances !== undefined) return scored(performances, tableOf(), others);
  if (others !== null) return others;
  throw new InvalidRequestError([
    {
      code: "points-missing",
      detail: "There are no projections and no performances. Give one of them.",
      source: { parameter: "projections" },
    },
  ]);
}

/**
 * Like `pointsOf`, after reading the documents of these games.
 * @throws InvalidRequestError, and any error of a reader.
 */
export async function readPoints(
  { projections, performances }: PointSource,
  games: readonly string[],
  tableOf: () => ScoringTable,
): Promise<FantasyPerformanceDocument> {
  const documents = {
    projections: await opened(projections, games),
    performances: await opened(performances, games),
  };
  return pointsOf(documents as PointDocuments, tableOf);
}

async function opened<Document extends object>(
  given: DocumentOrReader<Document> | undefined,
  games: readonly string[],
): Promise<Document | undefined> {
  return typeof given === "function" ? given(games) : given;
}

function checked(value: unknown): FantasyPerformanceDocument {
  if (isChecked(value)) return value;
  return parseProjections(value);
}

function scored(
  performances: PerformanceDocument,
  table: ScoringTable,
  others: FantasyPerformanceDocument | null,
): FantasyPerformanceDocument {
  try {
    return projectPerformances(performances, [table], others);
  } catch (error) {
    throw ofPerformances(error);
  }
}

/**
 * The error with `performances` as its source, because pointers into stat lines do not point into the
 * request's body.
 */
function ofPerformances(error: unknown): unknown {
  if (!(error instanceof InvalidRequestError)) return error;
  const [first, ...rest] = error.written.map((issue) => ({
    ...issue,
    detail: `performances ${issue.detail}`,
    source: { parameter: "performances" },
  }));
  return new InvalidRequestError([first!, ...rest]);
}
