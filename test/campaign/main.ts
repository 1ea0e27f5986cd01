/** `npm run test:campaign`: every property, with one seed after the other, until the minutes are over. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string", default: "1" } },
});
const [minutes, first] = [Number(values.minutes), Number(values.seed)];
if (!(minutes >= 0)) throw new Error(`--minutes takes a number of 0 or more, not "${values.minutes}".`);
if (!Number.isInteger(first)) throw new Error(`--seed takes a whole number, not "${values.seed}".`);

const until = performance.now() + minutes * 60_000;
const failed: number[] = [];
let seed = first;
do {
  console.log(`seed ${seed}`);
  const { status } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...positionals],
    // Properties compare counts with thresholds for their usual seed: more cases keep clear of them.
    {
      stdio: "inherit",
      env: { DFS_LINEUPS_RUNS_FACTOR: "6", ...process.env, DFS_LINEUPS_SEED: `${seed}` },
    },
  );
  if (status !== 0) failed.push(seed);
  seed += 1;
} while (performance.now() < until);
console.log(
  failed.length === 0
    ? `${seed - first} seeds, nothing failed.`
    : `Failed with seed ${failed.join(", ")}. To repeat: DFS_LINEUPS_SEED=${failed[0]} DFS_LINEUPS_RUNS_FACTOR=6 npx vitest run`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
