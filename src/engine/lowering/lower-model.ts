import { groupBy, membersByGroup } from "../../shared/collections.ts";
import { greatestCommonDivisor } from "../../shared/greatest-common-divisor.ts";
import { seatCount } from "../../shared/roster.ts";
import { forbids, type Model, type RuleByKind, type RuleKind, readerOf } from "../model/model.ts";
import type { Program } from "../model/program.ts";
import { addClauses } from "./clause-rows.ts";
import { ProgramBuilder } from "./program-builder.ts";

const { POSITIVE_INFINITY: UNLIMITED, NEGATIVE_INFINITY } = Number;

type RuleOf<K extends RuleKind> = RuleByKind[K];

/** How a kind of rule restricts single picks (`shape`), before any row exists, and which rows it adds. */
interface Lowering<K extends RuleKind> {
  readonly shape?: (rule: RuleOf<K>, builder: ProgramBuilder) => void;
  readonly rows?: (rule: RuleOf<K>, builder: ProgramBuilder) => void;
}

const lowerings: { readonly [K in RuleKind]: Lowering<K> } = {
  budget: { rows: addBudget },
  once: {
    shape: (_rule, builder) => {
      builder.once = true;
    },
    rows: addOnce,
  },
  fill: {
    shape: ({ slot }, builder) => {
      builder.filled[slot] = true;
    },
  },
  allow: {
    shape: ({ entries, slots }, builder) => narrow(builder, entries, slots),
  },
  count: {
    shape: (rule, builder) => {
      if (forbids(rule)) narrow(builder, rule.entries, 0);
    },
    rows: (rule, builder) => {
      const { entries, least, most } = rule;
      if (!forbids(rule) || least > most)
        builder.addSum(
          entries.flatMap((entry) => builder.presence(entry)),
          least > 0 ? least : NEGATIVE_INFINITY,
          most,
        );
    },
  },
  groupMaximum: {
    rows({ groups, maximum }, builder) {
      for (const entries of membersByGroup(groups)) {
        if (entries.length <= maximum) continue;
        builder.addSum(
          entries.flatMap((entry) => builder.presence(entry)),
          NEGATIVE_INFINITY,
          maximum,
        );
      }
    },
  },
  groupsMinimum: { rows: addGroupsMinimum },
  disjunction: { rows: addClauses },
};

function narrow(builder: ProgramBuilder, entries: readonly number[], slots: number): void {
  for (const entry of entries) for (const pick of builder.allPicksOf(entry)) builder.slots[pick]! &= slots;
}

/** Divided by the salaries' greatest common divisor, the row is tighter and better scaled. */
function addBudget({ maximum }: RuleOf<"budget">, builder: ProgramBuilder): void {
  const { salary } = builder.model.picks;
  const paid = [...salary.keys()].filter((pick) => builder.slots[pick] !== 0 && salary[pick] !== 0);
  const unit = paid.reduce((divisor, pick) => greatestCommonDivisor(divisor, salary[pick]!), 0) || 1;
  builder.addRow(
    paid,
    paid.map((pick) => salary[pick]! / unit),
    NEGATIVE_INFINITY,
    Math.floor(maximum / unit),
  );
}

function addOnce(_rule: RuleOf<"once">, builder: ProgramBuilder): void {
  for (let entry = 0; entry < builder.model.entries; entry += 1) {
    const picks = builder.picksOf(entry);
    if (picks.length > 1) builder.addSum(picks, NEGATIVE_INFINITY, 1);
  }
}

/**
 * Adds a column per group, which can be 1 only if a player of it is picked; they sum to at least `minimum`.
 */
function addGroupsMinimum({ groups, minimum }: RuleOf<"groupsMinimum">, builder: ProgramBuilder): void {
  const seen = membersByGroup(groups).map((entries) => {
    const column = builder.addColumn(1);
    builder.addAtMost(
      column,
      entries.flatMap((entry) => builder.presence(entry)),
    );
    return column;
  });
  builder.addSum(seen, minimum, UNLIMITED);
}

/**
 * The largest gain of one pick. With integer gains up to this size, neighbouring totals differ by far more
 * than the tolerances of solvers that compute in doubles.
 */
export const MOST_GAIN = 2 ** 20;

/**
 * Converts points to multiples of their greatest common divisor if these stay small enough, else of a coarser
 * power of two. `seats` is the most picks of a solution.
 */
export function gainsOf(points: Float64Array, seats: number): Pick<Program, "gain" | "grid" | "error"> {
  const most = points.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const divisor = points.reduce(greatestCommonDivisor, 0);
  if (most <= divisor * MOST_GAIN) {
    const grid = divisor === 0 ? 1 : divisor;
    return { gain: points.map((value) => value / grid), grid, error: 0 };
  }
  const grid = 2 ** Math.ceil(Math.log2(most / MOST_GAIN));
  return { gain: points.map((value) => Math.round(value / grid)), grid, error: (seats * grid) / 2 };
}

/**
 * Converts a model to a binary program; `solver` names the solver in errors. @throws UnsupportedModelError
 * for an unknown kind of rule.
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

/**
 * Adds rows that hold exactly if all picks can be seated with every mandatory slot full. Picks that may take
 * the same slots form a class; a continuous column per class and slot counts the picks of the class in it.
 */
function addRosterRows(model: Model, builder: ProgramBuilder): void {
  // The linear relaxation is as tight as Hall's condition over all unions of classes.
  const seated: number[][] = model.slots.map(() => []);
  for (const [slots, picks] of groupBy(builder.slots.keys(), (pick) => builder.slots[pick]!)) {
    const open = model.slots.flatMap((_, slot) => ((slots >> slot) & 1 ? [slot] : []));
    if (slots === 0) continue;
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
