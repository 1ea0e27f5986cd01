/** Rewrites the invented files under examples/: `npx tsx bench/slates/generate.ts`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { eveningFiles } from "./evening.ts";
import { generateSlate } from "./generate-slate.ts";
import { historyFiles } from "./history.ts";
import { requestFiles } from "./request-files.ts";
import { SHAPES, slateName } from "./shapes/index.ts";
import { sportFiles } from "./sport-files.ts";

/** JSON as the formatter writes it: a list of one text on one line. */
const formattedJson = (document: unknown) =>
  `${JSON.stringify(document, null, 2).replace(/\[\n +("[^"\n]*")\n +\]/g, "[$1]")}\n`;

for (const name of SHAPES.map(slateName)) {
  const text = generateSlate(name);
  writeFileSync(new URL(`../../examples/slates/${name}.csv`, import.meta.url), text);
  console.log(`${name}.csv: ${text.split("\n").length - 2} rows`);
}
const others = [
  ...[...eveningFiles()].map(([name, text]) => [`evening/${name}`, text] as const),
  ...[...historyFiles()].map(([name, text]) => [`history/${name}`, text] as const),
  ...[...requestFiles()].map(([name, document]) => {
    return [`request/${name}`, formattedJson(document)] as const;
  }),
  ...sportFiles(),
];
for (const [name, text] of others) {
  const file = new URL(`../../examples/${name}`, import.meta.url);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${name}: ${text.length} bytes`);
}
