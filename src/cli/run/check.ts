import { loadCatalog } from "../../platform/node/catalog.ts";
import { REFUSED } from "../failure.ts";
import { readBytes } from "../input/files.ts";
import type { Options } from "../options/definitions.ts";
import { writeResult } from "../output.ts";
import { judgedRows } from "./verify-upload.ts";

/** Checks a book's upload or entries file, row by row. */
export async function run(options: Options<"check">, file: string): Promise<void> {
  const catalog = await loadCatalog({ rules: options.rules });
  const { legal, text } = await judgedRows(await readBytes(file), { ...options, lineups: file }, catalog);
  await writeResult(text, options.output);
  if (!legal) process.exitCode = REFUSED;
}
