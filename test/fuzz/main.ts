import fc from "fast-check";
import { runOptions } from "../campaign/run-options.ts";
import { Guide } from "./guide.ts";
import { guidedTargets } from "./guided-targets.ts";
import { hostileText } from "./hostile-text.ts";
import { hugeInputs } from "./huge-inputs.ts";
import { keepText } from "./kept.ts";
import type { Target } from "./targets.ts";

/** Three times the processor time that the largest input may take. */
const MOST_MEGABYTES = 1_500;

/** Longer texts are not used as samples: each case would take as long as the longest. */
const LONGEST_SAMPLE = 200_000;

/** Cases per target and round. */
const PORTION = 100;

const { minutes, seed, only } = runOptions({}, process.argv.slice(2), process.env);
const until = performance.now() + minutes * 60_000;
console.log(`${minutes} minutes, seed ${seed}`);

const guide = new Guide();
const { all, hold, close } = await guidedTargets();
const chosen = all.filter(({ name }) => only?.includes(name) ?? true);
const sums = new Map(chosen.map(({ name }) => [name, { answered: 0, refused: 0, failed: 0, slowest: 0 }]));

for (const { target: name, words, text } of hugeInputs()) {
  const target = chosen.find((one) => one.name === name);
  if (target === undefined) continue;
  const reported = await hold(target, text()).then(
    ({ kind, milliseconds }) => `${kind} in ${milliseconds.toFixed(0)} ms`,
    (error: Error) => `FAILED: ${error.message.slice(0, 500)}`,
  );
  console.log(`${name}, ${words}: ${reported}`);
  if (reported.startsWith("FAILED")) process.exitCode = 1;
}
for (let round = 0; round === 0 || performance.now() < until; round += 1)
  for (const target of chosen) await runRound(target, (seed + Math.imul(round, 0x9e3779b1)) | 0);
for (const [name, { answered, refused, failed, slowest }] of sums)
  console.log(
    `${name}: ${answered} answered, ${refused} refused, ${failed} FAILED, slowest ${slowest.toFixed(0)} ms, ${guide.placesOf(name)} places reached`,
  );
await close();
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(`at most ${megabytes} MB`);
if (megabytes > MOST_MEGABYTES) {
  process.exitCode = 1;
  console.log(`FAILED: no text is worth more than ${MOST_MEGABYTES} MB.`);
}
if ([...sums.values()].some(({ failed }) => failed > 0)) process.exitCode = 1;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A batch of a target's cases; the first failing one is saved, as small as it could be made. */
async function runRound(target: Target, own: number): Promise<void> {
  const sum = sums.get(target.name);
  if (sum === undefined) return;
  const kept = guide.keptOf(target.name).filter((text) => !target.isJson || isJson(text));
  const samples = [...target.samples, ...kept.filter((text) => text.length < LONGEST_SAMPLE)];
  const property = fc.asyncProperty(hostileText(samples, target.isJson), async (text) => {
    const { kind, milliseconds } = await hold(target, text);
    guide.saw(target.name, text);
    sum[kind] += 1;
    sum.slowest = Math.max(sum.slowest, milliseconds);
  });
  const details = await fc.check(property, { seed: own, numRuns: PORTION, interruptAfterTimeLimit: 120_000 });
  if (!details.failed || details.counterexample === null) return;
  sum.failed += 1;
  const [text] = details.counterexample;
  const found = String((details.errorInstance as Error | null)?.message ?? "").slice(0, 500);
  console.log(`${target.name} FAILED on ${JSON.stringify(text).slice(0, 300)}: ${found}`);
  keepText({ target: target.name, text, found: found.split("\n")[0] ?? "" });
}
