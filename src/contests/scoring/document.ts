import { books, type PointsAttribute } from "../../shared/books.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import {
  type FantasyPerformanceDocument,
  type PerformanceDocument,
  performanceDocumentSchema,
} from "../../shared/schema/performances.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import type { LineKind } from "./line.ts";
import { ownersOf, type PerformanceOwner } from "./owner.ts";
import { type PerformanceScore, scorePerformance } from "./performance.ts";
import { carriedBreakdowns } from "./point-source.ts";

export interface ScoredPerformance extends PerformanceOwner, PerformanceScore {
  readonly uuid: string;
}

export interface ScoreDocumentOptions {
  readonly kind: LineKind;
  /** Whether each projection carries its breakdown, which `readBreakdown` reads; false by default. */
  readonly breakdown?: boolean;
}

/**
 * Scores every stat line of a Performance document, in document order. @throws InvalidRequestError that
 * points into the document, as for `scorePerformance`.
 */
export function scoreDocument(
  document: PerformanceDocument,
  table: ScoringTable,
  { kind }: ScoreDocumentOptions,
): readonly ScoredPerformance[] {
  const { data, ...rest } = parseInput(performanceDocumentSchema, document);
  const ownerOf = ownersOf({ data, ...rest }, table);
  return data.map((performance, index) => {
    const { name, position, entry } = ownerOf(performance);
    const pointer = `/data/${index}/attributes`;
    const score = scorePerformance(table, performance.attributes, { kind, pointer, position, entry });
    return { uuid: performance.attributes.uuid, name, position, entry, ...score };
  });
}

/**
 * Converts stat lines to projections, with the points of each book rounded to 4 decimals; null for a book
 * without a table, and for a line that a table cannot score. `tables` are for one sport, at most one per
 * book. @throws InvalidRequestError that points into the document, as for `scorePerformance`.
 */
export function scorePerformances(
  document: PerformanceDocument,
  tables: readonly [ScoringTable, ...ScoringTable[]],
  options: ScoreDocumentOptions,
): FantasyPerformanceDocument {
  const { data, included } = parseInput(performanceDocumentSchema, document);
  const scored = new Map(tables.map((table) => [table.book, scoreDocument(document, table, options)]));
  const carried = (index: number) =>
    options.breakdown
      ? carriedBreakdowns(
          [...scored].flatMap(([book, lines]) =>
            lines[index]!.points === null ? [] : [[book, lines[index]!.breakdown] as const],
          ),
        )
      : {};
  const pointsOf = (book: ScoringTable["book"], index: number) => rounded(scored.get(book)?.[index]?.points);
  const { sport, book } = tables[0];
  return {
    meta: { totalItems: data.length },
    data: data.map(({ attributes, relationships }, index) => ({
      id: `/${sport}/v2/fantasy_performances/${attributes.uuid}`,
      type: "FantasyPerformance",
      attributes: {
        uuid: attributes.uuid,
        position: scored.get(book)?.[index]?.position ?? null,
        ...(Object.fromEntries(
          books.map(({ name, pointsAttribute }) => [pointsAttribute, pointsOf(name, index)]),
        ) as Record<PointsAttribute, number | null>),
        updatedAt: typeof attributes["updatedAt"] === "string" ? attributes["updatedAt"] : null,
        ...carried(index),
      },
      relationships: relationships ?? {},
    })),
    ...(included && { included }),
  };
}

/** Adding 0 removes the sign of a negative zero. */
function rounded(points: number | null | undefined): number | null {
  return points == null ? null : Math.round(points * 1e4) / 1e4 + 0;
}
