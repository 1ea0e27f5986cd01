/**
 * Writes all tables under `rules/` and `scoring/` into modules of `dist/`, for platforms without file access:
 * those for every request into one, those for simulations into another.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isOutcomesFile } from "../../contests/catalog/built-in.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export const TABLE_FOLDERS = { CONTESTS: join(ROOT, "rules"), SCORING: join(ROOT, "scoring") };
export const TABLES_MODULE = join(ROOT, "dist/platform/browser/built-in-tables.js");
const OUTCOMES_MODULE = join(ROOT, "dist/platform/browser/built-in-outcomes.js");

export function writeBuiltInTables(): void {
  const contests = filesOf(TABLE_FOLDERS.CONTESTS);
  const scoring = filesOf(TABLE_FOLDERS.SCORING);
  const scored = scoring.filter(({ file }) => !isOutcomesFile(file));
  const outcomes = scoring.filter(({ file }) => isOutcomesFile(file));
  writeFileSync(OUTCOMES_MODULE, constant("OUTCOMES", outcomes));
  writeFileSync(TABLES_MODULE, constant("CONTESTS", contests) + constant("SCORING", scored));
}

interface TableSource {
  readonly file: string;
  readonly json: string;
}

function filesOf(folder: string): readonly TableSource[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({
      file: file.replaceAll(sep, "/"),
      json: JSON.stringify(JSON.parse(readFileSync(join(folder, file), "utf8"))),
    }));
}

function constant(name: string, files: readonly TableSource[]): string {
  const tables = files.map(({ file, json }) => `{ file: ${JSON.stringify(file)}, value: () => (${json}) }`);
  return `export const ${name} = [\n${tables.join(",\n")}\n];\n`;
}
