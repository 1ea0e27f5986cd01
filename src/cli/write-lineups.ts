import { join, parse } from "node:path";
import { note, writeResult } from "./output.ts";
import { STANDARD_OUTPUT } from "./standard-output.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * Writes one text to a file, or to standard output without one; several to numbered files: `up.csv` becomes
 * `up-1.csv`, `up-2.csv`. Writes all of them or none.
 * @throws InvalidFileError
 */
export async function writeLineups(
  texts: readonly (string | Uint8Array)[],
  output: string = STANDARD_OUTPUT,
): Promise<void> {
  if (output === STANDARD_OUTPUT) {
    for (const text of texts) await writeResult(text);
    return;
  }
  const files = texts.map((text, index) => ({ file: numbered(output, index, texts.length), text }));
  writeWhole(files);
  note(`wrote ${files.map(({ file }) => file).join(", ")}.`);
}

function numbered(file: string, index: number, count: number): string {
  if (count === 1) return file;
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-${index + 1}${ext}`);
}
