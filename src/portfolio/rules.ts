import type { Clause, LineupTest, PickCount, PickSum } from "../model/lineup-test.ts";
import type { Picks } from "../model/model.ts";
import type { CountClause, PortfolioRule, SumClause } from "../schema/portfolio.ts";
import { type ColumnContext, readColumn } from "./columns.ts";
import { type Group, type GroupContext, groupsOf, ofSide } from "./groups.ts";
import type { Path } from "./places.ts";
import type { Range } from "./ranges.ts";
import type { Meant } from "./selections.ts";
import { productOf, sumOf } from "./weights.ts";

/** The most ways in which groups may keep a rule's lists together. */
const MOST_WAYS = 50_000;

/** What a rule is read with; a rule's picks are those of a model that has a role of its own for each named slot. */
export interface RuleContext extends GroupContext, ColumnContext {
  readonly seats: number;
}

/** Says a rule of one lineup, once the picks are known: a lineup keeps it that passes all tests. */
export type TestsOf = (picks: Picks) => readonly LineupTest[];

/** What a rule says of one lineup; null, with what is wrong refused, where it says nothing that can be held. */
export function readRule(rule: PortfolioRule, path: Path, context: RuleContext): TestsOf | null {
  const { findings } = context;
  const refuse = (field: string | null, detail: string) => {
    findings.refuse("invalid-rule", field === null ? path : [...path, field], detail);
    return null;
  };
  const { some, every, counts } = rule;
  const group = some ?? every;
  if (some !== undefined && every !== undefined)
    return refuse("every", "cannot stand beside some. Make two rules.");
  if (counts !== undefined && some === undefined)
    return refuse("counts", "goes with some, whose groups it counts.");
  if (counts !== undefined && (rule.count ?? rule.sum ?? rule.product) !== undefined)
    return refuse(
      "counts",
      "stands alone, without count, sum and product. Put them into its lists, or make two rules.",
    );
  if ((rule.count ?? rule.sum ?? rule.product ?? counts) === undefined)
    return refuse(null, "says nothing. Give it a count, counts, sum or product.");
  const groups =
    group === undefined ? null : groupsOf(group, [...path, some === undefined ? "every" : "some"], context);
  const reader = clauseReader(context, group ?? null);
  const when =
    rule.when === undefined ? null : reader.count(whenOf(rule.when), [...path, "when"], every !== undefined);
  const lists =
    counts === undefined
      ? [reader.list(rule, path)]
      : counts.map((list, index) => reader.list({ count: list }, [...path, "counts", index], true));
  if (reader.isFaulty()) return null;

  if (groups === null) return (picks) => [test(when, null, [lists[0]!(null, picks)], picks)];
  if (every !== undefined)
    return (picks) => groups.map((one) => test(when, one, [lists[0]!(one, picks)], picks));
  const keep = (clause: Clause) => isPossible(clause, context.seats);
  return (picks) => {
    const kept = lists.map((list) =>
      groups
        .map((one) => list(one, picks))
        .map((clause, at) => ({ at, clause }))
        .filter(({ clause }) => keep(clause)),
    );
    const ways = distinctWays(kept, sameLists(counts), context.seats);
    if (ways === null) {
      // Told of when the picks are known; a description can then no longer be refused as a whole.
      findings.refuse(
        "too-many-ways",
        path,
        `has more than ${MOST_WAYS} ways to choose its groups. Ask for fewer groups.`,
      );
      return [];
    }
    return [test(when, null, ways, picks)];
  };
}

type When = ((group: Group | null, picks: Picks) => PickCount) | null;

function test(when: When, group: Group | null, alternatives: readonly Clause[], picks: Picks): LineupTest {
  return { when: when === null ? null : when(group, picks), alternatives };
}

/** A condition asks for at least one where it does not say how many. */
function whenOf(when: CountClause): CountClause {
  const { least, most, exactly } = when;
  return least === undefined && most === undefined && exactly === undefined ? { ...when, least: 1 } : when;
}

/** Reads a rule's counts and sums; what is wrong with them is refused. */
function clauseReader(context: RuleContext, kind: PortfolioRule["some"] | null) {
  const { selections, findings, people } = context;
  let isFaulty = false;
  const refuse = (path: Path, detail: string) => {
    isFaulty = true;
    findings.refuse("invalid-rule", path, detail);
  };

  function checkSide(side: CountClause["side"], path: Path, isGrouped: boolean): void {
    if (side === undefined) return;
    if (kind === null || !isGrouped)
      refuse([...path, "side"], "goes with some or every, whose groups have sides. Remove it.");
    else if (kind === "game" && side === "opponent")
      refuse([...path, "side"], "a game has no opponent. Count in teams, or remove it.");
  }

  /** Whom a clause means; null where that is refused, and the rule with it. */
  function read(of: CountClause["of"], path: Path): Meant | null {
    const before = findings.refused;
    const meant = selections.read(of, path);
    if (findings.refused === before) return meant;
    isFaulty = true;
    return null;
  }

  function limitsOf(
    { least, most, exactly }: Pick<CountClause, "least" | "most" | "exactly">,
    path: Path,
  ): Range {
    if (exactly !== undefined && (least ?? most) !== undefined)
      refuse([...path, "exactly"], "cannot stand beside least or most. Keep one.");
    if (least === undefined && most === undefined && exactly === undefined)
      refuse(path, "says no number. Give it least, most or exactly.");
    if (least !== undefined && most !== undefined && least > most)
      refuse([...path, "least"], `${least} is more than the most, ${most}. Lower it.`);
    return {
      least: exactly ?? least ?? Number.NEGATIVE_INFINITY,
      most: exactly ?? most ?? Number.POSITIVE_INFINITY,
    };
  }

  /** Whom of `meant` a group's side has, once for each group. */
  function sided(
    meant: Meant,
    side: CountClause["side"],
    isGrouped: boolean,
  ): (group: Group | null) => Meant {
    const known = new Map<Group, Meant>();
    return (group) => {
      if (group === null || !isGrouped) return meant;
      const found = known.get(group) ?? ofSide(meant, group, side);
      known.set(group, found);
      return found;
    };
  }

  function count(clause: CountClause, path: Path, isGrouped: boolean): NonNullable<When> {
    checkSide(clause.side, path, isGrouped);
    const { least, most } = limitsOf(clause, path);
    const meant = read(clause.of, [...path, "of"]);
    if (meant === null) return () => ({ picks: new Int32Array(), least: 0, most });
    if (least > 0 && meant.every((bits) => bits === 0) && clause.of !== undefined)
      refuse([...path, "of"], `means nobody of the pool, but at least ${least} are asked for.`);
    else if (meant.every((bits) => bits === 0)) findings.warn([...path, "of"], "means nobody of the pool.");
    const of = sided(meant, clause.side, isGrouped);
    const known = new Map<Group | null, PickCount>();
    return (group, picks) => {
      const found = known.get(group) ?? { picks: picksOf(picks, of(group)), least: Math.max(0, least), most };
      known.set(group, found);
      return found;
    };
  }

  function total(
    clause: SumClause,
    path: Path,
    isProduct: boolean,
  ): (group: Group | null, picks: Picks) => PickSum {
    const isGrouped = kind !== null;
    checkSide(clause.side, path, isGrouped);
    const range = limitsOf(clause, path);
    const known = read(clause.of, [...path, "of"]);
    const meant = known ?? new Int32Array(people.all.length);
    if (known?.every((bits) => bits === 0)) findings.warn([...path, "of"], "means nobody of the pool.");
    const numberOf = readColumn(clause, meant, path, context);
    if (numberOf === null) isFaulty = true;
    else if (isProduct && [...meant.keys()].some((entry) => meant[entry] !== 0 && numberOf(entry, 0) < 0))
      refuse(path, `column ${clause.column} has numbers below 0, and products are of numbers from 0 on.`);
    const of = sided(meant, clause.side, isGrouped);
    return (group, picks) => {
      const members = of(group);
      const values = Array.from(picks.entry, (entry, pick) =>
        isAmong(members, picks, pick) ? numberOf!(entry, slotOf(picks.slots[pick]!)) : null,
      );
      return isProduct
        ? productOf(values, range)
        : sumOf(
            values.map((value) => value ?? 0),
            range,
          );
    };
  }

  return {
    isFaulty: () => isFaulty,
    count,
    /** The clause of one list, for a group. */
    list(
      { count: counts, sum, product }: Pick<PortfolioRule, "count" | "sum" | "product">,
      path: Path,
      isList = false,
    ): (group: Group | null, picks: Picks) => Clause {
      const at = (field: string, given: unknown, index: number): Path =>
        isList
          ? Array.isArray(given)
            ? [...path, index]
            : path
          : Array.isArray(given)
            ? [...path, field, index]
            : [...path, field];
      const of = <Item>(given: Item | readonly Item[] | undefined): readonly Item[] =>
        given === undefined ? [] : Array.isArray(given) ? (given as readonly Item[]) : [given as Item];
      const countReaders = of<CountClause>(counts).map((one, index) =>
        count(one, at("count", counts, index), kind !== null),
      );
      const sumReaders = [
        ...of<SumClause>(sum).map((one, index) => total(one, at("sum", sum, index), false)),
        ...of<SumClause>(product).map((one, index) => total(one, at("product", product, index), true)),
      ];
      return (group, picks) => ({
        counts: countReaders.map((read) => read(group, picks)),
        sums: sumReaders.map((read) => read(group, picks)),
      });
    },
  };
}

function isAmong(meant: Meant, picks: Picks, pick: number): boolean {
  return (meant[picks.entry[pick]!]! & picks.slots[pick]!) !== 0;
}

function picksOf(picks: Picks, meant: Meant): Int32Array {
  return Int32Array.from([...picks.entry.keys()].filter((pick) => isAmong(meant, picks, pick)));
}

/** A slot of a pick; all of its role cost and pay the same. */
function slotOf(bits: number): number {
  return 31 - Math.clz32(bits);
}

/** Whether enough picks are there at all for what a clause counts. */
function isPossible({ counts }: Clause, seats: number): boolean {
  return counts.every(({ picks, least }) => least <= Math.min(seats, picks.length));
}

/**
 * Whether there are seats for what clauses count together: those of them that have no pick in common, the greatest
 * first.
 */
function areSeated(clauses: readonly Clause[], seats: number): boolean {
  const counts = clauses.flatMap((clause) => clause.counts).sort((a, b) => b.least - a.least);
  const taken = new Set<number>();
  let asked = 0;
  for (const { picks, least } of counts) {
    if (least === 0 || picks.some((pick) => taken.has(pick))) continue;
    for (const pick of picks) taken.add(pick);
    asked += least;
  }
  return asked <= seats;
}

/** By list, the first list that says the same: groups of such lists may change places. */
function sameLists(counts: PortfolioRule["counts"]): readonly number[] {
  const texts = (counts ?? [null]).map((list) => JSON.stringify(list));
  return texts.map((text) => texts.indexOf(text));
}

/** Every choice of a different group for each list that leaves seats for all; null beyond the most ways. */
function distinctWays(
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
      const goesOn = (list > 0 && !areSeated(clauses, seats)) || extend(list + 1);
      chosen.pop();
      if (!goesOn) return false;
    }
    return true;
  };
  return extend(0) ? ways : null;
}
