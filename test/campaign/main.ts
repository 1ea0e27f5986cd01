import { fileURLToPath } from "node:url";
import { type Case, keepCases, readCases } from "./case.ts";
import { propertyFiles, type Runnable, runnable } from "./properties.ts";
import { RulePairs } from "./rule-pairs.ts";
import { runOptions } from "./run-options.ts";
import { Watched } from "./watched.ts";

const KEPT = fileURLToPath(new URL("./kept.json", import.meta.url));
/** How many of the pairs of rules with the fewest cases are told. */
const RAREST = 20;

const { minutes, seed, only, kept, replay } = runOptions(
  { kept: { type: "string", default: KEPT }, replay: { type: "boolean", default: false } },
  process.argv.slice(2),
  process.env,
);

const pairs = new RulePairs();
const watched = new Watched((given) => pairs.see(given));
if (replay) await tryKept();
else await campaign();

/** What became of one property in all rounds. */
interface Sum {
  rounds: number;
  cases: number;
  failed: number;
}

/** Runs every property from one seed after the other until the time is over, and keeps what fails. */
async function campaign(): Promise<void> {
  console.log(`${minutes} minutes, seed ${seed}`);
  const until = performance.now() + minutes * 60_000;
  const sums = new Map<string, Sum>();
  const found: Case[] = [];
  const files = await Promise.all((only ?? propertyFiles()).map(runnable));
  for (let round = 0; round === 0 || performance.now() < until; round += 1) {
    for (const file of files) {
      if (round > 0 && performance.now() >= until) break;
      found.push(...(await runFile(file, (seed + Math.imul(round, 0x9e3779b1)) | 0, sums)));
    }
  }
  for (const [name, { rounds, cases, failed }] of sums)
    console.log(`${cases} cases in ${rounds} rounds${failed > 0 ? `, FAILED ${failed} times` : ""}: ${name}`);
  const counted = pairs.rarestFirst();
  const cases = [...sums.values()].reduce((sum, one) => sum + one.cases, 0);
  console.log(`${sums.size} properties, ${cases} cases, ${counted.length} pairs of rules; the rarest:`);
  for (const [pair, count] of counted.slice(0, RAREST)) console.log(`${count} cases: ${pair}`);
  for (const { file, test, found: words } of found) console.log(`${file}, ${test}: ${words}`);
  keepCases(kept, found);
  if (found.length > 0) process.exitCode = 1;
}

async function runFile({ file, load }: Runnable, seed: number, sums: Map<string, Sum>): Promise<Case[]> {
  const found: Case[] = [];
  const { tests, end } = await load();
  for (const { name, run } of tests) {
    watched.begin({ kind: "campaign", seed });
    // What a test says after its properties counts their cases, by thresholds that are set for its own seed.
    await run().catch(() => {});
    for (const { nth, cases, failed } of watched.end()) {
      const key = `${file}, ${name}${nth > 0 ? `, property ${nth + 1}` : ""}`;
      const sum = sums.get(key) ?? { rounds: 0, cases: 0, failed: 0 };
      sums.set(key, sum);
      sum.rounds += 1;
      sum.cases += cases;
      if (failed === null) continue;
      sum.failed += 1;
      const { seed: own, path, error } = failed;
      found.push({ file, test: name, nth, seed: own, path, found: error.slice(0, 300) });
    }
  }
  await end();
  return found;
}

/** Tries every kept case again. */
async function tryKept(): Promise<void> {
  const cases = readCases(kept);
  for (const one of cases) {
    const { tests, end } = await (await runnable(one.file)).load();
    const test = tests.find(({ name }) => name === one.test);
    if (test === undefined) throw new Error(`${one.file} has no test "${one.test}". Rename it in ${kept}.`);
    watched.begin({ kind: "replay", kept: one });
    await test.run().catch(() => {});
    const failed = watched.end()[one.nth]?.failed;
    if (failed !== null) {
      process.exitCode = 1;
      console.log(`${one.file}, ${one.test}: ${failed?.error ?? "it has no such property"}`);
    }
    await end();
  }
  console.log(`${cases.length} kept cases tried.`);
}
