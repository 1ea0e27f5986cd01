import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  checkpointOf,
  dice,
  promisedBytes,
  SMALLEST_SLATE,
  STAMP,
  seededManifest,
  startBatch,
} from "../support/batches.ts";
import { PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { runs } from "../support/runs.ts";
import { CONTESTS } from "../support/salary-file.ts";

const JOBS = 170;
const SEGMENT = "100";

const journalOf = (out: string) => join(out, "journal");
const length = (file: string) => (existsSync(file) ? statSync(file).size : 0);

/**
 * Runs a batch until its journal has grown by this many lines, or the batch ends. Returns its exit code;
 * null if it was killed.
 */
async function runFor(args: readonly string[], out: string, entries: number): Promise<number | null> {
  const before = checkpointOf(out)?.next ?? 0;
  const { child, ended } = startBatch(args);
  const poll = setInterval(() => {
    if ((checkpointOf(out)?.next ?? 0) - before >= entries) child.kill("SIGKILL");
  }, 2);
  const { exitCode, stderr } = await ended;
  clearInterval(poll);
  expect([null, 3], stderr).toContain(exitCode);
  return exitCode;
}

/**
 * Simulates a power failure: everything up to the journal's last synced line is kept; younger data is partly
 * lost or replaced by zeros, and the journal's own last line may be cut.
 */
function losePower(out: string, draw: (below: number) => number): void {
  const journal = journalOf(out);
  if (!existsSync(journal)) return;
  const text = readFileSync(journal, "latin1");
  const lastLine = text.trimEnd().lastIndexOf("\n") + 1;
  if (draw(2) === 0) truncateSync(journal, lastLine + draw(text.length - lastLine));
  const checkpoint = checkpointOf(out);
  for (const [folder, field] of [
    ["segments", "rows"],
    ["results", "results"],
    ["timings", "timings"],
  ] as const) {
    if (!existsSync(join(out, folder))) continue;
    for (const name of readdirSync(join(out, folder))) {
      const file = join(out, folder, name);
      const segment = Number.parseInt(name, 10);
      const isBehind = checkpoint === null || segment > checkpoint.segment;
      if (!isBehind && segment < checkpoint.segment) continue;
      const certain = isBehind ? 0 : checkpoint[field];
      const lost = length(file) - certain;
      expect(lost, `${file} is shorter than its journal says`).toBeGreaterThanOrEqual(0);
      if (isBehind && draw(3) === 0) rmSync(file);
      else {
        truncateSync(file, certain + (lost > 0 ? draw(lost) : 0));
        if (draw(3) === 0) appendFileSync(file, Buffer.alloc(draw(5_000)));
      }
    }
  }
}

describe("a batch that is killed repeatedly", () => {
  const { numRuns, seed } = runs(8);
  it(
    "resumes each time and produces the same bytes as an uninterrupted batch",
    async () => {
      using scratch = new Scratch();
      // Longer runs cover all contests.
      const manifest = seededManifest(scratch, JOBS, numRuns > 8 ? { contests: CONTESTS, joint: true } : {});
      const argsFor = (out: string, threads = 1) => [
        ...["--manifest", manifest, "--out", out, "--stamp", STAMP, "--segment", SEGMENT],
        ...["--threads", `${threads}`, "--no-report"],
      ];
      const calm = scratch.path("calm");
      expect((await startBatch(argsFor(calm, 2)).ended).exitCode).toBe(3);
      const expected = promisedBytes(calm);
      expect(Object.keys(expected)).toHaveLength(2 * 2 + 1);

      const draw = dice(seed);
      const counts = { kills: 0, losses: 0, finished: 0, progress: 0 };
      let out = scratch.path("batch-0");
      while (counts.kills < numRuns || counts.finished === 0) {
        const before = checkpointOf(out)?.next ?? 0;
        const exitCode = await runFor(argsFor(out, 1 + draw(2)), out, draw(3));
        counts.progress += (checkpointOf(out)?.next ?? 0) - before;
        if (exitCode === null) {
          counts.kills += 1;
          if (counts.kills % 2 === 0) {
            losePower(out, draw);
            counts.losses += 1;
          }
        } else {
          expect(promisedBytes(out)).toEqual(expected);
          counts.finished += 1;
          out = scratch.path(`batch-${counts.finished}`);
        }
      }
      expect(counts.losses).toBe(Math.floor(numRuns / 2));
      expect(counts.progress).toBeGreaterThanOrEqual(numRuns / 3);
      expect(counts.finished).toBeGreaterThanOrEqual(Math.floor(numRuns / 20));
    },
    2 * PROCESS_TIMEOUT * Math.ceil(numRuns / 10),
  );

  it("also when it re-solves only changed jobs", { timeout: 3 * PROCESS_TIMEOUT }, async () => {
    using scratch = new Scratch();
    const manifest = seededManifest(scratch, JOBS, { seed: 3 });
    const out = scratch.path("out");
    const argsFor = (folder: string) => [
      ...["--manifest", manifest, "--out", folder, "--stamp", STAMP, "--segment", SEGMENT],
      ...["--threads", "1", "--no-report"],
    ];
    await startBatch(argsFor(out)).ended;
    scratch.write("nowhere.csv", readFileSync(scratch.path(SMALLEST_SLATE)));
    const calm = scratch.path("calm");
    await startBatch(argsFor(calm)).ended;
    const expected = promisedBytes(calm);
    expect(promisedBytes(out)).not.toEqual(expected);
    const next = join(out, "next");
    const before = scratch.path("before");
    cpSync(out, before, { recursive: true });
    let kills = 0;
    // Kill at these journal lines; the last is where the new journal is complete and replaces the old one.
    for (let tries = 0; kills < 4; tries += 1) {
      expect(tries).toBeLessThan(20);
      const { child, ended } = startBatch(argsFor(out));
      const poll = setInterval(() => {
        const isThere = existsSync(join(next, "batch.json"));
        if (isThere && (checkpointOf(next)?.next ?? 0) >= kills) child.kill("SIGKILL");
      }, 1);
      if ((await ended).exitCode === null) kills += 1;
      else {
        // The batch finished before the kill: try again with fewer lines.
        expect(promisedBytes(out)).toEqual(expected);
        rmSync(out, { recursive: true });
        cpSync(before, out, { recursive: true });
      }
      clearInterval(poll);
    }
    expect((await startBatch(argsFor(out)).ended).exitCode).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);
    expect(existsSync(next)).toBe(false);
  });
});
