import { readPortfolio } from "../portfolio/read-portfolio.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { headerKey } from "../shared/header-key.ts";
import type { Payouts } from "../shared/schema/contest-play.ts";
import { decodeText, FileFaults, parseCsv } from "./csv.ts";

/**
 * What the caller knows besides a file: its name in errors, the entry fee, and the words for that setting.
 */
interface PayoutsContext {
  readonly file: string;
  readonly fee?: number | undefined;
  readonly feeWord: string;
}

/**
 * Reads payouts from a table (CSV), YAML or JSON. A fee in the file must not be given again, except that of a
 * table, which it replaces. `entries` is the contest's size according to a table, else null.
 * @throws InvalidFileError; the caller checks the fields of YAML and JSON.
 */
export async function readPayouts(
  input: Uint8Array,
  { file, fee, feeWord }: PayoutsContext,
): Promise<{ readonly payouts: Payouts; readonly entries: number | null }> {
  const text = decodeText(input);
  const fault = (reason: string) => new InvalidFileError(file, null, reason);
  const [first = ""] = text.trimStart().split("\n", 1);
  if (/[,;\t|]/.test(first) && !/^[[{]|: /.test(first)) {
    const table = readPayoutsCsv(text, { file });
    if (table === null)
      throw fault(
        `has no columns of places and payouts. Its first row is ${first.trim()}. Name them Place (or Place From and Place To) and Payout.`,
      );
    const known = fee ?? table.fee;
    if (known === null)
      throw fault(`has no column Entry Fee. Add it, or give the fee of an entry: ${feeWord}.`);
    return { payouts: { fee: known, payouts: [...table.payouts] }, entries: table.entries };
  }
  const { portfolio: read } = await readPortfolio(text, { file });
  if (typeof read !== "object" || read === null || Array.isArray(read))
    throw fault(
      "is neither YAML or JSON with `fee` and `payouts`, nor CSV with the columns Place and Payout.",
    );
  const { $schema: _, ...described } = read as Payouts & { readonly $schema?: unknown };
  if (fee === undefined) return { payouts: described as Payouts, entries: null };
  if (described.fee !== undefined) throw fault(`already has a fee. Leave out ${feeWord}.`);
  return { payouts: { ...described, fee } as Payouts, entries: null };
}

export interface PayoutsTable {
  readonly payouts: Extract<Payouts, { payouts: unknown }>["payouts"];
  /** The entry fee, in dollars; null if the file does not say. */
  readonly fee: number | null;
  /** The number of entries in the contest; null if the file does not say. */
  readonly entries: number | null;
}

const PLACE = "(?:place|position|rank|finish|pos)s?";

/** The headers of each column, without case, spaces and signs. */
const COLUMNS = {
  place: RegExp(
    `^(?:${PLACE}|(?:min|low|first|start|from)${PLACE}|${PLACE}(?:min|lo|low|first|start|from)|from|start)$`,
  ),
  to: RegExp(`^(?:(?:max|high|last|end|to)${PLACE}|${PLACE}(?:max|hi|high|last|end|to)|to|end)$`),
  payout: /^(?:(?:pay(?:out|ment)|prize|amount|winning|cash)s?(?:value|amount|each|usd)?)$/,
  fee: /^(?:(?:contest)?entryfee|fee|buyin|cost)$/,
  entries: /^(?:fieldsize|(?:total|max)?entries|contestsize)$/,
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
  const at = (column: keyof typeof COLUMNS) => keys.findIndex((key) => COLUMNS[column].test(key));
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
