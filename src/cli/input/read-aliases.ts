import { type Aliases, readAliasesCsv } from "../../files/aliases.ts";
import { inputName, readBytes } from "./files.ts";

/** Reads `--alias`; undefined where it is not given. @throws InvalidFileError */
export async function readAliases({ alias }: { readonly alias?: string }): Promise<Aliases | undefined> {
  if (alias === undefined) return undefined;
  return readAliasesCsv(await readBytes(alias), { file: inputName(alias) });
}
