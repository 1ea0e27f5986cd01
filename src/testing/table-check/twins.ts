import { contestName } from "../../contests/catalog/built-in.ts";
import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import type { TableFinding, WitnessSeat } from "./check-table.ts";

/** Fields that name a table or the source of its values, and do not affect lineups. */
const WITHOUT_WEIGHT = ["sport", "book", "contest", "sources", "source", "uploadColumn", "uploadOrder"];

/** Other tables with the same lineup rules; `witness` is a lineup of the contest, and so of theirs. */
export function twinFindings(
  contest: ContestTable,
  others: readonly ContestTable[],
  witness: readonly WitnessSeat[] | null,
): TableFinding[] {
  const own = rulesOf(contest);
  return others
    .filter((other) => contestName(other) !== contestName(contest) && rulesOf(other) === own)
    .map((other) => ({
      code: "twin",
      weight: "note",
      detail: `every lineup rule equals that of ${contestName(other)}`,
      witness,
    }));
}

/** The lineup rules of a table, or of a part of one, as one text; the order of lists does not matter. */
function rulesOf(part: unknown): string {
  if (Array.isArray(part)) return `[${part.map(rulesOf).sort().join()}]`;
  if (typeof part !== "object" || part === null) return JSON.stringify(part);
  const fields = Object.entries(part).filter(([name]) => !WITHOUT_WEIGHT.includes(name));
  return `{${fields
    .map(([name, value]) => `${name}:${rulesOf(value)}`)
    .sort()
    .join()}}`;
}
