/** Writes every table under `rules/` and `scoring/` into a module of `dist/`, for platforms that read no files. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export const TABLE_FOLDERS = { CONTESTS: join(ROOT, "rules"), SCORING: join(ROOT, "scoring") };
export const TABLES_MODULE = join(ROOT, "dist/platform/browser/built-in-tables.js");

export function writeBuiltInTables(): void {
  const constants = Object.entries(TABLE_FOLDERS).map(([name, folder]) => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".json"),
    );
    const tables = files.sort().map((file) => {
      const table: unknown = JSON.parse(readFileSync(join(folder, file), "utf8"));
      return `{ file: ${JSON.stringify(file.replaceAll(sep, "/"))}, value: () => (${JSON.stringify(table)}) }`;
    });
    return `export const ${name} = [\n${tables.join(",\n")}\n];\n`;
  });
  writeFileSync(TABLES_MODULE, constants.join(""));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeBuiltInTables();
