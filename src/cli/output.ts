import { InvalidFileError } from "../shared/errors.ts";
import { paragraph } from "./render/paragraph.ts";
import { STANDARD_OUTPUT } from "./standard-output.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * Writes a finished result to a file, or to standard output without one.
 * @throws InvalidFileError if writing fails, as on a full disk.
 */
export async function writeResult(text: string | Uint8Array, file: string = STANDARD_OUTPUT): Promise<void> {
  if (file === STANDARD_OUTPUT) return writeToStandardOutput(text);
  writeWhole([{ file, text }]);
}

/** Writes all of it; a closed pipe (`| head`) is not an error. */
async function writeToStandardOutput(text: string | Uint8Array): Promise<void> {
  const broken = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    process.stdout.once("error", resolve);
    process.stdout.write(text, (error) => resolve(error ?? null));
  });
  if (broken === null || broken.code === "EPIPE") return;
  throw new InvalidFileError("standard output", null, `cannot be written: ${broken.message}.`, broken);
}

/** Prints a note as one paragraph on standard error. */
export function note(text: string): void {
  process.stderr.write(paragraph(text));
}

/** Writes a page and prints a note about it. @throws InvalidFileError */
export function writePage(text: string, file: string): void {
  writeWhole([{ file, text }]);
  note(`wrote ${file}.`);
}
