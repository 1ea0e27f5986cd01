import { mkdtempSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { drawEvening } from "./draw-evening.ts";
import { runEvening } from "./run-evening.ts";

/**
 * Runs drawn evenings as commands: `--evenings N` of them (50), from `--seed S` (1) on. Ends with 1 if one has no answer.
 */
const numberAfter = (option: string, otherwise: number) => {
  const at = process.argv.indexOf(option);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
};
const first = numberAfter("--seed", 1);
const evenings = numberAfter("--evenings", 50);
const folder = mkdtempSync(join(tmpdir(), "evenings-"));
console.log(`${evenings} evenings from seed ${first}; their files are in ${folder}`);
const seconds: number[] = [];
const processors: number[] = [];
const counts = new Map<string, number>();
for (let seed = first; seed < first + evenings; seed += 1) {
  const evening = drawEvening(seed);
  const result = await runEvening(evening, join(folder, String(seed)));
  const { ending, processor } = result;
  seconds.push(result.seconds);
  processors.push(processor);
  counts.set(ending, (counts.get(ending) ?? 0) + 1);
  const times = `${result.seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time`;
  console.log(`${evening.name}: ${ending}, ${times}, load ${loadavg()[0]!.toFixed(0)}`);
  if (ending !== "answered") console.log(result.said.replaceAll(/^/gm, "  ").trimEnd());
}
const longest = (list: readonly number[]) => Math.max(...list).toFixed(1);
const endings = [...counts].map(([ending, count]) => `${count} ${ending}`).join(", ");
console.log(
  `${endings}; the longest command took ${longest(seconds)} s, and ${longest(processors)} s of processor time`,
);
if (counts.has("no answer")) process.exitCode = 1;
