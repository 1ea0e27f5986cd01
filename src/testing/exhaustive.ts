import type { Clause, LineupTest, PickCount } from "../engine/model/lineup-test.ts";
import type { Model, Rule, RuleKind } from "../engine/model/model.ts";
import type { Solution, Solver } from "../engine/solver/contract.ts";

/** The part of a solver that properties test; any implementation of the solver contract has it. */
export type TestedSolver = Pick<Solver, "best">;

/**
 * Exhaustive search as a solver, the reference for other solvers. It is for models of about a dozen players.
 */
export const exhaustiveSolver: TestedSolver = {
  best: async (model, count) => allSolutions(model).slice(0, count),
};

/**
 * Lists all solutions of a small model, best first, by trying all sets of picks and reading each rule
 * literally. It shares no code with any solver.
 * @throws Error for a model with too many kinds of picks to enumerate.
 */
export function allSolutions(model: Model): Solution[] {
  const seats = model.slots.reduce((sum, slot) => sum + slot.count, 0);
  const { entry: entryOf, points: pointsOf } = model.picks;
  const total = entryOf.length;
  const seating = seatingsOf(model);
  const rules = model.rules.map((rule) => (readings[rule.kind] as Reader<RuleKind>)(rule, model));
  const found: Solution[] = [];
  const chosen: number[] = [];
  const entries: number[] = [];
  const extend = (from: number, bag: number) => {
    if (
      chosen.length >= seating.mandatory &&
      seating.all(bag, chosen) &&
      rules.every((holds) => holds(entries, chosen))
    )
      found.push({
        picks: [...chosen],
        points: chosen.reduce((sum, pick) => sum + pointsOf[pick]!, 0),
      });
    if (chosen.length === seats) return;
    for (let pick = from; pick < total && chosen.length + total - pick >= seating.mandatory; pick += 1) {
      const more = bag + seating.digits[pick]!;
      chosen.push(pick);
      entries.push(entryOf[pick]!);
      if (seating.some(more, chosen)) extend(pick + 1, more);
      chosen.pop();
      entries.pop();
    }
  };
  extend(0, 0);
  return found.sort((a, b) => b.points - a.points);
}

/** Whether picks satisfy a rule; `entries` has each pick's player. Called often: it allocates nothing. */
type Reading = (entries: readonly number[], picks: readonly number[]) => boolean;
type Reader<K extends RuleKind> = (rule: Extract<Rule, { kind: K }>, model: Model) => Reading;

const always = () => true;

/** By kind of rule, how picks are tested; `seatingsOf` tests the kinds `allow` and `fill`. */
const readings: { readonly [K in RuleKind]: Reader<K> } = {
  budget:
    ({ maximum }, { picks: { salary } }) =>
    (_, picks) => {
      let spent = 0;
      for (const pick of picks) spent += salary[pick]!;
      return spent <= maximum;
    },
  once: () => (entries) => {
    for (let at = 0; at < entries.length; at += 1) if (!isFirst(entries, at)) return false;
    return true;
  },
  fill: () => always,
  allow: () => always,
  count(rule) {
    const counted = new Set(rule.entries);
    return (entries) => {
      const count = countOf(entries, counted);
      return rule.least <= count && count <= rule.most;
    };
  },
  groupMaximum:
    ({ groups, maximum }) =>
    (entries) => {
      for (const one of entries) {
        const group = groups[one]!;
        let members = 0;
        for (let at = 0; at < entries.length; at += 1)
          if (groups[entries[at]!] === group && isFirst(entries, at)) members += 1;
        if (group !== -1 && members > maximum) return false;
      }
      return true;
    },
  groupsMinimum:
    ({ groups, minimum }) =>
    (entries) => {
      let different = 0;
      for (let at = 0; at < entries.length; at += 1) {
        const group = groups[entries[at]!]!;
        let isNew = group !== -1;
        for (let before = 0; before < at; before += 1) if (groups[entries[before]!] === group) isNew = false;
        if (isNew) different += 1;
      }
      return different >= minimum;
    },
  disjunction: (rule) => (_, picks) => passesTest(rule, picks),
};

function isFirst(entries: readonly number[], at: number): boolean {
  return entries.indexOf(entries[at]!) === at;
}

function countOf(entries: readonly number[], members: ReadonlySet<number>): number {
  let count = 0;
  for (let at = 0; at < entries.length; at += 1)
    if (members.has(entries[at]!) && isFirst(entries, at)) count += 1;
  return count;
}

/** Whether a lineup, given as picks, passes a test. Evaluates the test literally. */
export function passesTest({ when, alternatives }: LineupTest, picks: readonly number[]): boolean {
  if (when !== null && !counts(when, picks)) return true;
  for (const clause of alternatives) if (isMet(clause, picks)) return true;
  return false;
}

function isMet({ counts: limits, sums }: Clause, picks: readonly number[]): boolean {
  for (const limit of limits) if (!counts(limit, picks)) return false;
  for (const { weights, least, most } of sums) {
    let sum = 0;
    for (const pick of picks) sum += weights[pick]!;
    if (!(least <= sum && sum <= most)) return false;
  }
  return true;
}

function counts({ picks: members, least, most }: PickCount, picks: readonly number[]): boolean {
  let counted = 0;
  for (const pick of picks) if (members.includes(pick)) counted += 1;
  return least <= counted && counted <= most;
}

/**
 * Returns tests of whether picks can be seated, which try every slot for each pick. Picks that fit the same
 * slots are interchangeable, so answers are cached by _bag_: how many picks there are for each list of
 * fitting slots.
 */
function seatingsOf(model: Model) {
  const filled = new Set(model.rules.flatMap((rule) => (rule.kind === "fill" ? [rule.slot] : [])));
  const bars = model.rules.flatMap((rule) =>
    rule.kind === "allow"
      ? [(entry: number, slot: number) => (rule.slots & (1 << slot)) === 0 && rule.entries.includes(entry)]
      : [],
  );
  const slots = Array.from(model.picks.slots, (mask, pick) =>
    [...model.slots.keys()].filter(
      (slot) => (mask & (1 << slot)) !== 0 && !bars.some((bar) => bar(model.picks.entry[pick]!, slot)),
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
  // A bag of picks as one number: one digit per list of slots, the number of picks with that list.
  const lists = slots.map((list) => list.join());
  const kinds = [...new Set(lists)];
  const base = 2 + free.reduce((sum, count) => sum + count, 0);
  if (base ** kinds.length > Number.MAX_SAFE_INTEGER) throw new Error("too many kinds of picks to be listed");
  const digits = lists.map((list) => base ** kinds.indexOf(list));
  const known = { full: new Map<number, boolean>(), spare: new Map<number, boolean>() };
  const ask = (bag: number, picks: readonly number[], full: boolean): boolean => {
    const answers = full ? known.full : known.spare;
    const before = answers.get(bag);
    if (before !== undefined) return before;
    const answer = fits(picks, 0, full);
    answers.set(bag, answer);
    return answer;
  };
  return {
    mandatory: [...filled].reduce((sum, slot) => sum + model.slots[slot]!.count, 0),
    /** Per pick, what it adds to the number that identifies a bag. */
    digits,
    /** Whether the picks of a bag can be seated, even if seats are left empty. */
    some: (bag: number, picks: readonly number[]) => ask(bag, picks, false),
    /** Whether the picks of a bag can be seated so that every mandatory seat is filled. */
    all: (bag: number, picks: readonly number[]) => ask(bag, picks, true),
  };
}
