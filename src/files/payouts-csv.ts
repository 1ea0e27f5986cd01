import { InvalidFileError } from "../shared/errors.ts";
import { headerKey } from "../shared/header-key.ts";
import type { Payouts } from "../shared/schema/contest-play.ts";
import { FileFaults, parseCsv } from "./csv.ts";

/** The payouts of a CSV file. */
export interface PayoutsTable {
  readonly payouts: Extract<Payouts, { payouts: unknown }>["payouts"];
  /** The entry fee, in dollars; null if the file does not say. */
  readonly fee: number | null;
  /** The number of entries in the contest; null if the file does not say. */
  readonly entries: number | null;
}

/** The headers of each column, without case, spaces and signs. */
const COLUMNS = {
  place: ["place", "places", "placelo", "position", "rank", "finish", "minplace", "minposition", "from"],
  to: ["placehi", "maxplace", "maxposition", "to"],
  payout: ["payout", "payouts", "payoutvalue", "prize", "prizes", "amount", "payment", "winnings"],
  fee: ["entryfee", "fee", "buyin"],
  entries: ["fieldsize", "entries", "totalentries", "contestsize"],
} as const;

/**
 * Reads a table of payouts: columns such as `Place,Payout` or `Place_lo,Place_hi,Payout`, with places such as
 * `3`, `3rd` or `6-10`, and optionally the columns `Entry Fee` and `Field Size`. Returns null for a file
 * without columns for places and payouts.
 * @throws InvalidFileError for a file that is not a table, and with the lines of unreadable cells.
 */
export function readPayoutsCsv(
  input: string | Uint8Array,
  { file }: { readonly file: string },
): PayoutsTable | null {
  const [header, ...rows] = parseCsv(input, file);
  const keys = header.cells.map(headerKey);
  const at = (column: keyof typeof COLUMNS) =>
    keys.findIndex((key) => (COLUMNS[column] as readonly string[]).includes(key));
  const columns = { place: at("place"), to: at("to"), payout: at("payout") };
  if (columns.place === -1 || columns.payout === -1) return null;
  const faults = new FileFaults(file);
  const payouts = rows.flatMap(({ line, cells }) => {
    const text = cells[columns.place] ?? "";
    const places = placesOf(text, cells[columns.to] ?? "");
    const amount = amountOf(cells[columns.payout] ?? "");
    if (places === null)
      faults.add(line, `"${text}" is not a place. Write one such as 3, or places such as 6-10.`);
    else if (amount === null)
      faults.add(line, `"${cells[columns.payout] ?? ""}" is not an amount. Write one such as 250.`);
    else return [{ places, amount }];
    return [];
  });
  faults.throwIfAny();
  if (payouts.length === 0)
    throw new InvalidFileError(
      file,
      header.line,
      "has no payouts below its header. Add a row for each place.",
    );
  const firstOf = (column: "fee" | "entries") =>
    rows.map(({ cells }) => amountOf(cells[at(column)] ?? "")).find((value) => value !== null) ?? null;
  return { payouts, fee: firstOf("fee"), entries: firstOf("entries") };
}

const PLACES = /^(\d{1,7})(?:st|nd|rd|th)?(?:\s*(?:-|–|to|\.\.)\s*(\d{1,7})(?:st|nd|rd|th)?)?$/i;

/**
 * Reads a place, or a range of places as `2..5`, from the cells of the first and the last place (`to`, which
 * may be empty); null for other text.
 */
function placesOf(text: string, to: string): number | string | null {
  const plain = (cell: string) => PLACES.exec(cell.replace(/(?<=\d),(?=\d{3})/g, ""));
  const found = plain(text);
  if (found === null) return null;
  const from = Number(found[1]);
  const last = to === "" ? Number(found[2] ?? from) : Number(plain(to)?.[1] ?? Number.NaN);
  if (Number.isNaN(last)) return null;
  return last === from ? from : `${from}..${last}`;
}

function amountOf(text: string): number | null {
  const plain = text.replace(/[$,\s]/g, "");
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : null;
}
