import { afterAll, expect, test } from "vitest";
import type { Job } from "../../src/batch/job.ts";
import { readJob } from "../../src/batch/job.ts";
import { solveJob } from "../../src/batch/node/job-thread.ts";
import { parseCsv } from "../../src/files/csv.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { Recent } from "../../src/shared/collections.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());

const salaries = smallSalaryFile("basketball.draftkings.showdown");
const pool = parseCsv(salaries, "salaries.csv")
  .slice(1)
  .filter(({ cells }) => cells[4] !== "CPT");
/** A file in which the last players of the pool are the best in every draw. */
const outcomes = (columns: string, of: (at: number) => string) =>
  [`ID,Proj,${columns}`, ...pool.map(({ cells }, at) => `${cells[3]},${cells[8]},${of(at)}`)].join("\n");
const files = new Map([
  ["salaries.csv", salaries],
  ["draws.csv", outcomes("1,2", (at) => `${at},${at + 0.5}`)],
  ["points.csv", outcomes("Sim 1,Sim 2", (at) => `${at},${at + 0.5}`)],
]);

async function solved(line: object) {
  const job = readJob(JSON.stringify({ id: "one", salaries: "salaries.csv", count: 1, ...line }), 1) as Job;
  const named = Object.fromEntries(
    Object.entries(job).flatMap(([field, value]) =>
      [value].flat().flatMap((name, at) => {
        const key = at === 0 ? field : `${field} ${at + 1}`;
        return files.has(String(name)) ? [[key, { name: String(name), sha256: String(name) }]] : [];
      }),
    ),
  );
  const outcome = await solveJob(
    { job, files: named },
    optimizer,
    {
      bytesOf: async ({ name }) => new TextEncoder().encode(files.get(name)),
      catalog: optimizer.catalog,
      cache: new Recent(1e9),
    },
    { stamp: "2026-01-01T00:00:00Z", jobTimeout: 60_000, dryRun: false },
  );
  if (outcome.state !== "done") throw new Error(JSON.stringify(outcome));
  return outcome.document.data.map(({ attributes }) => attributes.byPositions);
}

test("jobs draw from columns of draws and from a file of draws", async () => {
  const plain = await solved({});
  const [fromFile, fromColumns, randomized] = await Promise.all([
    solved({ drawsFile: "draws.csv", from: "simulation" }),
    solved({ projections: "points.csv", from: "simulation" }),
    solved({
      projections: "points.csv",
      portfolio: { method: "sequential", points: { random: { seed: 3 } } },
    }),
  ]);
  expect(fromFile).not.toEqual(plain);
  expect(fromColumns).toEqual(fromFile);
  expect(randomized).toEqual(fromFile);
  await expect(solved({ drawsFile: "draws.csv", from: "simulation", draws: 3 })).rejects.toThrow(
    /there are 2 simulated outcomes/,
  );
  const misplaced = { id: "one", salaries: "salaries.csv", drawsFile: "draws.csv" };
  expect(readJob(JSON.stringify(misplaced), 1)).toMatchObject({
    reasons: ["/drawsFile requires `from` or `choose`."],
  });
});

test("jobs take a cap, locks, exclusions, other names, and several files of projections", async () => {
  const [first, second] = pool.map(({ cells }) => cells[2]!);
  const guids = async (line: object) => JSON.stringify(await solved(line));
  const guidOf = async (name: string) => {
    const [one, other] = [await solved({ lock: [name] }), await solved({ exclude: [name] })].map(
      (lineups) => new Set(Object.values(lineups[0]!).flatMap((seats) => seats.map(({ uuid }) => uuid))),
    );
    return [...one!].filter((uuid) => !other!.has(uuid));
  };
  expect((await guidOf(first!)).length).toBeGreaterThan(0);
  files.set("aliases.csv", `from,to\nSomebody Else,${second}`);
  expect(await guids({ lock: ["Somebody Else"], aliases: "aliases.csv" })).toBe(
    await guids({ lock: [second] }),
  );
  await expect(solved({ cap: 100 })).rejects.toThrow(/infeasible|No legal lineup|cap/i);
  await expect(solved({ lock: ["Nobody"] })).rejects.toThrow(/lock: no player in the pool/);
  files.set("low.csv", ["ID,Proj", ...pool.map(({ cells }) => `${cells[3]},1`)].join("\n"));
  const alone = await guids({ projections: "points.csv" });
  expect(await guids({ projections: ["low.csv", "points.csv"] })).toBe(alone);
  const faults = {
    id: "one",
    sport: "basketball",
    request: {},
    projections: ["a.csv"],
    lock: ["x"],
    past: true,
  };
  expect(readJob(JSON.stringify(faults), 1)).toMatchObject({
    reasons: [
      "/past requires `salaries`.",
      "/lock requires `salaries`.",
      "/projections can be a list only with `salaries`.",
    ],
  });
});
