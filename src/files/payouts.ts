import { InvalidFileError } from "../shared/errors.ts";
import type { Payouts } from "../shared/schema/contest-play.ts";
import { type CsvRecord, parseCsv } from "./csv.ts";
import { headerKey, isMissing, readListedSalary } from "./header.ts";

/** The columns of payout tables, by header. */
const COLUMNS = {
  place: ["place", "places", "rank"],
  from: ["placelo", "minposition", "from"],
  to: ["placehi", "maxposition", "to"],
  amount: ["payout", "prize", "amount", "payoutvalue"],
  fee: ["entryfee", "fee"],
} as const;

type PayoutColumn = keyof typeof COLUMNS;

/**
 * Reads a payout table (CSV): a prize for each place or range of places, such as `2-5`. The fee of an entry is
 * in a column of its own, unless the caller knows it.
 * @throws InvalidFileError for a file without these columns or with unreadable places.
 */
export function readPayoutsCsv(input: string | Uint8Array, file: string, fee?: number): Payouts {
  const [header, ...records] = parseCsv(input, file);
  const keys = header.cells.map(headerKey);
  const columnOf = (column: PayoutColumn) =>
    keys.findIndex((key) => (COLUMNS[column] as readonly string[]).includes(key));
  const cell = ({ cells }: CsvRecord, column: PayoutColumn) => {
    const text = cells[columnOf(column)] ?? "";
    return isMissing(text) ? "" : text;
  };
  if (columnOf("amount") === -1 || (columnOf("place") === -1 && columnOf("from") === -1))
    throw new InvalidFileError(file, header.line, "has no columns Place and Payout. Give a payout table.");
  const stated = records.map((record) => readListedSalary(cell(record, "fee"))).find((one) => one !== null);
  const paid = fee ?? stated;
  if (paid == null)
    throw new InvalidFileError(file, null, "has no column Entry Fee. State the fee next to the payouts.");
  const payouts = records.flatMap((record) => {
    const text = cell(record, "place") || `${cell(record, "from")}-${cell(record, "to")}`;
    const [from, to = from] = text.split(/\s*(?:-|\.\.|–)\s*/).map((one) => readListedSalary(one));
    const amount = readListedSalary(cell(record, "amount"));
    if (from == null || to == null || amount === null)
      throw new InvalidFileError(
        file,
        record.line,
        `"${record.cells.join(",")}" is not a place with its prize. Write it as 2-5,10.`,
      );
    return [{ places: `${from}..${to}`, amount }];
  });
  return { fee: paid, payouts };
}
