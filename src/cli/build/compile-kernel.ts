/** Compiles `kernel.as` into `kernel.json`, in the same folder. Run `npm run build:kernel` after each change of the source. */
import { writeFileSync } from "node:fs";
import { compiledKernel, KEPT_KERNEL, kernelSource } from "./score-kernel.ts";

writeFileSync(KEPT_KERNEL, `${JSON.stringify(await compiledKernel(kernelSource()), null, 2)}\n`);
