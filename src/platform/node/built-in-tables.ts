import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type BuiltIn,
  builtInTables,
  isOutcomesFile,
  type TableFile,
} from "../../contests/catalog/built-in.ts";

/** The package's own tables, found from `src/` and `dist/` alike. */
const RULES = fileURLToPath(new URL("../../../rules/", import.meta.url));
const SCORING = fileURLToPath(new URL("../../../scoring/", import.meta.url));

/** All tables in the package's folders, each read on first use. */
export async function loadBuiltInTables(): Promise<BuiltIn> {
  const [contests, scoring] = await Promise.all([filesOf(RULES), filesOf(SCORING)]);
  return builtInTables({
    contests,
    scoring: scoring.filter(({ file }) => !isOutcomesFile(file)),
    outcomes: async () => scoring.filter(({ file }) => isOutcomesFile(file)),
  });
}

async function filesOf(folder: string): Promise<readonly TableFile[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({
      file: file.replaceAll(sep, "/"),
      value: () => JSON.parse(readFileSync(join(folder, file), "utf8")) as unknown,
    }));
}
