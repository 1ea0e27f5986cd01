/** Prints the lineups of a salary file by the library's entry point that the first argument names. */
import { readFileSync } from "node:fs";

const [entry, file, count] = process.argv.slice(2);
const { createOptimizer, readSlateFile, slateInputs } = await import(`../../../dist/${entry}`);
const { sport, body, projections } = slateInputs(readSlateFile(readFileSync(file, "utf8"), { file }));
const optimizer = await createOptimizer();
const document = await optimizer.optimize({ sport, body, projections, count: Number(count) });
await optimizer.close();
console.log(JSON.stringify(document));
