/** Rewrites examples/slates: `npx tsx bench/slates/generate.ts`. */
import { writeFileSync } from "node:fs";
import { generateSlate } from "./generate-slate.ts";
import { SHAPES, slateName } from "./shapes.ts";

for (const name of SHAPES.map(slateName)) {
  const text = generateSlate(name);
  writeFileSync(new URL(`../../examples/slates/${name}.csv`, import.meta.url), text);
  console.log(`${name}.csv: ${text.split("\n").length - 2} rows`);
}
