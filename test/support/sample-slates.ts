import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../examples/slates/", import.meta.url));

/** The sample slates by file name, in alphabetical order. */
export const SAMPLE_SLATES: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".csv"))
  .sort();

export function sampleSlate(file: string): string {
  return readFileSync(`${FOLDER}${file}`, "utf8");
}
