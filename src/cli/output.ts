import { InvalidFileError } from "../errors.ts";
import { printable } from "./render/printable.ts";

/**
 * Writes a finished result to standard output, whole. A reader that goes away (`| head`) is no error.
 * @throws InvalidFileError if it cannot be written, as on a full disk.
 */
export async function writeResult(text: string): Promise<void> {
  const broken = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    process.stdout.once("error", resolve);
    process.stdout.write(text, (error) => resolve(error ?? null));
  });
  if (broken === null || broken.code === "EPIPE") return;
  throw new InvalidFileError("standard output", null, `cannot be written: ${broken.message}.`, broken);
}

/** The result as JSON text. */
export function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Says something beside the result, on standard error, as one paragraph. */
export function note(text: string): void {
  process.stderr.write(`dfs-lineups: ${printable(text)}\n`);
}
