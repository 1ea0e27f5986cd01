/** Writes `dist/` from the modules that `tsc` wrote to `modules/`. */
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DIST } from "./bundle.ts";
import { bundleDeclarations } from "./declarations.ts";
import { bundlePackage, writeHighsScript } from "./package.ts";
import { writeScoreKernel } from "./score-kernel.ts";
import { buildStudio } from "./studio.ts";
import { writeBuiltInTables, writeJsonSchemas } from "./tables-and-schemas.ts";

export async function buildDist(): Promise<void> {
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST);
  writeScoreKernel();
  writeBuiltInTables();
  writeHighsScript();
  writeJsonSchemas();
  await Promise.all([bundlePackage(), bundleDeclarations()]);
  await buildStudio();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDist();
