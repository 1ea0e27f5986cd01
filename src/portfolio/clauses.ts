import type { Problem } from "../contests/problem/problem.ts";
import type { Clause, PickCount, PickSum } from "../engine/model/lineup-test.ts";
import type { Picks, RuleByKind } from "../engine/model/model.ts";
import { listedUpTo, listOf } from "../shared/collections.ts";
import { headerKey } from "../shared/header-key.ts";
import { pointsIn, salaryIn } from "../shared/roster.ts";
import type { CountClause, PortfolioRule, SumClause } from "../shared/schema/portfolio.ts";
import { type Group, type GroupContext, ofSide } from "./groups.ts";
import type { People } from "./people.ts";
import type { Findings, Path } from "./places.ts";
import { type Range, readNumber } from "./ranges.ts";
import { anySlot, isAmong, picksOf, type Selected } from "./selections.ts";

const MOST_NAMES = 5;

type ValueOf = (entry: number, slot: number) => number;

interface ColumnContext {
  readonly problem: Problem;
  readonly people: People;
  readonly findings: Findings;
  /** In a swap, GUIDs of players whose games have started: a locked one without a number counts as 0. */
  readonly closed?: ReadonlySet<string> | undefined;
}

/**
 * Reads a column; `missing` is the value of players without a number. Null, with an error in `findings`, if
 * the column is unknown, or if a selected player has no number and there is no `missing`. Players whose games
 * have started need no number, because projections often omit them.
 */
function readColumn(
  { column, missing }: Pick<SumClause, "column" | "missing">,
  selected: Selected,
  path: Path,
  { problem, people, findings, closed }: ColumnContext,
): ValueOf | null {
  const key = headerKey(column);
  const { contest, entries } = problem;
  if (key === "salary") return (entry, slot) => salaryIn(contest.slots[slot]!, entries[entry]!);
  if (key === "points") return (entry, slot) => pointsIn(contest.slots[slot]!, entries[entry]!);
  if (!people.headers.has(key)) {
    findings.refuseColumn([...path, "column"], column, ["salary", "points", ...people.headers.values()]);
    return null;
  }
  const values = people.all.map(({ cells }) => readNumber(cells.get(key) ?? "") ?? missing ?? null);
  const lacking = [...selected.keys()].filter((entry) => selected[entry] !== 0 && values[entry] === null);
  const isClosed = (entry: number) => closed?.has(entries[entry]!.uuid) === true;
  const without = lacking.filter((entry) => !isClosed(entry));
  const header = people.headers.get(key);
  const sentence = (own: readonly number[]) => {
    const names = own.map((entry) => people.all[entry]!.name ?? people.all[entry]!.uuid);
    return `${listedUpTo(MOST_NAMES, names)} ${own.length === 1 ? "has" : "have"} no number in column ${header}`;
  };
  if (without.length > 0) {
    const remedy = "Fill it, or set `missing` to the value to use.";
    findings.refuse("missing-value", path, `${sentence(without)}. ${remedy}`);
    return null;
  }
  if (lacking.length > 0)
    findings.warn(
      path,
      `${sentence(lacking)}. The value 0 is used. It counts only in locked seats, because no other seat can get players whose games have started.`,
    );
  return (entry) => values[entry] ?? 0;
}

export interface RuleContext extends GroupContext, ColumnContext {
  readonly seats: number;
  readonly limits: readonly RuleByKind["groupMaximum"][];
}

/** The count that a rule's `when` requires, of a group's players or (null) of all in a lineup. */
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
    number(clause: CountClause, path: Path): { readonly selected: Selected; readonly range: Range } {
      const range = limitsOf(clause, path);
      return { selected: read(clause.of, [...path, "of"], range.least), range };
    },
    /** With `isList`, reads only the counts of one item of a rule's `counts`. */
    list(
      { count: counts, sum, product }: Pick<PortfolioRule, "count" | "sum" | "product">,
      path: Path,
      isList = false,
    ): (group: Group | null, picks: Picks) => Clause {
      const at = (field: string, given: unknown, index: number): Path => [
        ...path,
        ...(isList ? [] : [field]),
        ...(Array.isArray(given) ? [index] : []),
      ];
      const countReaders = listOf<CountClause>(counts).map((one, index) =>
        count(one, at("count", counts, index), kind !== null),
      );
      const sumReaders = [
        ...listOf<SumClause>(sum).map((one, index) => total(one, at("sum", sum, index), false)),
        ...listOf<SumClause>(product).map((one, index) => total(one, at("product", product, index), true)),
      ];
      return (group, picks) => ({
        counts: countReaders.map((read) => read(group, picks)),
        sums: sumReaders.map((read) => read(group, picks)),
      });
    },
  };
}

const GREATEST_WEIGHT = 2 ** 40;
/** Maximum number of weight units per 1 of a value: at most eight decimals are exact. */
const FINEST_UNITS = 1e8;
/** A number counts as whole within this fraction of it: the rounding error of a decimal times two factors. */
const DECIMAL_TOLERANCE = 4 * Number.EPSILON;

/**
 * Converts values of picks, and limits on their sum, to whole numbers: multiplies all by a power of ten that
 * keeps their decimals, as far as the maximum weight allows. Sums and limits are exact for decimals as files
 * write them.
 */
export function sumOf(values: readonly number[], { least, most }: Range): PickSum {
  const greatest = values.reduce((so, value) => Math.max(so, Math.abs(value)), 1);
  let scale = 1;
  const off = (value: number) => DECIMAL_TOLERANCE * Math.abs(value * scale);
  const isWhole = (value: number) => Math.abs(value * scale - Math.round(value * scale)) <= off(value);
  while (scale < FINEST_UNITS && greatest * scale * 10 <= GREATEST_WEIGHT && !values.every(isWhole))
    scale *= 10;
  return {
    weights: Float64Array.from(values, (value) => Math.round(value * scale) + 0),
    least: Number.isFinite(least) ? Math.ceil(least * scale - off(least)) : least,
    most: Number.isFinite(most) ? Math.floor(most * scale + off(most)) : most,
  };
}

/** Weight units per 1 of a natural logarithm: products are accurate to about one part in ten million. */
const LOGARITHM = 2 ** 28;
/** Tolerance for rounding in the limits of a product, in weight units: half a unit per seat. */
const PRODUCT_TOLERANCE = 24;
/** The weight for a factor of 0: it makes the product 0 with any other factors. */
const ZERO_WEIGHT = -GREATEST_WEIGHT;

/**
 * Converts a limit on a product of picks' values to one on a sum of logarithms. Values must be at least 0,
 * and a pick with null is not a factor. A maximum of 0 allows only products of 0. Products of up to 40 values
 * from 10^-12 to 10^12 are distinguished from products with a 0.
 */
export function productOf(values: readonly (number | null)[], { least, most }: Range): PickSum {
  const weight = (value: number) => (value === 0 ? ZERO_WEIGHT : Math.round(Math.log(value) * LOGARITHM));
  return {
    weights: Float64Array.from(values, (value) => (value === null ? 0 : weight(value))),
    least:
      least <= 0 ? Number.NEGATIVE_INFINITY : Math.floor(Math.log(least) * LOGARITHM) - PRODUCT_TOLERANCE,
    most:
      most === Number.POSITIVE_INFINITY
        ? most
        : most <= 0
          ? ZERO_WEIGHT / 2
          : Math.ceil(Math.log(most) * LOGARITHM) + PRODUCT_TOLERANCE,
  };
}
