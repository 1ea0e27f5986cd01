import { fileURLToPath } from "node:url";
import { type Case, keepCases, readCases } from "./case.ts";
import { propertyFiles, type Runnable, runnable } from "./properties.ts";
import { RulePairs } from "./rule-pairs.ts";
import { runOptions } from "./run-options.ts";
import { Watched } from "./watched.ts";

const KEPT = fileURLToPath(new URL("./kept.json", import.meta.url));
/** How many of the rarest pairs of rules are printed. */
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

/** The outcome of one property over all rounds. */
interface Sum {
  rounds: number;
  cases: number;
  failed: number;
  /** Whether all of its cases ran in at least one round. */
  isWhole: boolean;
}

/**
 * Runs every property with one seed after another until the time is over, and saves failing cases. In the
 * first round each property has an equal share of the time; with zero minutes there is one round without a
 * time limit.
 */
async function campaign(): Promise<void> {
  console.log(`${minutes} minutes, seed ${seed}${minutes === 0 ? "; each property once" : ""}`);
  const until = performance.now() + (minutes === 0 ? Number.POSITIVE_INFINITY : minutes * 60_000);
  const sums = new Map<string, Sum>();
  const found: Case[] = [];
  const files = await Promise.all((only ?? propertyFiles()).map(runnable));
  const begun = new Set<Runnable>();
  for (let round = 0; round === 0 || (minutes > 0 && performance.now() < until); round += 1) {
    for (const [at, file] of files.entries()) {
      if (performance.now() >= until) break;
      const end = round === 0 ? shareOf(until, files.length - at) : until;
      found.push(...(await runFile(file, (seed + Math.imul(round, 0x9e3779b1)) | 0, end, sums)));
      begun.add(file);
      if (round === 0) console.error(`${at + 1} of ${files.length} files: ${file.file}`);
    }
  }
  for (const [name, { rounds, cases, failed, isWhole }] of sums) {
    if (cases === 0 && failed === 0) continue;
    const part = isWhole ? "" : ", not all of a round's";
    const wrong = failed > 0 ? `, FAILED ${failed} times` : "";
    console.log(`${cases} cases in ${rounds} rounds${part}${wrong}: ${name}`);
  }
  const counted = pairs.rarestFirst();
  const cases = [...sums.values()].reduce((sum, one) => sum + one.cases, 0);
  console.log(`${sums.size} properties, ${cases} cases, ${counted.length} pairs of rules; the rarest:`);
  for (const [pair, count] of counted.slice(0, RAREST)) console.log(`${count} cases: ${pair}`);
  tellUntried(files, begun, sums);
  for (const { file, test, found: words } of found) console.log(`${file}, ${test}: ${words}`);
  keepCases(kept, found);
  if (found.length > 0) process.exitCode = 1;
}

/** Lists the properties that did not have enough time. */
function tellUntried(
  files: readonly Runnable[],
  begun: ReadonlySet<Runnable>,
  sums: ReadonlyMap<string, Sum>,
): void {
  const cut = [...sums.values()].filter(({ isWhole }) => !isWhole).length;
  if (cut > 0) console.log(`${cut} properties had no time for all cases of a round: give more --minutes.`);
  for (const one of files) {
    const own = [...sums].filter(([name]) => name.startsWith(`${one.file}, `));
    const untried = own.filter(([, { cases, failed }]) => cases === 0 && failed === 0).length;
    if (!begun.has(one)) console.log(`no time was left for ${one.file}`);
    else if (untried > 0) console.log(`no time was left for ${untried} of ${own.length}: ${one.file}`);
    else if (own.length === 0) {
      console.log(`${one.file} ran no property: what it has is hidden from campaigns`);
      process.exitCode = 1;
    }
  }
}

/** The deadline of the next property if this many share the remaining time equally. */
function shareOf(until: number, left: number): number {
  const now = performance.now();
  return now + (until - now) / left;
}

async function runFile(
  { file, load }: Runnable,
  seed: number,
  until: number,
  sums: Map<string, Sum>,
): Promise<Case[]> {
  const found: Case[] = [];
  const { tests, end } = await load();
  for (const [at, { name, run }] of tests.entries()) {
    watched.begin({ kind: "campaign", seed, until: shareOf(until, tests.length - at) });
    // Assertions after the properties count cases against thresholds chosen for the test's own seed.
    await run().catch(() => {});
    for (const { nth, cases, isWhole, failed } of watched.end()) {
      const key = `${file}, ${name}${nth > 0 ? `, property ${nth + 1}` : ""}`;
      const sum = sums.get(key) ?? { rounds: 0, cases: 0, failed: 0, isWhole: false };
      sums.set(key, sum);
      sum.rounds += 1;
      sum.cases += cases;
      sum.isWhole ||= isWhole;
      if (failed === null) continue;
      sum.failed += 1;
      const { seed: own, path, error } = failed;
      found.push({ file, test: name, nth, seed: own, path, found: error.slice(0, 300) });
    }
  }
  await end();
  return found;
}

/** Runs every saved case again. */
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
