import { ownersOf } from "../contests/scoring/performance.ts";
import { parseInput } from "../shared/schema/parse.ts";
import { type PerformanceDocument, performanceDocumentSchema } from "../shared/schema/performances.ts";
import type { ScoringTable } from "../shared/schema/scoring.ts";
import { rowOf, type StatRow } from "./stat-row.ts";

/**
 * The stat lines of a Performance document as rows that a salary file's people can be found for; `pointer`
 * is their place. Names, teams and positions come from `included`.
 * @throws InvalidRequestError whose source is the parameter `performances`.
 */
export function performanceRows(document: PerformanceDocument, table: ScoringTable): StatRow[] {
  const parsed = parseInput(performanceDocumentSchema, document, { parameter: "performances" });
  const ownerOf = ownersOf(parsed, table);
  return parsed.data.flatMap((performance, index) => {
    const { name, position, team, bookId } = ownerOf(performance);
    if (name === null && bookId === null) return [];
    const row = rowOf(index + 1, { id: bookId, name, team, position }, performance.attributes);
    return [{ ...row, pointer: `/data/${index}` }];
  });
}
