import type { Clause, LineupTest } from "../engine/model/lineup-test.ts";
import type { Picks } from "../engine/model/model.ts";
import type { CountClause, PortfolioRule } from "../shared/schema/portfolio.ts";
import { isAlwaysKept } from "./always-kept.ts";
import { clauseReader, type When } from "./clauses.ts";
import { type Group, groupsOf } from "./groups.ts";
import type { Path } from "./places.ts";
import type { RuleContext } from "./rule-context.ts";
import { distinctWays, isPossible, MOST_WAYS, sameLists } from "./ways-to-choose.ts";

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

  if (groups === null) return (picks) => [test(when, null, [lists[0]!(null, picks)], picks)];
  if (every !== undefined)
    return (picks) => groups.map((one) => test(when, one, [lists[0]!(one, picks)], picks));
  const kind = typeof some === "string" ? some : "group";
  if (rule.when !== undefined && counts === undefined)
    findings.warn(
      [...path, "when"],
      `is a condition on the whole lineup, and any ${kind} may then keep the rule. To mean the same ${kind} in both, write every in place of some.`,
    );
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
    if (isAlwaysKept(ways, context.seats, picks.entry.length))
      findings.warn(
        path,
        `changes nothing: every lineup has some ${kind} that keeps it. Write every in place of some, or other numbers.`,
      );
    return [test(when, null, ways, picks)];
  };
}

function test(when: When, group: Group | null, alternatives: readonly Clause[], picks: Picks): LineupTest {
  return { when: when === null ? null : when(group, picks), alternatives };
}

/** A condition asks for at least one where it does not say how many. */
function whenOf(when: CountClause): CountClause {
  const { least, most, exactly } = when;
  return least === undefined && most === undefined && exactly === undefined ? { ...when, least: 1 } : when;
}
