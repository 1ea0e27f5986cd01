import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import type { Problem } from "../../contests/problem/problem.ts";
import type { Model, Rule } from "../../engine/model/model.ts";
import type { Search } from "../../engine/search/search.ts";
import { seatSolutions } from "../../lineup/document/seat-solutions.ts";
import { explainInfeasible } from "../../lineup/explain/explain.ts";
import { limitFindings } from "./limits.ts";
import { richProblem } from "./rich-pool.ts";
import { twinFindings } from "./twins.ts";

/** A seat of a witness lineup. */
export interface WitnessSeat {
  readonly slot: string;
  readonly position: string;
  /** Such as `team 1`, from an artificial pool. */
  readonly team: string;
  /** Teams 1 and 2 play game 1, 3 and 4 game 2. */
  readonly game: string;
}

/** One check and its result. */
export interface TableFinding {
  readonly code:
    | "seated"
    | "slot-reached"
    | "slot-unreachable"
    | "contradiction"
    | "limit"
    | "never-binds"
    | "always-binds"
    | "twin";
  /** `fault`: wrong in any table; `note`: worth a look; `fine`: as expected. */
  readonly weight: "fault" | "note" | "fine";
  readonly detail: string;
  /** A lineup that shows it; null if the finding is that there is none. */
  readonly witness: readonly WitnessSeat[] | null;
}

/** Finds a lineup of the model with added or removed rules; null if there is none. */
export type FindWitness = (rules: readonly Rule[]) => Promise<readonly WitnessSeat[] | null>;

/**
 * Checks a table that loads: whether a lineup can be seated at all, whether each position fits each slot that
 * accepts it, which limits have no effect, which are always met exactly, and which other tables have the same
 * rules. All checks are exact, over a pool with plenty of everything; the cap is ignored because salaries
 * depend on the slate.
 * @throws SolverFailedError
 */
export async function checkTable(
  contest: ContestTable,
  others: readonly ContestTable[],
  search: Pick<Search, "best">,
): Promise<readonly TableFinding[]> {
  const problem = richProblem(contest);
  const model = buildModel(problem);
  const find = witnessOf(problem, model, search);
  const witness = await find(model.rules);
  const requested = { ...problem, origin: "request" } as const;
  const plain = buildModel(requested);
  const twins = twinFindings(contest, others, witness);
  if (witness === null) {
    const { message } = await explainInfeasible(problem, model, search, {});
    const games = new Set(problem.entries.map(({ event }) => event)).size;
    const pool = `${games === 1 ? "one game" : `${games} games`} with as many of each position as there are seats`;
    const detail = `no lineup can be seated, even from a pool of ${pool}: ${message.replace(/\.$/, "")}`;
    return [{ code: "contradiction", weight: "fault", detail, witness }, ...twins];
  }
  const seated: TableFinding = { code: "seated", weight: "fine", detail: "a lineup can be seated", witness };
  return [
    seated,
    ...(await slotFindings(problem, model, find)),
    ...(await limitFindings(model, find, plain)),
    ...twins,
  ];
}

/** Whether each position occurs in each slot that accepts it. */
async function slotFindings(
  { contest, entries }: Problem,
  model: Model,
  find: FindWitness,
): Promise<TableFinding[]> {
  const findings: TableFinding[] = [];
  for (const [slot, { name, accepts }] of contest.slots.entries())
    for (const position of accepts) {
      const entry = entries.findIndex(({ positions }) => positions.includes(position));
      const origin = { constraint: "locks", pointer: null, words: `${position} in ${name}` };
      const witness = await find([
        ...model.rules,
        { kind: "require", entry, origin },
        { kind: "seat", entry, slot, origin },
      ]);
      findings.push(
        witness === null
          ? {
              code: "slot-unreachable",
              weight: "fault",
              detail: `no legal lineup has a ${position} in ${name}, which accepts that position`,
              witness,
            }
          : { code: "slot-reached", weight: "fine", detail: `${position} in ${name}`, witness },
      );
    }
  return findings;
}

function witnessOf(problem: Problem, model: Model, search: Pick<Search, "best">): FindWitness {
  return async (rules) => {
    const changed = { ...model, rules };
    const { solutions } = await search.best(changed, 1, "auto", {});
    const [lineup] = seatSolutions(changed, solutions);
    if (lineup === undefined) return null;
    return lineup.map(({ entry, slot }): WitnessSeat => {
      const { positions, team, event } = problem.entries[entry]!;
      return { slot: problem.contest.slots[slot]!.name, position: positions.join("/"), team, game: event };
    });
  };
}
