import { greatestCommonDivisor } from "../../shared/greatest-common-divisor.ts";
import { seatCount } from "../../shared/roster.ts";
import { type LineupTest, type PickCount, type PickSum, waysOf } from "../model/lineup-test.ts";
import type { ProgramBuilder } from "./program-builder.ts";

const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number;

interface Limited {
  readonly columns: readonly number[];
  readonly values: readonly number[];
  readonly least: number;
  readonly most: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Enforces a test by its clauses. If there are several, each has a flag, a column from 0 to 1: its rows must
 * hold with 1. The flags must sum to at least 1.
 */
export function addClauses(test: LineupTest, builder: ProgramBuilder): void {
  const ways = waysOf(test).map(({ counts, sums }) => [
    ...counts.map((count) => limitedCount(count, builder)),
    ...sums.map((sum) => limitedSum(sum, builder)),
  ]);
  const possible = ways.filter((rows) =>
    rows.every(({ least, most, lowest, highest }) => least <= highest && most >= lowest),
  );
  if (possible.some((rows) => rows.every(isMetAlways))) return;
  if (possible.length === 1) {
    for (const { columns, values, least, most } of possible[0]!) builder.addRow(columns, values, least, most);
    return;
  }
  // Flags are integers, except where no row can be violated by more than 1: any value above 0 then enforces
  // the clause, so the flag is continuous.
  const flags = possible.map((rows) => {
    const flag = rows.every(isWithinOne) ? builder.addColumn(1) : builder.addFlag();
    for (const row of rows) addWhere(flag, row, builder);
    return flag;
  });
  builder.addSum(flags, 1, POSITIVE_INFINITY);
}

function limitedCount({ picks, least, most }: PickCount, builder: ProgramBuilder): Limited {
  const columns = [...picks].filter((pick) => builder.slots[pick] !== 0);
  return {
    columns,
    values: columns.map(() => 1),
    least,
    most,
    lowest: 0,
    highest: Math.min(columns.length, seatCount(builder.model.slots)),
  };
}

/** Divides a limited sum by its greatest common divisor: its row is then tighter and better scaled. */
function limitedSum({ weights, least, most }: PickSum, builder: ProgramBuilder): Limited {
  const columns = [...weights.keys()].filter((pick) => builder.slots[pick] !== 0 && weights[pick] !== 0);
  const unit =
    columns.reduce((divisor, pick) => greatestCommonDivisor(divisor, Math.abs(weights[pick]!)), 0) || 1;
  const values = columns.map((pick) => weights[pick]! / unit);
  const sorted = values.toSorted((a, b) => a - b);
  const seats = seatCount(builder.model.slots);
  const sum = (part: readonly number[]) => part.reduce((total, value) => total + value, 0);
  return {
    columns,
    values,
    least: Math.ceil(least / unit),
    most: Math.floor(most / unit),
    lowest: sum(sorted.slice(0, seats).filter((value) => value < 0)),
    highest: seats === 0 ? 0 : sum(sorted.slice(-seats).filter((value) => value > 0)),
  };
}

function isMetAlways({ least, most, lowest, highest }: Limited): boolean {
  return least <= lowest && most >= highest;
}

function isWithinOne({ least, most, lowest, highest }: Limited): boolean {
  return least - lowest <= 1 && highest - most <= 1;
}

function addWhere(
  flag: number,
  { columns, values, least, most, lowest, highest }: Limited,
  builder: ProgramBuilder,
) {
  if (least > lowest)
    builder.addRow([...columns, flag], [...values, lowest - least], lowest, POSITIVE_INFINITY);
  if (most < highest)
    builder.addRow([...columns, flag], [...values, highest - most], NEGATIVE_INFINITY, highest);
}
