import type { Model, RuleKind } from "../model/model.ts";
import type { Program } from "../model/program.ts";
import { type RuleByKind, readerOf } from "../model/rule-by-kind.ts";
import { seatCount } from "../roster/room.ts";
import { gainsOf } from "./gains.ts";
import { ProgramBuilder } from "./program-builder.ts";
import { addRosterRows } from "./roster-rows.ts";
import { lowerings } from "./rows.ts";

/**
 * States a model as a binary program; any subset of a model's rules gives the program of that subset. `solver` is
 * whose program it shall be.
 * @throws UnsupportedModelError for a rule of no known kind.
 */
export function lowerModel(model: Model, solver = "highs"): Program {
  const builder = new ProgramBuilder(model);
  for (const rule of model.rules) shape(rule, builder, solver);
  addRosterRows(model, builder);
  for (const rule of model.rules) addRows(rule, builder, solver);
  const seats = seatCount(model.slots);
  return { ...builder.finish(), ...gainsOf(model.picks.points, seats) };
}

function shape<K extends RuleKind>(
  rule: RuleByKind[K] & { kind: K },
  builder: ProgramBuilder,
  solver: string,
): void {
  readerOf(lowerings, rule.kind, solver).shape?.(rule, builder);
}

function addRows<K extends RuleKind>(
  rule: RuleByKind[K] & { kind: K },
  builder: ProgramBuilder,
  solver: string,
): void {
  readerOf(lowerings, rule.kind, solver).rows?.(rule, builder);
}
