/** Rewrites examples/slates, examples/evening and examples/request: `npx tsx bench/slates/generate.ts`. */
import { writeFileSync } from "node:fs";
import { eveningFiles } from "./evening.ts";
import { generateSlate } from "./generate-slate.ts";
import { requestFiles } from "./request-files.ts";
import { SHAPES, slateName } from "./shapes/index.ts";

for (const name of SHAPES.map(slateName)) {
  const text = generateSlate(name);
  writeFileSync(new URL(`../../examples/slates/${name}.csv`, import.meta.url), text);
  console.log(`${name}.csv: ${text.split("\n").length - 2} rows`);
}
for (const [name, text] of eveningFiles()) {
  writeFileSync(new URL(`../../examples/evening/${name}`, import.meta.url), text);
  console.log(`evening/${name}: ${text.split("\n").length - 1} lines`);
}
for (const [name, document] of requestFiles()) {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  writeFileSync(new URL(`../../examples/request/${name}`, import.meta.url), text);
  console.log(`request/${name}: ${text.length} bytes`);
}
