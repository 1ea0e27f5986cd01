import { InvalidRequestError } from "../../shared/errors.ts";
import type { ScoringGroup, ScoringTable } from "../../shared/schema/scoring.ts";
import { termStats } from "../catalog/term-stats.ts";
import type { StatValues } from "./line.ts";

/** What is known about the owner of a stat line. */
interface LineOwner {
  /** One position or several joined by `/`; null if unknown. */
  readonly position: string | null;
  /** Whether the line is a player's or a team's; null if unknown. */
  readonly entry: "player" | "team" | null;
  /** The JSON pointer of the line, for errors. */
  readonly pointer: string;
}

/**
 * The group whose terms score the line: by position if known, else by whether it is a player's or a team's,
 * else by the stats that only one group scores. Null if the table does not score the position, or the line
 * has no stats.
 * @throws InvalidRequestError if several groups fit.
 */
export function groupOf(table: ScoringTable, values: StatValues, owner: LineOwner): ScoringGroup | null {
  if (table.groups.length === 1) return table.groups[0]!;
  const fitting = fittingGroups(table, values, owner);
  if (fitting.length <= 1) return fitting[0] ?? null;
  throw new InvalidRequestError([
    {
      code: "ambiguous-position",
      detail:
        `${owner.pointer === "" ? "The line" : owner.pointer} could be scored as ` +
        `${fitting.map(({ name }) => name).join(" or as ")}. Give its position.`,
      source: { pointer: owner.pointer },
    },
  ]);
}

function fittingGroups(table: ScoringTable, values: StatValues, owner: LineOwner): readonly ScoringGroup[] {
  if (owner.position !== null) {
    const positions = owner.position.split("/").map((name) => name.trim().toUpperCase());
    return table.groups.filter((group) =>
      group.positions.some((name) => positions.includes(name.toUpperCase())),
    );
  }
  const candidates = table.groups.filter(({ entry }) => owner.entry === null || entry === owner.entry);
  const withStats = candidates.filter((group) => statsOf(group).some((name) => values.has(name)));
  // A goalie's line may contain a skater's stats at 0, so stats that only one group scores decide, nonzero
  // ones first.
  for (const isEvidence of [(value: number) => value !== 0, () => true]) {
    const evident = withStats.filter((group) =>
      statsOf(group).some((name) => {
        const value = values.get(name);
        const isShared = withStats.some((other) => other !== group && statsOf(other).includes(name));
        return value !== undefined && !isShared && isEvidence(value);
      }),
    );
    if (evident.length > 0) return evident;
  }
  return withStats;
}

function statsOf(group: ScoringGroup): readonly string[] {
  return group.terms.flatMap(termStats);
}
