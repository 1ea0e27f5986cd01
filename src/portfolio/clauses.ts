import type { Clause, PickCount, PickSum } from "../engine/model/lineup-test.ts";
import type { Picks } from "../engine/model/model.ts";
import type { CountClause, PortfolioRule, SumClause } from "../shared/schema/portfolio.ts";
import { type Group, ofSide } from "./groups.ts";
import type { Path } from "./places.ts";
import type { Range } from "./ranges.ts";
import { type RuleContext, readColumn } from "./rule-context.ts";
import { anySlot, isAmong, picksOf, type Selected } from "./selections.ts";
import { productOf, sumOf } from "./weights.ts";

/**
 * Returns the count that a rule's `when` requires: of a group's players or, if `group` is null, of all
 * players in a lineup. Null for a rule without `when`.
 */
export type When = ((group: Group | null, picks: Picks) => PickCount) | null;

/**
 * Returns parsers for the counts, sums and products of a rule; `kind` is its `some` or `every`. Errors are
 * recorded in the context's findings, and the parsers' results are then unusable.
 */
export function clauseReader(context: RuleContext, kind: PortfolioRule["some"] | null) {
  const { selections, findings, people } = context;
  const refuse = (path: Path, detail: string) => findings.refuse("invalid-rule", path, detail);

  function checkSide(side: CountClause["side"], path: Path, isGrouped: boolean): void {
    if (side === undefined) return;
    if (!isGrouped) refuse([...path, "side"], "works only in a rule with `some` or `every`. Remove it.");
    else if (kind === "game" && side === "opponent")
      refuse(
        [...path, "side"],
        "a game has no opponent. Use `some: team` or `every: team`, or remove `side`.",
      );
  }

  /**
   * Reads a clause's selection. Matching no player is an error if `least` is above 0, and a warning
   * otherwise.
   */
  function read(of: CountClause["of"], path: Path, least: number): Selected {
    const before = findings.refused;
    const selected = selections.read(of, path);
    // Unknown names are refused already.
    if (findings.refused > before) return new Int32Array(people.all.length);
    if (selected.some((bits) => bits !== 0)) return selected;
    if (least > 0) refuse(path, `matches no player of the pool, but at least ${least} are required.`);
    else findings.warn(path, "matches no player of the pool. Correct the selection.");
    return selected;
  }

  function limitsOf(
    { least, most, exactly }: Pick<CountClause, "least" | "most" | "exactly">,
    path: Path,
  ): Range {
    if (exactly !== undefined && (least ?? most) !== undefined)
      refuse([...path, "exactly"], "cannot be combined with `least` or `most`. Keep one.");
    if (least === undefined && most === undefined && exactly === undefined)
      refuse(path, "has no number. Add `least`, `most` or `exactly`.");
    if (least !== undefined && most !== undefined && least > most)
      refuse(
        [...path, "least"],
        `${least} is more than \`most\`, ${most}. Lower \`least\` or raise \`most\`.`,
      );
    return {
      least: exactly ?? least ?? Number.NEGATIVE_INFINITY,
      most: exactly ?? most ?? Number.POSITIVE_INFINITY,
    };
  }

  const sided = (selected: Selected, group: Group | null, side: CountClause["side"]) =>
    group === null ? selected : ofSide(selected, group, side);

  function count(clause: CountClause, path: Path, isGrouped: boolean): NonNullable<When> {
    checkSide(clause.side, path, isGrouped);
    const { least, most } = limitsOf(clause, path);
    const selected = read(clause.of, [...path, "of"], least);
    const known = new Map<Group | null, PickCount>();
    return (group, picks) => {
      const found = known.get(group) ?? {
        picks: picksOf(picks, sided(selected, group, clause.side)),
        least: Math.max(0, least),
        most,
      };
      known.set(group, found);
      return found;
    };
  }

  function total(
    clause: SumClause,
    path: Path,
    isProduct: boolean,
  ): (group: Group | null, picks: Picks) => PickSum {
    checkSide(clause.side, path, kind !== null);
    const range = limitsOf(clause, path);
    const selected = read(clause.of, [...path, "of"], 0);
    const numberOf = readColumn(clause, selected, path, context);
    const isNegative = (bits: number, entry: number) => bits !== 0 && numberOf!(entry, 0) < 0;
    if (isProduct && numberOf !== null && selected.some(isNegative))
      refuse(
        path,
        `column ${clause.column} has negative numbers, but \`product\` takes only numbers of 0 or more. Use \`sum\` or another column.`,
      );
    return (group, picks) => {
      const members = sided(selected, group, clause.side);
      const values = Array.from(picks.entry, (entry, pick) =>
        isAmong(members, picks, pick) ? numberOf!(entry, anySlot(picks.slots[pick]!)) : null,
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
    count,
    /** Reads a limit on the number of different teams or games: the players that count, and the range. */
    number(clause: CountClause, path: Path): { readonly selected: Selected; readonly range: Range } {
      const range = limitsOf(clause, path);
      return { selected: read(clause.of, [...path, "of"], range.least), range };
    },
    /**
     * Reads the counts, sums and products of a rule; with `isList`, only the counts of one item of a rule's
     * `counts`. Returns a function that makes a clause of them for a group.
     */
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
