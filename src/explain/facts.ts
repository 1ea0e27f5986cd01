import type { Model } from "../model/model.ts";
import type { Problem } from "../problem/problem.ts";
import { Matching } from "../shared/matching.ts";
import type { Element } from "./elements.ts";
import { seatCounts, slotsOfEntries } from "./seats.ts";

/** What the lowest-priced picks cost, in whole units of currency; null when nothing keeps those rules or no cap is in question. */
export interface Costs {
  /** Under the conflict without its cap. */
  readonly conflict: number | null;
  /** Under every rule but the cap. */
  readonly lineup: number | null;
}

/** What explanations speak of a problem; plain data. */
export type ExplainedProblem = Pick<Problem, "contest" | "entries" | "withoutProjection">;

/** A conflict and what there is to say about it. */
export interface Facts {
  readonly problem: ExplainedProblem;
  readonly model: Model;
  readonly conflict: readonly Element[];
  readonly costs: Costs;
  /** The entries that the conflict excludes nowhere. */
  readonly left: readonly number[];
  /** Whether an entry is among `left`. */
  isLeft(entry: number): boolean;
  /** How a count of `left` ends: `in the pool`, or `left after exclude.players`. */
  readonly where: string;
}

export function factsOf(
  problem: ExplainedProblem,
  model: Model,
  conflict: readonly Element[],
  costs: Costs,
): Facts {
  const excluded = new Set<number>();
  const fields: string[] = [];
  for (const { origin, rules } of conflict) {
    for (const rule of rules) {
      if (rule.kind !== "forbid") continue;
      for (const entry of rule.entries) excluded.add(entry);
      fields.push(fieldOf(origin.pointer));
    }
  }
  return {
    problem,
    model,
    conflict,
    costs,
    left: [...problem.entries.keys()].filter((entry) => !excluded.has(entry)),
    isLeft: (entry) => !excluded.has(entry),
    where: fields.length === 0 ? "in the pool" : `left after ${fields.join(" and ")}`,
  };
}

/** A pointer as prose: `/include/players/0` is `include.players/0`. */
export function fieldOf(pointer: string | null): string {
  return (pointer ?? "").slice(1).replace("/", ".");
}

/** How many of the entries can sit at once. */
export function mostSeated(model: Model, entries: readonly number[]): number {
  const slots = slotsOfEntries(model);
  const matching = new Matching(seatCounts(model));
  return entries.filter((entry) => matching.add(slots[entry]!)).length;
}
