/** Prints the lineups of a salary file by each of the library's entry points that the last arguments name. */
import { readFileSync } from "node:fs";

const [file, count, ...entries] = process.argv.slice(2);
const documents = [];
for (const entry of entries) {
  const { createOptimizer, readSlateFile, slateInputs } = await import(`../../../dist/${entry}`);
  const { sport, body, projections } = slateInputs(readSlateFile(readFileSync(file, "utf8"), { file }));
  const optimizer = await createOptimizer();
  documents.push(await optimizer.optimize({ sport, body, projections, count: Number(count) }));
  await optimizer.close();
}
console.log(JSON.stringify(documents));
