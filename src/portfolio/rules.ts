import type { Clause, LineupTest } from "../engine/model/lineup-test.ts";
import type { Origin, Picks, RuleByKind, RuleData } from "../engine/model/model.ts";
import type { CountClause, PortfolioRule } from "../shared/schema/portfolio.ts";
import { counted, grouped } from "../shared/words.ts";
import { clauseReader, type RuleContext, type When } from "./clauses.ts";
import { groupNumberTests, leastGroups } from "./different-groups.ts";
import { type Group, groupsOf } from "./groups.ts";
import type { Path } from "./places.ts";

export const CHANGES_NOTHING = "changes nothing: ";

export type TestsOf = (picks: Picks) => readonly LineupTest[];

/** `data` are rules of the model; tests express whatever the model has no kind of rule for. */
export interface ReadRule {
  readonly data: readonly (RuleData & Pick<Origin, "unit" | "words">)[];
  readonly testsOf: TestsOf;
}

/** Reads a rule for every lineup or (`isShared`) a share of them; null after a recorded error. */
export function readRule(
  rule: PortfolioRule,
  path: Path,
  context: RuleContext,
  isShared: boolean,
): ReadRule | null {
  const numbers = readGroupNumbers(rule, path, context);
  const [first] = numbers;
  const { some, every, count, counts, sum, product } = rule;
  if (first !== undefined && (some ?? every) !== undefined) {
    const detail = `cannot be combined with ${first.field}. Write two rules.`;
    context.findings.refuse("invalid-rule", [...path, some === undefined ? "every" : "some"], detail);
    return null;
  }
  const isAlone = first !== undefined && (count ?? counts ?? sum ?? product) === undefined;
  const tests = isAlone ? () => [] : readTests(rule, path, context);
  if (tests === null || first === undefined) return tests && { data: [], testsOf: tests };
  const when =
    rule.when === undefined
      ? null
      : clauseReader(context, null).count(whenOf(rule.when), [...path, "when"], false);
  const isOfAll = when === null && !isShared;
  const data = numbers.flatMap((one) => {
    const stated = isOfAll && one.range.least > 0 ? leastGroups(one) : null;
    return stated === null
      ? []
      : [{ ...stated, unit: one.unit, words: `players of at least ${one.range.least} ${one.field}` }];
  });
  return {
    data,
    testsOf: (picks) => [
      ...tests(picks),
      ...numbers.flatMap((one) => {
        const isStated = isOfAll && leastGroups(one) !== null;
        const range = isStated ? { ...one.range, least: 0 } : one.range;
        const found = groupNumberTests({ ...one, range }, picks);
        if (found === null)
          context.findings.refuse(
            "too-many-ways",
            [...path, one.field],
            `too many combinations of the slate's ${one.groups.length} ${one.field} meet it. Write a lower number, or a \`most\` near the number of players in a lineup.`,
          );
        return (found ?? []).map((test) => ({ ...test, when: when?.(null, picks) ?? null }));
      }),
    ],
  };
}

function readGroupNumbers(rule: PortfolioRule, path: Path, context: RuleContext) {
  return (["teams", "games"] as const).flatMap((field) => {
    const number = rule[field];
    if (number === undefined) return [];
    const reader = clauseReader(context, null);
    const { selected, range } = reader.number(number, [...path, field]);
    const unit = field === "teams" ? "team" : "game";
    const groups = groupsOf(unit, [], context);
    return [{ field, unit, groups, selected, range, contest: context.problem.contest }];
  });
}

function readTests(rule: PortfolioRule, path: Path, context: RuleContext): TestsOf | null {
  const { findings } = context;
  const refuse = (field: string | null, detail: string) => {
    findings.refuse("invalid-rule", field === null ? path : [...path, field], detail);
    return null;
  };
  const { some, every, counts } = rule;
  const group = some ?? every;
  if (some !== undefined && every !== undefined)
    return refuse("every", "cannot be combined with `some`. Write two rules.");
  if (counts !== undefined && some === undefined)
    return refuse(
      "counts",
      "works only with `some`: each item of `counts` is met by a different group. Add `some`, or use `count`.",
    );
  if (counts !== undefined && (rule.count ?? rule.sum ?? rule.product) !== undefined)
    return refuse(
      "counts",
      "cannot be combined with `count`, `sum` or `product`. Write two rules, or move the count into `counts`: an item can be a list of counts for the same group.",
    );
  if ((rule.count ?? rule.sum ?? rule.product ?? counts) === undefined)
    return refuse(null, "is empty. Add `count`, `counts`, `sum`, `product`, `teams` or `games`.");
  const groups =
    group === undefined ? null : groupsOf(group, [...path, some === undefined ? "every" : "some"], context);
  const reader = clauseReader(context, group ?? null);
  const when =
    rule.when === undefined ? null : reader.count(whenOf(rule.when), [...path, "when"], every !== undefined);
  const lists =
    counts === undefined
      ? [reader.list(rule, path)]
      : counts.map((list, index) => reader.list({ count: list }, [...path, "counts", index], true));

  if (groups === null)
    return (picks) => {
      const clause = lists[0]!(null, picks);
      // A count of nobody has its own warning.
      const countsSome = clause.counts.every((count) => count.picks.length > 0);
      if (countsSome && isAlwaysKept([clause], context.seats, picks.entry.length))
        findings.warn(
          path,
          `${CHANGES_NOTHING}a lineup has ${counted(context.seats, "seat")}, so every lineup keeps it anyway. Remove it, or change its numbers.`,
        );
      return [test(when, null, [clause], picks)];
    };
  if (every !== undefined)
    return (picks) => groups.map((one) => test(when, one, [lists[0]!(one, picks)], picks));
  const kind = typeof some === "string" ? some : "group";
  if (rule.when !== undefined && counts === undefined)
    findings.warn(
      [...path, "when"],
      `counts players of the whole lineup, not only of the ${kind} that meets the rule. To count within the same ${kind}, write \`every\` in place of \`some\`.`,
    );
  return (picks) => {
    const keep = (clause: Clause) => isPossible(clause, picks, context);
    const kept = lists.map((list) =>
      groups
        .map((one) => list(one, picks))
        .map((clause, at) => ({ at, clause }))
        .filter(({ clause }) => keep(clause)),
    );
    if (counts !== undefined && isMeantAsOne(counts, lists, groups, picks))
      findings.warn(
        [...path, "counts"],
        `each item is met by a different ${kind}. If one ${kind} should meet all, such as a quarterback and his receivers, write \`count\` in place of \`counts\`.`,
      );
    const ways = distinctWays(kept, sameLists(counts), context.seats);
    if (ways === null) {
      // Known only when there are picks, after `readDescription`; `planPortfolio` throws it.
      findings.refuse(
        "too-many-ways",
        path,
        `more than ${grouped(MOST_WAYS)} combinations of groups can meet it. Use fewer items in \`counts\`.`,
      );
      return [];
    }
    const remedy =
      counts === undefined
        ? "Write `every` in place of `some`, or change the numbers."
        : "Change its numbers, or remove it.";
    if (isAlwaysKept(ways, context.seats, picks.entry.length))
      findings.warn(path, `${CHANGES_NOTHING}in every lineup, some ${kind} meets it anyway. ${remedy}`);
    return [test(when, null, ways, picks)];
  };
}

/** Whether items of `counts` are single counts that have no player in common, such as quarterbacks and receivers. */
function isMeantAsOne(
  counts: NonNullable<PortfolioRule["counts"]>,
  lists: readonly ((group: Group | null, picks: Picks) => Clause)[],
  groups: readonly Group[],
  picks: Picks,
): boolean {
  const items = counts.flat();
  if (items.length > counts.length || items.some(({ side }) => side !== undefined)) return false;
  const all = lists.flatMap((list) =>
    groups.flatMap((group) => list(group, picks).counts.flatMap((count) => [...count.picks])),
  );
  return new Set(all).size === all.length;
}

function test(when: When, group: Group | null, alternatives: readonly Clause[], picks: Picks): LineupTest {
  return { when: when === null ? null : when(group, picks), alternatives };
}

function whenOf(when: CountClause): CountClause {
  const { least, most, exactly } = when;
  return least === undefined && most === undefined && exactly === undefined ? { ...when, least: 1 } : when;
}

/**
 * Whether counting picks proves that every lineup of `seats` picks keeps one of the alternatives.
 * Alternatives with sums are ignored, so `false` proves nothing.
 */
function isAlwaysKept(alternatives: readonly Clause[], seats: number, picks: number): boolean {
  const counted = alternatives.filter(({ sums }) => sums.length === 0);
  return canNotExceedAll(counted, seats) || canNotFallShortOfAll(counted, seats, picks);
}

/**
 * Whether a lineup has too few picks to break all alternatives that have only upper limits. Breaking "at most
 * 4 of team A" and "at most 4 of team B", for example, takes 10 picks; fewer if alternatives count the same
 * picks.
 */
function canNotExceedAll(alternatives: readonly Clause[], seats: number): boolean {
  const limited = alternatives.filter(({ counts }) => counts.every(({ least }) => least <= 0));
  const countedBy = new Map<number, number>();
  let needed = 0;
  for (const { counts } of limited) {
    needed += Math.min(...counts.map(({ picks, most }) => (picks.length > most ? most + 1 : Infinity)));
    for (const pick of new Set(counts.flatMap((count) => [...count.picks])))
      countedBy.set(pick, (countedBy.get(pick) ?? 0) + 1);
  }
  const each = [...countedBy.values()].reduce((most, times) => Math.max(most, times), 0);
  return limited.length > 0 && needed > seats * each;
}

/**
 * Whether a lineup has too many picks to be below all lower limits. For example, "at least 3 of game A", and
 * the same for B, C and D: if there are no other games, a lineup below all four limits has at most 8 picks.
 */
function canNotFallShortOfAll(alternatives: readonly Clause[], seats: number, picks: number): boolean {
  const single = alternatives.flatMap(({ counts }) =>
    counts.length === 1 && counts[0]!.most >= seats ? counts : [],
  );
  const covered = new Set(single.flatMap((count) => [...count.picks]));
  const most = single.reduce((sum, { least }) => sum + Math.max(0, least - 1), 0);
  return covered.size === picks && most < seats;
}

export const MOST_WAYS = 50_000;

/** Whether each of a clause's counts can reach its minimum by itself. */
export function isPossible(
  { counts }: Clause,
  { entry }: Picks,
  { seats, limits }: Pick<RuleContext, "seats" | "limits">,
): boolean {
  return counts.every(
    ({ picks, least }) =>
      least <= Math.min(seats, picks.length) &&
      limits.every((limit) => least <= mostWithin(limit, new Set(Array.from(picks, (pick) => entry[pick]!)))),
  );
}

function mostWithin({ groups, maximum }: RuleByKind["groupMaximum"], entries: ReadonlySet<number>): number {
  const sizes = new Map<number, number>();
  for (const entry of entries) sizes.set(groups[entry]!, (sizes.get(groups[entry]!) ?? 0) + 1);
  return [...sizes].reduce((sum, [group, size]) => sum + (group === -1 ? size : Math.min(size, maximum)), 0);
}

/**
 * Whether the seats may suffice for all clauses together. Adds up the minimums of counts, largest first, and
 * skips counts that share picks with an earlier one; so `true` proves nothing.
 */
function areSeated(clauses: readonly Clause[], seats: number): boolean {
  const counts = clauses.flatMap((clause) => clause.counts).sort((a, b) => b.least - a.least);
  const taken = new Set<number>();
  let asked = 0;
  for (const { picks, least } of counts) {
    if (picks.some((pick) => taken.has(pick))) continue;
    for (const pick of picks) taken.add(pick);
    asked += least;
  }
  return asked <= seats;
}

/**
 * For each list of a rule's `counts`, the index of the first list that is equal to it. Equal lists that
 * exchange their groups (such as teams) allow the same lineups, so `distinctWays` returns only one order.
 */
function sameLists(counts: PortfolioRule["counts"]): readonly number[] {
  const texts = (counts ?? [null]).map((list) => JSON.stringify(list));
  return texts.map((text) => texts.indexOf(text));
}

/**
 * All ways to choose a different group for each list such that the seats suffice; null if there are more than
 * `MOST_WAYS`. `kept` has, for each list, the groups that can keep it, and `same` is from `sameLists`. Each
 * way is returned as one clause.
 */
export function distinctWays(
  kept: readonly (readonly { readonly at: number; readonly clause: Clause }[])[],
  same: readonly number[],
  seats: number,
): Clause[] | null {
  const ways: Clause[] = [];
  const chosen: { readonly at: number; readonly clause: Clause }[] = [];
  const extend = (list: number): boolean => {
    if (list === kept.length) {
      ways.push({
        counts: chosen.flatMap(({ clause }) => clause.counts),
        sums: chosen.flatMap(({ clause }) => clause.sums),
      });
      return ways.length <= MOST_WAYS;
    }
    const twin = same.lastIndexOf(same[list]!, list - 1);
    for (const one of kept[list]!) {
      if (chosen.some(({ at }) => at === one.at)) continue;
      if (list > 0 && twin !== -1 && one.at < chosen[twin]!.at) continue;
      chosen.push(one);
      const clauses = chosen.map(({ clause }) => clause);
      const goesOn = !areSeated(clauses, seats) || extend(list + 1);
      chosen.pop();
      if (!goesOn) return false;
    }
    return true;
  };
  return extend(0) ? ways : null;
}
