import type { Problem } from "../contests/problem/problem.ts";
import type { RuleByKind } from "../engine/model/model.ts";
import { salaryIn } from "../engine/roster.ts";
import { listedUpTo } from "../shared/collections.ts";
import { headerKey } from "../shared/header-key.ts";
import type { SumClause } from "../shared/schema/portfolio.ts";
import type { GroupContext } from "./groups.ts";
import type { People } from "./people.ts";
import type { Findings, Path } from "./places.ts";
import { readNumber } from "./ranges.ts";
import type { Selected } from "./selections.ts";

/** Maximum number of players in a message. */
const MOST_NAMES = 5;

/** Returns the value of a player in a column; `salary` and `points` depend on the slot. */
type ValueOf = (entry: number, slot: number) => number;

/** The inputs for reading a clause's column. */
interface ColumnContext {
  readonly problem: Problem;
  readonly people: People;
  readonly findings: Findings;
  /**
   * GUIDs of players whose games have started, in a swap: no lineup can add them, and a locked one without a
   * number counts as 0.
   */
  readonly closed?: ReadonlySet<string> | undefined;
}

/**
 * Reads a column; `missing` is the value of players without a number. Null, with an error in `findings`, if
 * the column is unknown, or if a selected player has no number and there is no `missing`. Players whose games
 * have started need no number, because projections often omit them.
 */
export function readColumn(
  { column, missing }: Pick<SumClause, "column" | "missing">,
  selected: Selected,
  path: Path,
  { problem, people, findings, closed }: ColumnContext,
): ValueOf | null {
  const key = headerKey(column);
  const { contest, entries } = problem;
  if (key === "salary") return (entry, slot) => salaryIn(contest.slots[slot]!, entries[entry]!);
  if (key === "points")
    return (entry, slot) => entries[entry]!.points * contest.slots[slot]!.pointsMultiplier;
  if (!people.headers.has(key)) {
    findings.refuseColumn([...path, "column"], column, ["salary", "points", ...people.headers.values()]);
    return null;
  }
  const values = people.all.map(({ cells }) => readNumber(cells.get(key) ?? "") ?? missing ?? null);
  const lacking = [...selected.keys()].filter((entry) => selected[entry] !== 0 && values[entry] === null);
  const isClosed = (entry: number) => closed?.has(entries[entry]!.uuid) === true;
  const without = lacking.filter((entry) => !isClosed(entry));
  const header = people.headers.get(key);
  const sentence = (own: readonly number[]) => {
    const names = own.map((entry) => people.all[entry]!.name ?? people.all[entry]!.uuid);
    return `${listedUpTo(MOST_NAMES, names)} ${own.length === 1 ? "has" : "have"} no number in column ${header}`;
  };
  if (without.length > 0) {
    const remedy = "Fill it, or set `missing` to the value to use.";
    findings.refuse("missing-value", path, `${sentence(without)}. ${remedy}`);
    return null;
  }
  if (lacking.length > 0)
    findings.warn(
      path,
      `${sentence(lacking)}. The value 0 is used. It counts only in locked seats, because no other seat can get players whose games have started.`,
    );
  return (entry) => values[entry] ?? 0;
}

export interface RuleContext extends GroupContext, ColumnContext {
  readonly seats: number;
  /** The contest's rules that limit how many players of one group, such as a team, a lineup has. */
  readonly limits: readonly RuleByKind["groupMaximum"][];
}
