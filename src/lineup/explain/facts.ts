import type { Problem } from "../../contests/problem/problem.ts";
import type { Model } from "../../engine/model/model.ts";
import { fieldRef } from "../../shared/errors/references.ts";
import { Matching } from "../../shared/matching.ts";
import type { Element } from "./elements.ts";
import { seatCounts, slotsOfEntries } from "./seats.ts";

/** Costs of the cheapest picks in whole units of currency; null if no picks keep those rules or the conflict has no cap. */
export interface Costs {
  /** Under the rules of the conflict except its cap. */
  readonly conflict: number | null;
  /** Under all rules except the cap. */
  readonly lineup: number | null;
}

/** The parts of a problem that explanations mention; plain data. */
export type ExplainedProblem = Pick<Problem, "contest" | "entries" | "withoutProjection">;

/** A conflict, with what its sentences need. */
export interface Facts {
  readonly problem: ExplainedProblem;
  readonly model: Model;
  readonly conflict: readonly Element[];
  readonly costs: Costs;
  /** The entries that the conflict does not exclude. */
  readonly left: readonly number[];
  /** Whether an entry is among `left`. */
  isLeft(entry: number): boolean;
  /** What follows a count of `left`: `in the pool`, or `left after exclude.players`. */
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

/** A field as requests write it in messages: `/include/players/0` is `include.players/0`. */
export function fieldOf(pointer: string | null): string {
  return pointer === null ? "" : fieldRef(pointer, pointer.slice(1).replace("/", "."));
}

/** How many of the entries can be seated at once. */
export function mostSeated(model: Model, entries: readonly number[]): number {
  const slots = slotsOfEntries(model);
  const matching = new Matching(seatCounts(model));
  return entries.filter((entry) => matching.add(slots[entry]!)).length;
}
