import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { familyOf } from "../../contests/catalog/sports.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { unknownSport } from "../../shared/errors.ts";
import { usageError } from "../errors.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeResult } from "../output.ts";

/** A description in YAML. Lines for one family of sports begin with its name, such as `football|`. */
const START = fileURLToPath(new URL("../../../examples/portfolios/start.txt", import.meta.url));

async function describedExample(sport: string | undefined): Promise<string> {
  const family = familyOf(sport ?? "") ?? "other";
  const lines = (await readFile(START, "utf8"))
    .split("\n")
    .map((line) => /^(?:([a-z]+)\|)?(.*)$/.exec(line)!);
  return lines.flatMap(([, of, text]) => (of === undefined || of === family ? [text] : [])).join("\n");
}

export async function run({ sport, output }: Options<"init">): Promise<void> {
  if (sport !== undefined) {
    const { sports, scoringTables } = await loadCatalog({});
    const scoring = await scoringTables();
    const known = [...new Set([...sports, ...scoring.map((table) => table.sport)])].sort();
    if (!known.includes(sport)) throw usageError("--sport", unknownSport(sport, known));
  }
  await writeResult(await describedExample(sport), output);
  if (output !== undefined) note(`wrote ${output}. Use it with optimize, build or swap: -r ${output}.`);
}
