import type { Problem } from "../contests/problem/problem.ts";
import { subjectsOf } from "../contests/problem/projection-subjects.ts";
import { books } from "../shared/books/index.ts";
import type { FantasyPerformance } from "../shared/schema/performances.ts";
import type { PoolFacts } from "./people.ts";

/** Attributes that are no column: they name the projection, or are what fields of a description speak of. */
const NO_COLUMNS: ReadonlySet<string> = new Set([
  "uuid",
  "position",
  "updatedAt",
  ...books.map(({ pointsAttribute }) => pointsAttribute),
]);

/** The columns of files, and what else the projections say of people, by the attributes' names. */
export function withAttributes(
  { entries }: Problem,
  projections: readonly FantasyPerformance[],
  columns: PoolFacts["columns"],
): NonNullable<PoolFacts["columns"]> {
  const subjects = subjectsOf(projections);
  const found = new Map(columns ?? []);
  const known = new Map(entries.map(({ kind, uuid, event }) => [`${kind} ${uuid} ${event}`, uuid]));
  for (const [index, { attributes }] of projections.entries()) {
    const { player, team, event } = subjects[index]!;
    const uuid =
      known.get(`player ${player} ${event}`) ??
      (player === null ? known.get(`team ${team} ${event}`) : undefined);
    if (uuid === undefined) continue;
    const cells = Object.entries(attributes).flatMap(([name, value]) =>
      NO_COLUMNS.has(name) || !(typeof value === "number" || typeof value === "string")
        ? []
        : [[name, String(value)]],
    );
    if (cells.length > 0) found.set(uuid, { ...Object.fromEntries(cells), ...columns?.get(uuid) });
  }
  return found;
}
