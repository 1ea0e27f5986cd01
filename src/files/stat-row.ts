import type { StatLine } from "../contests/scoring/line.ts";
import type { ProjectionRow } from "./projections.ts";

/** A row that has predicted stats in place of points. */
export interface StatRow extends ProjectionRow {
  readonly stats: StatLine;
}

/** Whose row it is: what a row says of nobody is null. */
export function rowOf(
  line: number,
  who: Pick<ProjectionRow, "id" | "name" | "team" | "position"> &
    Partial<Pick<ProjectionRow, "file" | "rosterPosition" | "salary" | "columns">>,
  stats: StatLine,
): StatRow {
  return {
    line,
    rosterPosition: null,
    salary: null,
    ...who,
    stats,
    points: null,
    ownership: null,
    minimumExposure: null,
    maximumExposure: null,
  };
}
