import type { Model } from "../model/model.ts";
import type { ProgramBuilder } from "./program-builder.ts";

/**
 * Seats the picks by flow instead of one by one: picks that may take the same slots form a class, and a
 * continuous column per class and slot says how many of the class sit there. Whole picks have such a flow
 * exactly if they can all be seated with every mandatory slot full, and the linear relaxation is that of Hall's
 * condition over all unions of classes.
 */
export function addRosterRows(model: Model, builder: ProgramBuilder): void {
  const seated: number[][] = model.slots.map(() => []);
  for (const [slots, picks] of classesOf(builder.slots)) {
    const open = model.slots.flatMap((_, slot) => ((slots >> slot) & 1 ? [slot] : []));
    if (open.length === 1) {
      for (const pick of picks) seated[open[0]!]!.push(pick);
      continue;
    }
    const flows = open.map((slot) => {
      const flow = builder.addColumn(model.slots[slot]!.count);
      seated[slot]!.push(flow);
      return flow;
    });
    builder.addRow([...picks, ...flows], [...picks.map(() => 1), ...flows.map(() => -1)], 0, 0);
  }
  for (const [slot, columns] of seated.entries()) {
    const { count } = model.slots[slot]!;
    builder.addSum(columns, builder.filled[slot] ? count : 0, count);
  }
}

function classesOf(slots: Int32Array): Map<number, number[]> {
  const classes = new Map<number, number[]>();
  for (const [pick, mask] of slots.entries()) {
    if (mask === 0) continue;
    const picks = classes.get(mask);
    if (picks) picks.push(pick);
    else classes.set(mask, [pick]);
  }
  return classes;
}
