import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { readSlateFile } from "../../src/platform/node/files.ts";
import type { Report } from "../../src/report/report.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const text = smallSalaryFile("american-football.draftkings.showdown");
const salaries = scratch.write("salaries.csv", text);
const slate = readSlateFile(text, { file: "salaries.csv" });
const RESERVED =
  "Entry ID,Contest Name,Contest ID,Entry Fee,CPT,FLEX,FLEX,FLEX,FLEX,FLEX\n12,Big Contest,55,$4,,,,,,\n";
const OPTIMIZE = ["optimize", "--salaries", salaries, "--count", "12"];

async function done(args: readonly string[]) {
  const result = await dfsLineups(args);
  expect(result.exitCode, result.stderr).toBe(0);
  return result;
}

const jsonOf = async (...args: string[]): Promise<Report> =>
  JSON.parse((await done(["report", ...args, "--format", "json"])).stdout);

describe("report", () => {
  const document = scratch.path("lineups.json");
  const upload = scratch.path("upload.csv");
  const fromOptimize = scratch.path("report.json");

  it("reports the same for a document, an upload file of its lineups, and optimize --report", async () => {
    await done([...OPTIMIZE, "--format", "json", "-o", document, "--report", fromOptimize]);
    await done([...OPTIMIZE, "--format", "csv", "-o", upload]);
    const ofDocument = await jsonOf(document, "--salaries", salaries);
    const ofUpload = await jsonOf(upload, "--salaries", salaries);
    expect(JSON.parse(readFileSync(fromOptimize, "utf8"))).toEqual(ofDocument);
    expect(ofUpload.notes).toEqual(["Points are the book's own averages."]);
    // A document's points are rounded to 4 decimals.
    const rounded = (report: Report) =>
      JSON.parse(JSON.stringify({ ...report, notes: [] }), (_, value) =>
        typeof value === "number" ? Math.round(value * 100) / 100 : value,
      );
    expect(rounded(ofUpload)).toEqual(rounded(ofDocument));
    expect(ofDocument).toMatchObject({
      lineups: 12,
      title: "DraftKings american-football showdown",
      cap: 50_000,
    });
    const data = JSON.parse(readFileSync(document, "utf8")).data as {
      attributes: { byPositions: Record<string, { uuid: string }[]>; points: number };
    }[];
    const [most] = ofDocument.exposures;
    const having = data.filter(({ attributes }) =>
      JSON.stringify(attributes.byPositions).includes(most!.uuid),
    );
    expect(most!.lineups).toBe(having.length);
    expect(most!.name).toBe(slate.entries.find(({ uuid }) => uuid === most!.uuid)!.name);
    expect(most!.captain).toBe(
      data.filter(({ attributes }) => attributes.byPositions["CPT"]![0]!.uuid === most!.uuid).length,
    );
  });

  it("compares exposures with a portfolio's limits, and shows binding limits and their cost", async () => {
    const file = scratch.path("portfolio.json");
    await done([...OPTIMIZE, "--max-exposure", "50%", "--format", "csv", "--report", file]);
    const report: Report = JSON.parse(readFileSync(file, "utf8"));
    expect(report.portfolio).toMatchObject({ method: "joint", asked: 12, shortfall: null });
    expect(report.portfolio!.bound).toBeGreaterThanOrEqual(report.portfolio!.sum);
    expect(report.points!.mean * 12).toBeCloseTo(report.portfolio!.sum, 2);
    for (const { lineups, limit } of report.exposures) {
      expect(lineups).toBeLessThanOrEqual(6);
      expect(limit).toMatchObject({ most: 6, boundBy: lineups === 6 ? "most" : null });
    }
    expect(report.exposures.some(({ limit }) => limit!.price! > 0)).toBe(true);
  });

  it("reads ownership from the projections, and also points for an upload file", async () => {
    const rows = slate.entries.map(
      ({ bookId, averagePoints }, index) => `${bookId},${averagePoints ?? 0},${index}%`,
    );
    const projections = scratch.write("mine.csv", ["ID,Proj,Own", ...rows].join("\n"));
    const report = await jsonOf(upload, "--salaries", salaries, "-p", projections);
    for (const { uuid, ownership } of report.exposures)
      expect(ownership).toBe(slate.entries.findIndex((entry) => entry.uuid === uuid));
    expect(report.ownership!.mean).toBeGreaterThan(0);
    expect(report.notes).toEqual([]);
    expect(report.duplicates).toMatchObject({ opponents: 10_000, known: 12 });
    for (const { salary, left, ownership, duplicates } of report.each) {
      expect(left).toBe(50_000 - salary);
      expect(ownership).toBeGreaterThan(0);
      expect(duplicates).toBeGreaterThan(0);
    }
    const [tenfold, { stdout }] = await Promise.all([
      jsonOf(upload, "--salaries", salaries, "-p", projections, "--field", "100000"),
      done(["report", upload, "--salaries", salaries, "-p", projections]),
    ]);
    expect(tenfold.duplicates!.spread.mean / report.duplicates!.spread.mean).toBeCloseTo(10, 6);
    expect(stdout).toMatch(/Lineup +Points +Salary +Left +Ownership +Duplicates/);
    expect(stdout).toMatch(/Left of the cap.+\nOwnership, summed.+\nExpected duplicates/);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("among 10,000 opponents");
  });

  it("estimates ownership that the projections leave out, as optimize does", async () => {
    const rows = slate.entries.map(({ bookId, averagePoints }) => `${bookId},${averagePoints ?? 0}`);
    const projections = scratch.write("without.csv", ["ID,Proj", ...rows].join("\n"));
    const report = await jsonOf(upload, "--salaries", salaries, "-p", projections);
    expect(report.ownershipIsEstimated).toBe(true);
    expect(report.exposures.every(({ ownership }) => ownership! > 0)).toBe(true);
    expect(report.duplicates).toBeNull();
  });

  it("solves no more than the lineups, reports the cost of rules with --costs, and is written after the lineups", async () => {
    const [csv, report] = [scratch.path("first.csv"), scratch.path("first.json")];
    const COUNT = 4;
    const asked = [...OPTIMIZE, "--count", `${COUNT}`, "--max-exposure", "50%", "--unique", "2"];
    const costsOf = (file: string) => (JSON.parse(readFileSync(file, "utf8")) as Report).costs;
    const written = (stderr: string) => stderr.match(/(?<=wrote )\S+(?=\.)/g);
    const plain = await done([...asked, "--format", "csv", "-o", csv, "--report", report]);
    expect(costsOf(report)).toEqual([]);
    expect(written(plain.stderr)).toEqual([csv, report]);
    await done([...asked, "--costs", "--format", "csv", "-o", csv, "--report", report]);
    expect(costsOf(report).map(({ what }) => what)).toEqual(expect.arrayContaining(["unique"]));

    const nowhere = scratch.path("no-folder/report.html");
    const held = await dfsLineups([...asked, "--format", "compact", "--report", nowhere]);
    expect(held.exitCode).toBe(2);
    expect(held.stdout.trimEnd().split("\n")).toHaveLength(COUNT);

    // The report follows lineups that are already written, or repeats all of them in the file.
    const table = scratch.path("first.txt");
    const { stdout } = await done([...asked, "--costs"]);
    await done([...asked, "--costs", "-o", table]);
    expect(stdout).toMatch(/\n\nWhat rules cost, in points of a lineup\n\n/);
    expect(stdout).toBe(readFileSync(table, "utf8"));
    const whole = scratch.path("first-document.json");
    await done([...asked, "--costs", "--format", "json", "-o", whole]);
    const { meta } = JSON.parse(readFileSync(whole, "utf8"));
    expect(meta.portfolio.costs).toHaveLength(2);
  });

  it.each([
    ["a report of no known ending", [...OPTIMIZE, "--report", "report.txt"], "FILE.html"],
    ["lineups that are invalid", ["report", scratch.write("none.json", { data: [] })], "no lineups"],
    ["an invalid document", ["report", scratch.write("other.json", { data: [{}] })], "other.json"],
    [
      "entries that have no lineups yet",
      ["report", scratch.write("reserved.csv", RESERVED), "--salaries", salaries],
      "dfs-lineups build",
    ],
    ["a file without a pool", ["report", scratch.write("bare.csv", "CPT,FLEX\n1,2\n")], "--salaries"],
  ])("refuses %s", async (_, args, said) => {
    const { exitCode, stdout, stderr } = await dfsLineups(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(said);
  });
});
