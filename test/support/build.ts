import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleCommand } from "../../src/build/bundle.ts";
import { KEPT_KERNEL, KERNEL_FILE, KERNEL_SOURCE, writeScoreKernel } from "../../src/build/score-kernel.ts";
import { buildStudio } from "../../src/build/studio.ts";
import {
  TABLE_FOLDERS,
  TABLES_MODULE,
  writeBuiltInTables,
  writeJsonSchemas,
} from "../../src/build/tables-and-schemas.ts";
import { builtFileOf, isBuilt } from "./built-sources.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const STUDIO = join(ROOT, "dist", "studio");

/**
 * Builds `dist/` if a source is newer: workers and the command run from it, also if a single test file runs.
 * Types are not checked here: `npm run types` and `npm run build` do that.
 */
export async function setup(): Promise<void> {
  const isStale = () =>
    newest(join(ROOT, "src"), ".ts") > newest(join(ROOT, "dist"), ".js") || librarySources().some(isUnbuilt);
  const wasStale = isStale();
  if (wasStale) {
    compile(isStale);
    await bundleCommand();
    writeJsonSchemas();
  }
  const page = join(ROOT, "src", "studio");
  const isPageStale = Math.max(newest(page, ".tsx"), newest(page, ".css")) > newest(STUDIO, "sw.js");
  if (Math.max(changed(KERNEL_SOURCE), changed(KEPT_KERNEL)) > changed(KERNEL_FILE)) writeScoreKernel();
  const tables = Object.values(TABLE_FOLDERS).map((folder) => newest(folder, ".json"));
  if (Math.max(...tables) > newest(dirname(TABLES_MODULE), basename(TABLES_MODULE))) writeBuiltInTables();
  if (wasStale || isPageStale) await buildStudio();
}

/** The sources with files of their own in `dist/`. */
function librarySources(): string[] {
  return readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .map((name) => join(ROOT, "src", name))
    .filter((path) => /(?<!\.d)\.ts$/.test(path) && isBuilt(path));
}

/** Renamed files keep their time. */
const isUnbuilt = (source: string) => !existsSync(builtFileOf(source));

function compile(isStale: () => boolean): void {
  const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const args = [compiler, "-p", join(ROOT, "src"), "--noCheck"];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (isStale()) throw new Error(`dist/ could not be built: ${stdout}`);
}

/** The modification time of the newest file below `folder`; 0 without files. */
function newest(folder: string, ending: string): number {
  let files: string[];
  try {
    files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return 0;
  }
  return files
    .filter((file) => file.endsWith(ending))
    .reduce((latest, file) => Math.max(latest, statSync(join(folder, file)).mtimeMs), 0);
}

/** A file's modification time; 0 if it does not exist. */
function changed(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
