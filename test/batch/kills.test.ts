import {
  appendFileSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  dice,
  promisedBytes,
  type Row,
  rowsOf,
  SMALLEST_SLATE,
  STAMP,
  seededManifest,
  startBatch,
  writtenRows,
} from "../support/batches.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { runs } from "../support/runs.ts";
import { CONTESTS, smallSalaryFile } from "../support/salary-file.ts";

const JOBS = 90;

/**
 * Runs a batch until it has written this many more rows, or ends. Returns its exit code; null if it was
 * killed.
 */
async function runFor(args: readonly string[], out: string, rows: number): Promise<number | null> {
  const before = writtenRows(out);
  const { child, ended } = startBatch(args);
  const poll = setInterval(() => {
    if (writtenRows(out) - before >= rows) child.kill("SIGKILL");
  }, 10);
  const { exitCode, stderr } = await ended;
  clearInterval(poll);
  expect([null, 3], stderr).toContain(exitCode);
  return exitCode;
}

/** The most bytes at the end of the results that a simulated power failure destroys. */
const MOST_LOST = 20_000;

/** Simulates a power failure: the end of the results is lost, and may be replaced by zeros. */
function losePower(out: string, draw: (below: number) => number): void {
  const file = join(out, "results.ndjson");
  if (!existsSync(file)) return;
  const { size } = statSync(file);
  truncateSync(file, size - draw(Math.min(size, MOST_LOST)));
  if (draw(2) === 0) appendFileSync(file, Buffer.alloc(draw(5_000)));
  if (draw(3) === 0) appendFileSync(file, "\n");
}

describe("a batch that is killed repeatedly", () => {
  const { numRuns, seed } = runs(2);
  it(
    "resumes each time and produces the same bytes as an uninterrupted batch",
    async () => {
      using scratch = new Scratch();
      // Longer runs cover all contests.
      const manifest = seededManifest(scratch, JOBS, numRuns > 2 ? { contests: CONTESTS, joint: true } : {});
      const argsFor = (out: string, threads = 1) => [
        ...["--manifest", manifest, "--out", out, "--stamp", STAMP, "--threads", `${threads}`],
      ];
      const calm = scratch.path("calm");
      expect((await dfsLineups(["batch", ...argsFor(calm, 2)])).exitCode).toBe(3);
      const expected = promisedBytes(calm);
      const draw = dice(seed);
      const counts = { kills: 0, losses: 0, finished: 0, progress: 0 };
      let out = scratch.path("batch-0");
      while (counts.kills < numRuns || counts.finished === 0) {
        const before = writtenRows(out);
        const rows = counts.kills < numRuns ? draw(60) : JOBS + 1;
        const exitCode = await runFor(argsFor(out, 1 + draw(2)), out, rows);
        counts.progress += writtenRows(out) - before;
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
      expect(counts.losses).toBe(Math.floor(counts.kills / 2));
      expect(counts.progress).toBeGreaterThanOrEqual(numRuns / 3);
      expect(counts.finished).toBeGreaterThanOrEqual(Math.floor(numRuns / 20));
    },
    2 * PROCESS_TIMEOUT * Math.ceil(numRuns / 10),
  );

  it("also when it re-solves only the changed jobs of an edited manifest", {
    timeout: 3 * PROCESS_TIMEOUT,
  }, async () => {
    using scratch = new Scratch();
    const manifest = seededManifest(scratch, JOBS, { seed: 2 });
    const out = scratch.path("out");
    const argsFor = (folder: string) => [
      ...["--manifest", manifest, "--out", folder, "--stamp", STAMP, "--threads", "1", "--force"],
    ];
    await dfsLineups(["batch", ...argsFor(out)]);
    appendFileSync(scratch.path(SMALLEST_SLATE), "\n");
    scratch.write("nowhere.csv", smallSalaryFile(CONTESTS[1]!, 3));
    const lines = readFileSync(manifest, "utf8").trimEnd().split("\n");
    const edited = lines.slice(0, -5).with(7, JSON.stringify({ id: "new", salaries: SMALLEST_SLATE }));
    writeFileSync(manifest, `${edited.toReversed().join("\n")}\n`);
    const calm = scratch.path("calm");
    await dfsLineups(["batch", ...argsFor(calm)]);
    const expected = promisedBytes(calm);
    const old = rowsOf(out);
    const rowOf = ({ id, inputs }: Row) => old.find((row) => row.id === id && row.inputs === inputs);
    expect(rowsOf(calm).filter((row) => !rowOf(row)).length).toBeGreaterThan(JOBS / 2);
    expect(old.some(({ state }) => state === "failed")).toBe(true);
    expect(rowsOf(calm).filter(({ state }) => state === "failed")).toEqual([]);
    // A job whose inputs are the same keeps its row, also on another line: this one shows it by its mark.
    const kept = rowOf(rowsOf(calm).find(rowOf)!);
    const marked = old.map((row) => `${JSON.stringify(row === kept ? { ...row, mark: 1 } : row)}\n`);
    writeFileSync(join(out, "results.ndjson"), marked.join(""));
    const expectResolved = () => {
      const { "results.ndjson": rows } = promisedBytes(out);
      expect(rows).toContain(',"mark":1}');
      expect(rows!.replace(',"mark":1', "")).toBe(expected["results.ndjson"]);
    };
    const before = scratch.path("before");
    cpSync(out, before, { recursive: true });
    // Kill when a row was added; then rows for the old inputs are still in the file.
    for (let tries = 0; (await runFor(argsFor(out), out, 1)) !== null; tries += 1) {
      expect(tries).toBeLessThan(20);
      // The batch finished before the kill.
      expectResolved();
      rmSync(out, { recursive: true });
      cpSync(before, out, { recursive: true });
    }
    expect((await dfsLineups(["batch", ...argsFor(out)])).exitCode).toBe(3);
    expectResolved();
  });
});
