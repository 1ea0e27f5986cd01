import { greatestCommonDivisor } from "../../shared/greatest-common-divisor.ts";
import { membersByGroup } from "../../shared/group-by.ts";
import type { RuleKind } from "../model/model.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";
import { addClauses } from "./clause-rows.ts";
import type { ProgramBuilder } from "./program-builder.ts";

const { POSITIVE_INFINITY: UNLIMITED, NEGATIVE_INFINITY } = Number;

type RuleOf<K extends RuleKind> = RuleByKind[K];

/** What a rule does to the picks before any row is made, and the rows it adds. */
interface Lowering<K extends RuleKind> {
  readonly shape?: (rule: RuleOf<K>, builder: ProgramBuilder) => void;
  readonly rows?: (rule: RuleOf<K>, builder: ProgramBuilder) => void;
}

/** Every kind of rule as part of a binary program. */
export const lowerings: { readonly [K in RuleKind]: Lowering<K> } = {
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
  forbid: {
    shape: ({ entries }, builder) => {
      for (const entry of entries) narrow(builder, entry, 0);
    },
  },
  require: {
    rows: ({ entry }, builder) => builder.addSum(builder.picksOf(entry), 1, UNLIMITED),
  },
  seat: {
    shape: ({ entry, slot }, builder) => narrow(builder, entry, 1 << slot),
  },
  unseat: {
    shape: ({ entries, slot }, builder) => {
      for (const entry of entries) narrow(builder, entry, ~(1 << slot));
    },
  },
  atLeast: {
    rows: ({ entries, minimum }, builder) =>
      builder.addSum(
        entries.flatMap((entry) => builder.presence(entry)),
        minimum,
        UNLIMITED,
      ),
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
  pairedGroup: { rows: addPairedGroup },
  clauses: { rows: addClauses },
};

function narrow(builder: ProgramBuilder, entry: number, slots: number): void {
  for (const pick of builder.allPicksOf(entry)) builder.slots[pick]! &= slots;
}

/** Salaries in units of their greatest common divisor: the same lineups, a tighter and better scaled row. */
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

/** A column per group that can be 1 only if the group has a picked entry; at least `minimum` of them are. */
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

/** A column per group that can be 1 only if both sides have a picked entry in it; at least one of them is. */
function addPairedGroup({ groups, left, right }: RuleOf<"pairedGroup">, builder: ProgramBuilder): void {
  const sides = [new Set(left), new Set(right)];
  const paired = membersByGroup(groups).flatMap((entries) => {
    const members = sides.map((side) => entries.filter((entry) => side.has(entry)));
    if (members.some((side) => side.length === 0)) return [];
    const column = builder.addColumn(1);
    for (const side of members)
      builder.addAtMost(
        column,
        side.flatMap((entry) => builder.presence(entry)),
      );
    return [column];
  });
  builder.addSum(paired, 1, UNLIMITED);
}
