import type { LineupTest, PickCount } from "../model/lineup-test.ts";
import type { Model, Rule, RuleKind } from "../model/model.ts";
import type { Solution, Solver } from "../solver/contract.ts";

/** What is tried on models: any solver of the contract, whoever wrote it. */
export type TestedSolver = Pick<Solver, "best">;

/** Exhaustive search behind the contract of solvers: what others are held against. For models of a dozen entries. */
export const exhaustiveSolver: TestedSolver = {
  best: async (model, count) => allSolutions(model).slice(0, count),
};

/**
 * Lists every solution of a small model, best first, by trying all sets of picks, and reads each rule word by word. It
 * shares no code with any solver.
 * @throws Error for a model whose picks are of too many kinds to be listed.
 */
export function allSolutions(model: Model): Solution[] {
  const seats = model.slots.reduce((sum, slot) => sum + slot.count, 0);
  const total = model.picks.entry.length;
  const seating = seatingsOf(model);
  const found: Solution[] = [];
  const chosen: number[] = [];
  const extend = (from: number) => {
    if (seating.all(chosen) && isLegal(model, chosen))
      found.push({
        picks: [...chosen],
        points: chosen.reduce((sum, pick) => sum + model.picks.points[pick]!, 0),
      });
    if (chosen.length === seats) return;
    for (let pick = from; pick < total && chosen.length + total - pick >= seating.mandatory; pick += 1) {
      chosen.push(pick);
      if (seating.some(chosen)) extend(pick + 1);
      chosen.pop();
    }
  };
  extend(0);
  return found.sort((a, b) => b.points - a.points);
}

type Reading<K extends RuleKind> = (
  rule: Extract<Rule, { kind: K }>,
  entries: readonly number[],
  model: Model,
  picks: readonly number[],
) => boolean;

/** `entries` has one element per pick. `fill`, `seat` and `unseat` are read by the seating. */
const readings: { readonly [K in RuleKind]: Reading<K> } = {
  budget(rule, _entries, model, picks) {
    let spent = 0;
    for (const pick of picks) spent += model.picks.salary[pick]!;
    return spent <= rule.maximum;
  },
  once: (_rule, entries) => entries.every((entry, at) => entries.indexOf(entry) === at),
  fill: () => true,
  forbid: (rule, entries) => entries.every((entry) => !rule.entries.includes(entry)),
  require: (rule, entries) => entries.includes(rule.entry),
  seat: () => true,
  unseat: () => true,
  atLeast: (rule, entries) => rule.entries.filter((entry) => entries.includes(entry)).length >= rule.minimum,
  groupMaximum: (rule, entries) =>
    Array.from(new Set(rule.groups)).every(
      (group) =>
        group === -1 || new Set(entries.filter((entry) => rule.groups[entry] === group)).size <= rule.maximum,
    ),
  groupsMinimum: (rule, entries) =>
    Array.from(new Set(rule.groups)).filter(
      (group) => group !== -1 && entries.some((entry) => rule.groups[entry] === group),
    ).length >= rule.minimum,
  pairedGroup: (rule, entries) =>
    entries.some((left) =>
      entries.some(
        (right) =>
          rule.left.includes(left) &&
          rule.right.includes(right) &&
          rule.groups[left] !== -1 &&
          rule.groups[left] === rule.groups[right],
      ),
    ),
  clauses: (rule, _entries, _model, picks) => passesTest(rule, picks),
};

/** A test of a lineup, read word by word. */
export function passesTest({ when, alternatives }: LineupTest, picks: readonly number[]): boolean {
  const counts = ({ picks: members, least, most }: PickCount) => {
    const counted = picks.filter((pick) => members.includes(pick)).length;
    return least <= counted && counted <= most;
  };
  if (when !== null && !counts(when)) return true;
  return alternatives.some(
    (clause) =>
      clause.counts.every(counts) &&
      clause.sums.every(({ weights, least, most }) => {
        const sum = picks.map((pick) => weights[pick]!).reduce((a, b) => a + b, 0);
        return least <= sum && sum <= most;
      }),
  );
}

function isLegal(model: Model, picks: readonly number[]): boolean {
  const entries = picks.map((pick) => model.picks.entry[pick]!);
  return model.rules.every((rule) => (readings[rule.kind] as Reading<RuleKind>)(rule, entries, model, picks));
}

/** Seats picks by trying every slot for every pick; remembers the answer per bag of equally free picks. */
function seatingsOf(model: Model) {
  const filled = new Set(model.rules.flatMap((rule) => (rule.kind === "fill" ? [rule.slot] : [])));
  const slots = Array.from(model.picks.slots, (mask, pick) =>
    [...model.slots.keys()].filter(
      (slot) =>
        (mask & (1 << slot)) !== 0 &&
        model.rules.every(
          (rule) =>
            (rule.kind !== "seat" || rule.entry !== model.picks.entry[pick] || rule.slot === slot) &&
            (rule.kind !== "unseat" ||
              rule.slot !== slot ||
              !rule.entries.includes(model.picks.entry[pick]!)),
        ),
    ),
  );
  const free = model.slots.map((slot) => slot.count);
  const fits = (picks: readonly number[], at: number, full: boolean): boolean => {
    if (at === picks.length) return !full || free.every((seats, slot) => seats === 0 || !filled.has(slot));
    return slots[picks[at]!]!.some((slot) => {
      if (free[slot] === 0) return false;
      free[slot]! -= 1;
      const fit = fits(picks, at + 1, full);
      free[slot]! += 1;
      return fit;
    });
  };
  // A bag of picks as one number: a digit per list of slots, which says how many picks have it.
  const lists = slots.map((list) => list.join());
  const kinds = [...new Set(lists)];
  const base = 2 + free.reduce((sum, count) => sum + count, 0);
  if (base ** kinds.length > Number.MAX_SAFE_INTEGER) throw new Error("too many kinds of picks to be listed");
  const digits = lists.map((list) => base ** kinds.indexOf(list));
  const known = { full: new Map<number, boolean>(), spare: new Map<number, boolean>() };
  const ask = (picks: readonly number[], full: boolean): boolean => {
    let bag = 0;
    for (const pick of picks) bag += digits[pick]!;
    const answers = full ? known.full : known.spare;
    const before = answers.get(bag);
    if (before !== undefined) return before;
    const answer = fits(picks, 0, full);
    answers.set(bag, answer);
    return answer;
  };
  return {
    /** The fewest picks that take every mandatory seat. */
    mandatory: [...filled].reduce((sum, slot) => sum + model.slots[slot]!.count, 0),
    /** Whether the picks can sit, with seats to spare. */
    some: (picks: readonly number[]) => ask(picks, false),
    /** Whether the picks can sit with every mandatory seat taken. */
    all: (picks: readonly number[]) => ask(picks, true),
  };
}
