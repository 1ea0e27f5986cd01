import { InvalidRequestError, type RequestIssue } from "../errors.ts";
import { isChecked } from "../schema/checked-projections.ts";
import type { FantasyPerformanceDocument, PerformanceDocument } from "../schema/performances.ts";
import { parseProjections } from "../schema/projections.ts";
import type { ScoringTable } from "../schema/scoring.ts";
import { projectPerformances } from "./projected.ts";

/** Documents that a request's points come from, at least one of them. */
export type PointDocuments =
  | {
      readonly projections: FantasyPerformanceDocument;
      readonly performances?: PerformanceDocument | undefined;
    }
  | {
      readonly projections?: FantasyPerformanceDocument | undefined;
      readonly performances: PerformanceDocument;
    };

/** A document, or what reads it: called once the request's body is found sound, with the GUIDs of its games. */
export type DocumentOrReader<Document> = Document | ((games: readonly string[]) => Promise<Document>);

/**
 * Where a request's points come from; checked when they are used, so `unknown` input is safe, and what a reader
 * throws is thrown.
 *
 * `projections` are points, as `GET /{sport}/v2/fantasy_performances` answers. `performances` are predicted stat
 * lines, as `GET /{sport}/v2/performances` answers; they are scored in expectation by the table of the request's
 * sport and book. With both, the stat lines win, and the projections stand where no line gives points.
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
 * The projections that documents give, checked; `tableOf` finds the scoring table where it is needed.
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
      detail: "There are neither projections nor performances. Give one of them.",
      source: { parameter: "projections" },
    },
  ]);
}

/**
 * As `pointsOf`, once what reads documents of these games has done so.
 * @throws InvalidRequestError, and what a reader throws.
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

/** The error with `performances` for its source: pointers into the stat lines are none into the request's body. */
function ofPerformances(error: unknown): unknown {
  if (!(error instanceof InvalidRequestError)) return error;
  const issues = error.issues.map((issue) => ({
    ...issue,
    detail: `performances ${issue.detail}`,
    source: { parameter: "performances" },
  }));
  return new InvalidRequestError(issues as [RequestIssue, ...RequestIssue[]]);
}
