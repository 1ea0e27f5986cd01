/** Writes what `dist/` has beside the compiled sources: in one process, which reads the sources once. */
import { writeBuiltInTables } from "./built-in-tables.ts";
import { bundleCommand } from "./bundle-command.ts";
import { writeJsonSchemas } from "./json-schemas.ts";
import { writeScoreKernel } from "./score-kernel.ts";

// The bundler has a process of its own, beside which the kernel is compiled.
await Promise.all([bundleCommand(), writeScoreKernel()]);
writeBuiltInTables();
writeJsonSchemas();
