import { InvalidFileError } from "../shared/errors.ts";
import { nameKey } from "../shared/names.ts";
import { FileFaults, parseCsv } from "./csv.ts";
import { headerKey } from "./header.ts";

/** The salary file's name or id for each name in other files, by the normalized name. */
export type Aliases = ReadonlyMap<string, string>;

/**
 * Reads a user's alias list with two columns: the name in other files, and the name or id in the salary file.
 * The header `from,to` is optional.
 * @throws InvalidFileError for a row without two cells, and for a name with two meanings.
 */
export function readAliasesCsv(input: string | Uint8Array, { file }: { readonly file: string }): Aliases {
  const records = parseCsv(input, file);
  const first = records[0]!.cells.map(headerKey);
  const rows = first[0] === "from" && first[1] === "to" ? records.slice(1) : records;
  const faults = new FileFaults(file);
  const aliases = new Map<string, string>();
  for (const { line, cells } of rows) {
    const [from = "", to = "", ...more] = cells;
    if (from === "" || to === "" || more.some((cell) => cell !== "")) {
      faults.add(
        line,
        "is not two cells: the name as the other file has it, and the name or id to take for it.",
      );
      continue;
    }
    const known = aliases.get(nameKey(from));
    if (known !== undefined && known !== to)
      faults.add(line, `"${from}" means "${known}" already. Keep one of the rows.`);
    aliases.set(nameKey(from), to);
  }
  faults.throwIfAny();
  if (aliases.size === 0) throw new InvalidFileError(file, null, "has no names below its header.");
  return aliases;
}
