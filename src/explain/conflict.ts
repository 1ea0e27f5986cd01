import type { Conflict } from "../errors.ts";
import type { RuleKind } from "../model/model.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";
import type { Element } from "./elements.ts";
import type { Facts } from "./facts.ts";
import { sentenceOf } from "./sentences.ts";

/** An element of a conflict as data, beside its words. */
export function conflictOf(element: Element, facts: Facts): Conflict {
  const { origin, rules } = element;
  const [rule] = rules;
  const seated = rules.find(({ kind }) => kind === "seat") as RuleByKind["seat"] | undefined;
  return {
    constraint: origin.constraint,
    pointer: origin.pointer,
    entry: null,
    slot: seated === undefined ? null : facts.problem.contest.slots[seated.slot]!.name,
    limit: null,
    cost: null,
    ...(STATED[rule.kind] as Stated<RuleKind>)(rule, facts),
    detail: sentenceOf(element, facts),
  };
}

type Stated<K extends RuleKind> = (
  rule: RuleByKind[K],
  facts: Facts,
) => Pick<Conflict, "kind"> & Partial<Pick<Conflict, "entry" | "slot" | "limit" | "cost">>;

/** What an element asks for, by the kind of its first rule. */
const STATED: { readonly [K in RuleKind]: Stated<K> } = {
  atLeast: ({ minimum }) => ({ kind: "minimum", limit: minimum }),
  budget: ({ maximum }, { costs }) => ({ kind: "cap", limit: maximum, cost: costs.lineup }),
  clauses: () => ({ kind: "test" }),
  fill({ slot }, { problem }) {
    const { name, count } = problem.contest.slots[slot]!;
    return { kind: "seats", slot: name, limit: count };
  },
  forbid: () => ({ kind: "excluded" }),
  groupMaximum: ({ maximum }) => ({ kind: "most-of-a-group", limit: maximum }),
  groupsMinimum: ({ minimum }) => ({ kind: "groups", limit: minimum }),
  once: () => ({ kind: "once" }),
  pairedGroup: () => ({ kind: "pair" }),
  require({ entry }, { problem }) {
    const { uuid, salary } = problem.entries[entry]!;
    return { kind: "included", entry: uuid, cost: salary };
  },
  seat: ({ entry }, { problem }) => ({ kind: "included", entry: problem.entries[entry]!.uuid }),
  unseat: ({ entries: [entry, ...others], slot }, { problem }) => ({
    kind: "excluded",
    entry: entry === undefined || others.length > 0 ? null : problem.entries[entry]!.uuid,
    slot: problem.contest.slots[slot]!.name,
  }),
};
