import type { Problem } from "../../contests/problem/problem.ts";
import { forbids, type Model, type Origin } from "../../engine/model/model.ts";
import { fieldRef, joinedMessages, type Message, message } from "../../shared/errors/message-parts.ts";
import { Matching } from "../../shared/matching.ts";
import type { Element } from "./elements.ts";

export function slotsOfEntries({ entries, picks }: Model): Readonly<ArrayLike<number>> {
  const slots = new Int32Array(entries);
  for (const [pick, entry] of picks.entry.entries()) slots[entry]! |= picks.slots[pick]!;
  return slots;
}

export const NO_ORIGIN: Origin = { constraint: "", pointer: null, words: "" };

/** The costs of the cheapest picks, in whole units of currency; null if there are none, or no cap. */
export interface Costs {
  readonly conflict: number | null;
  readonly lineup: number | null;
}

export type ExplainedProblem = Pick<Problem, "contest" | "entries" | "withoutProjection">;

export interface Facts {
  readonly problem: ExplainedProblem;
  readonly model: Model;
  readonly conflict: readonly Element[];
  readonly costs: Costs;
  readonly left: readonly number[];
  isLeft(entry: number): boolean;
  readonly where: Message;
}

export function factsOf(
  problem: ExplainedProblem,
  model: Model,
  conflict: readonly Element[],
  costs: Costs,
): Facts {
  const excluded = new Set<number>();
  const fields: Message[] = [];
  for (const { origin, rules } of conflict) {
    for (const rule of rules) {
      if (rule.kind !== "count" || !forbids(rule)) continue;
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
    where: fields.length === 0 ? "in the pool" : message`left after ${joinedMessages(fields, " and ")}`,
  };
}

/** The name of a request's field in messages: that of `/include/players/0` is `include.players/0`. */
export function fieldOf(pointer: string | null): Message {
  return pointer === null ? "" : fieldRef(pointer, pointer.slice(1).replace("/", "."));
}

export function mostSeated(model: Model, entries: readonly number[]): number {
  const slots = slotsOfEntries(model);
  const matching = new Matching(model.slots.map(({ count }) => count));
  return entries.filter((entry) => matching.add(slots[entry]!)).length;
}
