import { isLock } from "../../contests/constraints/requirements.ts";
import type { PickCount } from "../../engine/model/lineup-test.ts";
import {
  allowedSlots,
  forbids,
  type Origin,
  type Rule,
  type RuleByKind,
  type RuleKind,
} from "../../engine/model/model.ts";
import { type Message, message, withoutPlaces } from "../../shared/errors/message-parts.ts";
import type { WrittenConflict } from "../../shared/errors.ts";
import type { Element } from "./elements.ts";
import { type Facts, fieldOf, mostSeated, slotsOfEntries } from "./facts.ts";

export function conflictOf(element: Element, facts: Facts): WrittenConflict {
  const { origin, rules } = element;
  const [rule] = rules;
  const seated = isLock(rule) ? rules.find(({ kind }) => kind === "allow") : undefined;
  return {
    constraint: origin.constraint,
    pointer: origin.pointer,
    entry: null,
    slot: seated === undefined ? null : slotName(seated, facts, true),
    limit: null,
    cost: null,
    leastCost: null,
    ...(STATED[rule.kind] as Stated<RuleKind>)(rule, facts),
    detail: sentenceOf(element, facts),
    words: withoutPlaces(sentenceOf(element, facts, false)),
  };
}

type Stated<K extends RuleKind> = (
  rule: RuleByKind[K] & Rule,
  facts: Facts,
) => Pick<WrittenConflict, "kind"> &
  Partial<Pick<WrittenConflict, "entry" | "slot" | "limit" | "cost" | "leastCost">>;

const STATED: { readonly [K in RuleKind]: Stated<K> } = {
  allow: (rule, facts) => {
    const [entry, ...others] = rule.entries;
    return {
      kind: "excluded",
      entry: entry === undefined || others.length > 0 ? null : facts.problem.entries[entry]!.uuid,
      slot: slotName(rule, facts, false),
    };
  },
  budget: ({ maximum }, { costs }) => ({
    kind: "cap",
    limit: maximum,
    cost: costs.lineup,
    leastCost: costs.conflict,
  }),
  count(rule, { problem }) {
    if (forbids(rule)) return { kind: "excluded" };
    if (!isLock(rule)) return { kind: "minimum", limit: rule.least };
    const { uuid, salary } = problem.entries[rule.entries[0]!]!;
    return { kind: "included", entry: uuid, cost: salary };
  },
  disjunction: ({ origin }) => ({ kind: origin.unit === undefined ? "test" : "pair" }),
  fill({ slot }, { problem }) {
    const { name, count } = problem.contest.slots[slot]!;
    return { kind: "seats", slot: name, limit: count };
  },
  groupMaximum: ({ maximum }) => ({ kind: "most-of-a-group", limit: maximum }),
  groupsMinimum: ({ minimum }) => ({ kind: "groups", limit: minimum }),
  once: () => ({ kind: "once" }),
};

/** The first slot that a rule allows, or forbids. */
function slotName(rule: Rule | undefined, { problem }: Facts, isAllowed: boolean): string | null {
  if (rule?.kind !== "allow") return null;
  return (
    problem.contest.slots.find((_, slot) => (((rule.slots >> slot) & 1) === 1) === isAllowed)?.name ?? null
  );
}

export function sentenceOf({ origin, rules: [rule] }: Element, facts: Facts, namesFields = true): Message {
  return message`${origin.words}${(ENDINGS[rule.kind] as Ending<RuleKind>)(rule, facts, namesFields)}`;
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count === 0 ? "no" : count} ${count === 1 || count === 0 ? noun : plural}`;
}

type Ending<K extends RuleKind> = (rule: RuleByKind[K] & Rule, facts: Facts, namesFields: boolean) => Message;

const NAMED_POSITIONS = 3;
const GROUP = "group";

const ENDINGS: { readonly [K in RuleKind]: Ending<K> } = {
  fill({ slot }, facts) {
    const { accepts } = facts.problem.contest.slots[slot]!;
    const candidates = candidatesFor(slot, facts).length;
    const noun = accepts.length > NAMED_POSITIONS ? "candidate" : accepts.join("/");
    const isKeptFrom = facts.conflict.some(
      ({ rules: [rule] }) => rule.kind === "allow" && ((rule.slots >> slot) & 1) === 0,
    );
    const where = isKeptFrom ? "left for it" : facts.where;
    return message`, ${counted(candidates, noun, accepts.length > NAMED_POSITIONS ? "candidates" : noun)} ${where}`;
  },
  budget: (_rule, { costs }) =>
    costs.conflict === null ? "" : `; the other rules named cost at least ${costs.conflict}`,
  once: () => "",
  allow: ({ origin }, _facts, namesFields) =>
    origin.constraint === "portfolio" || !namesFields ? "" : message` (${fieldOf(origin.pointer)})`,
  count(rule, { isLeft, model, problem, where }, namesFields) {
    if (forbids(rule)) return "";
    const { entries, least, origin } = rule;
    if (isLock(rule)) {
      const { positions, salary } = problem.entries[entries[0]!]!;
      const field = namesFields ? message`${fieldOf(origin.pointer)}; ` : "";
      return message` (${field}${positions.join("/")}, salary ${salary})`;
    }
    const candidates = entries.filter(isLeft);
    const seated = mostSeated(model, candidates);
    const squeezed = candidates.length >= least && seated < least;
    return message`, ${candidates.length === 0 ? "none" : candidates.length} ${where}${squeezed ? `, of which ${seated} can sit at once` : ""}`;
  },
  disjunction({ alternatives, origin: { unit } }, { isLeft, model, where }) {
    if (unit === undefined) return "";
    const isOpen = ({ picks }: PickCount) => picks.some((pick) => isLeft(model.picks.entry[pick]!));
    const both = alternatives.filter(({ counts }) => counts.every(isOpen));
    return message`, ${counted(both.length, unit)} with both ${where}`;
  },
  groupMaximum: ({ groups, origin }, facts) => groupsLeft(groups, origin, facts),
  groupsMinimum: ({ groups, origin }, facts) => groupsLeft(groups, origin, facts),
};

export function candidatesFor(slot: number, { left, model, conflict }: Facts): number[] {
  const accepted = slotsOfEntries(model);
  const allowed = allowedSlots(conflict.flatMap(({ rules }) => rules));
  return left.filter((entry) => ((accepted[entry]! & (allowed.get(entry) ?? -1)) >> slot) & 1);
}

function groupsLeft(groups: Int32Array, { unit = GROUP }: Origin, facts: Facts): Message {
  const met = groupsOf(facts.left, groups, facts);
  return message`, ${counted(met.size, unit)} ${facts.where}`;
}

function groupsOf(entries: readonly number[], groups: Int32Array, { isLeft }: Facts): Set<number> {
  const met = new Set(entries.filter(isLeft).map((entry) => groups[entry]!));
  met.delete(-1);
  return met;
}
