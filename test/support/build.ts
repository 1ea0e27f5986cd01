import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildDist } from "../../src/build/index.ts";
import { builtFileOf, isBuilt } from "./built-sources.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The file that the build writes last. */
const LAST = join(ROOT, "dist/studio/sw.js");

/**
 * Builds `modules/` and `dist/` if a source is newer: workers and the command run from them, also if a single
 * test file runs. Types are not checked here: `npm run types` does that.
 */
export async function setup(): Promise<void> {
  const sources = ["src", "rules", "scoring"].flatMap(filesOf);
  // Renamed files keep their time.
  const isUnbuilt = (file: string) =>
    /(?<!\.d)\.ts$/.test(file) && isBuilt(file) && !existsSync(builtFileOf(file));
  if (Math.max(...sources.map(changed)) <= changed(LAST) && !sources.some(isUnbuilt)) return;
  const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const args = [compiler, "-p", join(ROOT, "src"), "--noCheck"];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (sources.some(isUnbuilt)) throw new Error(`modules/ could not be built: ${stdout}`);
  await buildDist();
}

const filesOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) =>
    join(ROOT, folder, name),
  );

/** A file's modification time; 0 if it does not exist. */
const changed = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
