import { type Aliases, readAliasesCsv } from "../../files/aliases.ts";
import { inputName, readBytes } from "./files.ts";

/** Reads `--alias`; undefined without the option. @throws InvalidFileError */
export async function readAliases({ alias }: { readonly alias?: string }): Promise<Aliases | undefined> {
  if (alias === undefined) return undefined;
  return readAliasesCsv(await readBytes(alias), { file: inputName(alias) });
}
