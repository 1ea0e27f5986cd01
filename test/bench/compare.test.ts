import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { compareReports, UnlikeReportsError } from "../../bench/baseline/compare-reports.ts";
import { thisMachine } from "../../bench/baseline/machine.ts";
import {
  type BenchReport,
  readReport,
  UnreadableReportError,
  writeReport,
} from "../../bench/baseline/report.ts";
import type { Result } from "../../bench/result.ts";

const machine = { cpu: "A processor", cores: 2, architecture: "x64", platform: "linux", node: "v22.12.0" };

function result(median: number, name = "football"): Result {
  return {
    name,
    phase: "150 lineups",
    unit: "LP relaxations",
    goal: 2,
    median,
    lowerQuartile: median * 0.95,
    upperQuartile: median * 1.05,
    samples: 21,
    milliseconds: { candidate: median, rival: 1 },
    solver: "paths",
    proof: "counted",
  };
}

const report = (...results: readonly Result[]): BenchReport => ({ machine, results });
const changes = (before: Result, after: Result) =>
  compareReports(report(before), report(after), 0.3).map(({ change }) => change);

describe("two runs on similar machines", () => {
  it.each([
    [1, 1.2, "alike"],
    [1, 1.5, "slower"],
    [1, 0.8, "alike"],
    [1, 0.5, "faster"],
  ])("from %d to %d are %s", (before, after, change) => {
    expect(changes(result(before), result(after))).toEqual([change]);
  });

  it("are similar if the samples lie on both sides of the earlier median", () => {
    expect(changes(result(1), { ...result(1.5), lowerQuartile: 0.9 })).toEqual(["alike"]);
  });

  it("are compared by their common rows", () => {
    const rows = compareReports(
      report(result(1), result(1, "hockey")),
      report(result(9, "hockey"), result(1, "new")),
      0.3,
    );
    expect(rows.map(({ after, change }) => [after.name, change])).toEqual([["hockey", "slower"]]);
  });
});

describe("two runs are not compared", () => {
  it.each([
    ["cpu", { cpu: "Another processor" }],
    ["cores", { cores: 8 }],
    ["architecture", { architecture: "arm64" }],
    ["platform", { platform: "darwin" }],
    ["node", { node: "v24.0.0" }],
  ])("if their %s differs", (field, other) => {
    const elsewhere = { ...report(result(1)), machine: { ...machine, ...other } };
    expect(() => compareReports(elsewhere, report(result(1)), 0.3)).toThrow(UnlikeReportsError);
    expect(() => compareReports(elsewhere, report(result(1)), 0.3)).toThrow(`${field}: `);
  });

  it("if they have no common row", () => {
    expect(() => compareReports(report(result(1)), report(result(1, "hockey")), 0.3)).toThrow(
      UnlikeReportsError,
    );
  });
});

describe("npm run bench:compare", () => {
  const folder = mkdtempSync(join(tmpdir(), "dfs-lineups-bench-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (name: string, content: BenchReport) => {
    writeReport(join(folder, name), content);
    return join(folder, name);
  };
  const elsewhere = { machine: { ...thisMachine(), cores: 1_000 }, results: [result(1)] };

  it("reads what it wrote", () => {
    const written = report(result(1), { ...result(3), milliseconds: null, goal: null });
    expect(readReport(fileOf("written.json", written))).toEqual(written);
    expect(() => readReport(join(folder, "nowhere.json"))).toThrow(UnreadableReportError);
  });

  it("reports the comparison by its exit code", async () => {
    const before = fileOf("before.json", report(result(1)));
    const after = fileOf("after.json", report(result(2)));
    const broken = join(folder, "broken.json");
    writeFileSync(broken, '{"machine": {}}');
    const [alike, slower, unlike, unreadable, nowhere] = await Promise.all([
      compare("--baseline", before, "--json", before),
      compare("--baseline", before, "--json", after),
      // It measures nothing if no comparison is possible: a run would take minutes.
      compare("--baseline", fileOf("elsewhere.json", elsewhere)),
      compare("--baseline", broken),
      compare("--slates", join(folder, "nowhere")),
    ]);
    expect(alike).toMatchObject({ status: 0, stderr: "" });
    expect(slower).toMatchObject({ status: 1, stderr: "" });
    expect(slower.stdout).toContain("slower");
    expect(unlike).toMatchObject({ status: 2, stdout: "" });
    expect(unlike.stderr).toContain("cores: ");
    expect(unreadable).toMatchObject({ status: 2, stdout: "" });
    expect(unreadable.stderr).toContain("broken.json");
    expect(nowhere).toMatchObject({ status: 2, stdout: "" });
    for (const { stderr } of [unlike, unreadable, nowhere]) expect(stderr).not.toContain("    at ");
  }, 120_000);
});

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

function compare(...args: readonly string[]): Promise<Ended> {
  const script = fileURLToPath(new URL("../../bench/compare.ts", import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, ["--import", "tsx", script, ...args], (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
