/** Writes the parts of `dist/` other than compiled sources, in one process that reads the sources once. */
import { writeBuiltInTables } from "./built-in-tables.ts";
import { bundleCommand } from "./bundle-command.ts";
import { writeJsonSchemas } from "./json-schemas.ts";
import { writeScoreKernel } from "./score-kernel.ts";

await bundleCommand();
writeScoreKernel();
writeBuiltInTables();
writeJsonSchemas();
