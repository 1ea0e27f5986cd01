/** Writes the parts of `dist/` other than compiled sources, in one process that reads the sources once. */

import { bundleCommand } from "./bundle.ts";
import { pruneTypes } from "./prune-types.ts";
import { writeScoreKernel } from "./score-kernel.ts";
import { buildSolverScript } from "./solver-script.ts";
import { buildStudio } from "./studio.ts";
import { writeBuiltInTables, writeJsonSchemas } from "./tables-and-schemas.ts";

await bundleCommand();
writeScoreKernel();
writeBuiltInTables();
writeJsonSchemas();
await buildSolverScript();
await buildStudio();
pruneTypes();
