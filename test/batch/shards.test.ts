import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { checkpointOf, promisedBytes, STAMP, seededManifest, startBatch } from "../support/batches.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { runs } from "../support/runs.ts";
import { CONTESTS } from "../support/salary-file.ts";

/** Longer runs have more jobs: some thousand at factor six. */
const { numRuns: JOBS } = runs(170);

it(
  "a batch gives the same bytes in 1, 3 and 16 shards, once they are collected",
  async () => {
    using scratch = new Scratch();
    // Longer runs cover all contests.
    const manifest = seededManifest(scratch, JOBS, JOBS > 170 ? { contests: CONTESTS, joint: true } : {});
    const batch = (...args: readonly string[]) => dfsLineups(["batch", ...args]);
    const argsOf = (out: string, ...more: readonly string[]) => [
      ...["--manifest", manifest, "--out", scratch.path(out), "--stamp", STAMP, "--segment", "50"],
      ...["--threads", "1", "--no-report", ...more],
    ];
    const run = (out: string, ...more: readonly string[]) => batch(...argsOf(out, ...more));
    await run("calm");
    const expected = promisedBytes(scratch.path("calm"));
    // A shard whose host dies after its first write resumes when repeated, independently of the other
    // shards.
    const lost = startBatch(argsOf("part-3-1", "--shard", "1/3"));
    const isBegun = () => checkpointOf(scratch.path("part-3-1")) !== null;
    await vi.waitUntil(isBegun, { timeout: PROCESS_TIMEOUT, interval: 2 });
    lost.child.kill("SIGKILL");
    await lost.ended;
    for (const of of [3, 16]) {
      const folders: string[] = [];
      for (let index = 1; index <= of; index += 1) {
        const out = `part-${of}-${index}`;
        if (index === 3 && of === 3) {
          const { exitCode, stderr } = await batch("collect", ...folders, "--out", scratch.path("early"));
          expect({ exitCode, said: /shards (\d+) of/.exec(stderr)?.[1] }).toEqual({
            exitCode: 2,
            said: "3",
          });
        }
        expect((await run(out, "--shard", `${index}/${of}`)).exitCode).not.toBe(2);
        folders.push(scratch.path(out));
      }
      const whole = scratch.path(`whole-${of}`);
      // Collecting again, in any order of folders, changes nothing.
      expect((await batch("collect", ...folders, "--out", whole)).exitCode).toBe(3);
      if (of === 3) await batch("collect", ...folders.toReversed(), "--out", whole);
      expect(promisedBytes(whole)).toEqual(expected);
      // The collected batch behaves like any other batch.
      if (of === 3) expect((await run(`whole-${of}`)).exitCode).toBe(3);
      expect(promisedBytes(whole)).toEqual(expected);
      expect(readFileSync(`${whole}/timings/000000.ndjson`, "utf8").split("\n")).toHaveLength(51);
    }
    const stranger = await batch(
      "collect",
      scratch.path("calm"),
      scratch.path("part-3-1"),
      "--out",
      scratch.path("x"),
    );
    expect(stranger.exitCode).toBe(2);
    expect(stranger.stderr).toContain("does not belong to the batch of");
  },
  2 * PROCESS_TIMEOUT * (JOBS / 170),
);
