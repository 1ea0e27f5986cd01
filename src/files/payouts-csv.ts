import { readPortfolio } from "../portfolio/read-portfolio.ts";
import { InvalidFileError } from "../shared/errors.ts";
import type { Payouts } from "../shared/schema/contest-play.ts";
import { type Columns, findTable, readAmount, readRow, shownColumns } from "./columns.ts";
import { decodeText, FileFaults, parseCsv } from "./csv.ts";

/** `feeWord` names the setting of the fee. */
interface PayoutsContext {
  readonly file: string;
  readonly fee?: number | undefined;
  readonly feeWord: string;
}

/**
 * Reads payouts from a table (CSV), YAML or JSON. A fee in the file must not be given again, except that of a
 * table, which it replaces. `entries` is the contest's size according to a table, else null, and `tickets` the
 * number of its payouts that are tickets, taken at their worth.
 * @throws InvalidFileError; the caller checks the fields of YAML and JSON.
 */
export async function readPayouts(
  input: Uint8Array,
  { file, fee, feeWord }: PayoutsContext,
): Promise<{ readonly payouts: Payouts; readonly entries: number | null; readonly tickets: number }> {
  const text = decodeText(input);
  const fault = (reason: string) => new InvalidFileError(file, null, reason);
  if (!/^\s*[[{]|^["']?(?:fee|payouts|shape)["']?\s*:/m.test(text) && /[,;\t|]/.test(text)) {
    const table = readPayoutsCsv(text, { file });
    if (table === null) {
      const records = parseCsv(text, file);
      const header =
        records.find(({ cells }) => cells.filter((cell) => cell !== "").length > 1) ?? records[0];
      throw fault(
        `has no columns of places and payouts. Its columns are ${shownColumns(header)}. Name them Place (or Place From and Place To) and Payout.`,
      );
    }
    const known = fee ?? table.fee;
    if (known === null)
      throw fault(`has no column Entry Fee. Add it, or give the fee of an entry: ${feeWord}.`);
    const { payouts, entries, tickets } = table;
    return { payouts: { fee: known, payouts }, entries, tickets };
  }
  const { portfolio: read } = await readPortfolio(text, { file });
  if (typeof read !== "object" || read === null || Array.isArray(read))
    throw fault(
      "is neither YAML or JSON with `fee` and `payouts`, nor CSV with the columns Place and Payout.",
    );
  const { $schema: _, ...described } = read as Payouts & { readonly $schema?: unknown };
  const none = { entries: null, tickets: 0 };
  if (fee === undefined) return { payouts: described as Payouts, ...none };
  if (described.fee !== undefined) throw fault(`already has a fee. Leave out ${feeWord}.`);
  return { payouts: { ...described, fee } as Payouts, ...none };
}

const PLACES = ["place", "position", "rank", "finish", "pos"].flatMap((word) => [word, `${word}s`]);

/** Such as `Place_lo`. */
const placesWith = (words: readonly string[]) =>
  words.flatMap((word) => PLACES.flatMap((place) => [`${word} ${place}`, `${place} ${word}`]));

const COLUMNS: Columns<"place" | "to" | "payout" | "fee" | "entries"> = {
  place: {
    names: [...PLACES, ...placesWith(["min", "lo", "low", "first", "start", "from"]), "from", "start"],
    required: true,
  },
  to: { names: [...placesWith(["max", "hi", "high", "last", "end", "to"]), "to", "end"], required: false },
  payout: {
    names: ["payout", "payment", "prize", "amount", "winning", "cash"].flatMap((word) =>
      ["", "s"].flatMap((end) => ["", "value", "amount", "each", "usd"].map((of) => `${word}${end} ${of}`)),
    ),
    required: true,
  },
  fee: { names: ["contest entry fee", "entry fee", "fee", "buy in", "cost"], required: false },
  entries: {
    names: ["field size", "entries", "total entries", "max entries", "contest size"],
    required: false,
  },
};

/**
 * Reads a table of payouts: columns such as `Place,Payout` or `Place_lo,Place_hi,Payout`, with places such as
 * `3`, `3rd` or `6-10`, and optionally the columns `Entry Fee` and `Field Size`. Returns null for a file
 * without columns for places and payouts. `fee`, in dollars, and `entries` are null if the file does not say;
 * `tickets` is how many payouts are tickets, taken at their worth.
 * @throws InvalidFileError for a file that is not a table, and with the lines of unreadable cells.
 */
export function readPayoutsCsv(input: string | Uint8Array, { file }: { readonly file: string }) {
  const table = findTable(parseCsv(input, file), COLUMNS);
  if (table === null) return null;
  const faults = new FileFaults(file);
  const rows = table.below.map(({ line, cells }) => ({
    line,
    ...readRow(
      table,
      { line, cells: withWholeAmount(cells, table.at.payout!, table.header.cells.length) },
      { place: String, to: String, payout: String, fee: readAmount, entries: readAmount },
      faults,
    ),
  }));
  const payouts = rows.flatMap(({ line, place, to, payout }) => {
    const places = placesOf(place, to);
    const amount = readAmount(payout) ?? worthOf(payout);
    if (places === null)
      faults.add(line, `"${place}" is not a place. Write one such as 3, or places such as 6-10.`);
    else if (amount === null)
      faults.add(
        line,
        TICKET.test(payout)
          ? `"${payout}" does not say what it is worth. Write it such as $20 Ticket.`
          : `"${payout}" is not an amount. Write one such as 250.`,
      );
    else return [{ places, amount }];
    return [];
  });
  faults.throwIfAny();
  if (payouts.length === 0)
    throw new InvalidFileError(
      file,
      table.header.line,
      "has no payouts below its header. Add a row for each place.",
    );
  const firstOf = (column: "fee" | "entries") => rows.find((row) => row[column] !== null)?.[column] ?? null;
  const tickets = rows.filter(({ payout }) => TICKET.test(payout)).length;
  return { payouts, fee: firstOf("fee"), entries: firstOf("entries"), tickets };
}

/** Joins an amount without quotes, such as `$15,000`, that its comma divides into more cells than headers. */
function withWholeAmount(cells: readonly string[], at: number, headers: number): readonly string[] {
  const more = cells.length - headers;
  const rest = cells.slice(at + 1, at + 1 + more);
  if (more <= 0 || !rest.every((cell) => /^\d{3}(\.\d*)?$/.test(cell))) return cells;
  return [...cells.slice(0, at), [cells[at], ...rest].join(","), ...cells.slice(at + 1 + more)];
}

const TICKET = /ticket|entry|seat|credit/i;

/** The worth of tickets such as `2 x $20 Ticket`, with any money beside them; null for other text. */
function worthOf(cell: string): number | null {
  const parts = [...cell.matchAll(/(?:(\d+)\s*[x×]\s*)?\$\s*(\d[\d,]*(?:\.\d+)?)/gi)];
  if (!TICKET.test(cell) || parts.length === 0) return null;
  return parts.reduce((sum, [, count = "1", worth]) => sum + Number(count) * readAmount(worth!)!, 0);
}

const RANGE = /^(\d{1,7})(?:st|nd|rd|th)?(?:\s*(?:-|–|to|\.\.)\s*(\d{1,7})(?:st|nd|rd|th)?)?$/i;

/** A place or a range as `2..5`; null for other text. */
function placesOf(text: string, to: string): number | string | null {
  const plain = (cell: string) => RANGE.exec(cell.replace(/(?<=\d),(?=\d{3})/g, ""));
  const found = plain(text);
  if (found === null) return null;
  const from = Number(found[1]);
  const last = to === "" ? Number(found[2] ?? from) : Number(plain(to)?.[1] ?? Number.NaN);
  if (Number.isNaN(last)) return null;
  return last === from ? from : `${from}..${last}`;
}
