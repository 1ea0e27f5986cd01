import { existsSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { entriesLines } from "../../bench/slates/entries-lines.ts";
import { readEntries } from "../../src/files/entries/read-entries.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const ENTRIES = "examples/evening/DKEntries.csv";
const PROJECTIONS = "examples/evening/projections.csv";

/** The ids of each lineup of a file. */
const lineupsOf = (content: string | Uint8Array) =>
  readEntries(content, { file: "built" }).entries.map(({ seats }) =>
    seats.map(({ bookId }) => bookId).join(),
  );

/** The standard output of `build`. */
async function build(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await dfsLineups(["build", ...args, "--threads", "0"]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr });
  return stdout;
}

describe("build", () => {
  it("gives each entry its own lineup, best first, and changes nothing else", async () => {
    const output = scratch.path("upload.csv");
    const built = await dfsLineups(["build", ENTRIES, "-p", PROJECTIONS, "--threads", "0", "-o", output]);
    expect(built).toMatchObject({ exitCode: 0, stdout: "" });
    expect(built.stderr).toContain("filled 20 of 20 lineups");
    const [before, after] = [ENTRIES, output].map((file) => readFileSync(file, "utf8").split("\r\n"));
    for (const [index, line] of after!.entries())
      expect(line.replaceAll(/(?<=,)\d{8}(?=,)/g, index >= 1 && index <= 20 ? "" : "$&")).toBe(
        index >= 1 && index <= 20 ? before![index]!.replaceAll(/(?<=,)\d{8}(?=,)/g, "") : before![index],
      );
    const lineups = lineupsOf(readFileSync(output));
    expect(new Set(lineups).size).toBe(20);
    const best = await dfsLineups([
      ...["optimize", "--salaries", ENTRIES, "-p", PROJECTIONS, "-n", "20", "--format", "csv"],
    ]);
    expect(lineups).toEqual(best.stdout.trimEnd().split("\n").slice(1));
    const checked = await dfsLineups(["check", output]);
    expect(checked).toMatchObject({ exitCode: 0, stdout: "20 lineups, nothing wrong.\n" });
  });

  it("reports on the lineups of the entries", async () => {
    const file = scratch.path("report.json");
    const built = await build(ENTRIES, "-p", PROJECTIONS, "-n", "3", "--report", file);
    const report = JSON.parse(readFileSync(file, "utf8"));
    const upload = scratch.write("built.csv", built);
    const { stdout } = await dfsLineups(["report", upload, "-p", PROJECTIONS, "--format", "json"]);
    expect(report).toMatchObject({ lineups: 20, uniqueness: { least: 0 } });
    const countsOf = ({ exposures }: typeof report) =>
      exposures.map(({ name, lineups }: { name: string; lineups: number }) => [name, lineups]);
    expect(countsOf(JSON.parse(stdout))).toEqual(countsOf(report));
  });

  it("reports the cost of rules with --costs, after the entries are written", async () => {
    const [report, output] = [scratch.path("costs.json"), scratch.path("costs.csv")];
    const asked = ["build", ENTRIES, "-p", PROJECTIONS, "--unique", "2", "--threads", "0", "-o", output];
    const costsOf = () =>
      JSON.parse(readFileSync(report, "utf8")).costs.map(({ what }: { readonly what: string }) => what);
    const plain = await dfsLineups([...asked, "--report", report]);
    expect({ exitCode: plain.exitCode, costs: costsOf() }).toEqual({ exitCode: 0, costs: [] });
    const { stderr } = await dfsLineups([...asked, "--report", report, "--costs"]);
    expect(costsOf(), stderr).toEqual(["unique"]);
    expect(stderr.match(/(?<=wrote )\S+(?=\.)/g)).toEqual([output, report]);
    for (const [args, said] of [
      [["--costs"], "--costs requires --report"],
      [["--costs", "--report", report, "-n", "3"], "a lineup for each entry"],
      [["--costs", "--report", report, "--deal", "contest"], "a lineup for each entry"],
    ] as const) {
      const refused = await dfsLineups([...asked, ...args]);
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr.replaceAll(/\s+/g, " ")).toContain(said);
    }
  });

  it("fills a template with the requested number of lineups, in several files if the book limits rows", async () => {
    const pool = smallSalaryFile("american-football.fanduel.classic").trimEnd().split("\n");
    const slots = ["QB", "RB", "RB", "WR", "WR", "WR", "TE", "FLEX", "DEF"];
    const template = scratch.write(
      "template.csv",
      entriesLines({ book: "bookB", kind: "template", slots, lineups: [], pool }).join("\n"),
    );
    const output = scratch.path("fd.csv");
    const { exitCode } = await dfsLineups(["build", template, "-n", "260", "--threads", "0", "-o", output]);
    expect({ exitCode, whole: existsSync(output) }).toEqual({ exitCode: 0, whole: false });
    const files = ["fd-1.csv", "fd-2.csv"].map((file) => readFileSync(scratch.path(file)));
    expect(files.map((file) => lineupsOf(file).length)).toEqual([250, 10]);
    expect(new Set(files.flatMap((file) => lineupsOf(file))).size).toBe(260);
    const without = await dfsLineups(["build", template]);
    expect(without.exitCode).toBe(2);
    expect(without.stderr).toContain("--count is missing");
  });

  it("refers files with started games to swap, and refuses salary files", async () => {
    const text = readFileSync(ENTRIES, "utf8").replace(",$4 ,,", ",$4 ,Ado (29548239) (LOCKED),");
    const begun = await dfsLineups(["build", scratch.write("begun.csv", text)]);
    expect(begun).toMatchObject({ exitCode: 2, stdout: "" });
    expect(begun.stderr).toContain("line 2: has a locked player");
    expect(begun.stderr).toContain("dfs-lineups swap");
    const salaries = await dfsLineups(["build", "examples/slates/basketball.draftkings.classic.csv"]);
    expect(salaries.exitCode).toBe(2);
    expect(salaries.stderr).toContain("is a salary file, which has no place for lineups");
  });

  it("writes no ids that are not in the file's own pool: another slate's salaries are refused", async () => {
    const output = scratch.path("foreign.csv");
    const other = scratch.write("yesterday.csv", smallSalaryFile("basketball.draftkings.classic"));
    const refused = await dfsLineups(["build", ENTRIES, "--salaries", other, "-o", output]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr.replaceAll(/\s+/g, " ")).toContain(
      `yesterday.csv: is of another slate than ${ENTRIES}`,
    );
    expect(existsSync(output)).toBe(false);
  });

  it("says once that an entries file does not show who is out, with the remedy", async () => {
    const { stderr } = await dfsLineups(["build", ENTRIES, "-n", "1", "--threads", "0"]);
    expect(stderr.match(/does not say who is out/g)).toHaveLength(1);
    expect(stderr).toContain("--salaries");
  });

  it("asks for the salary file of entries without a pool", async () => {
    const header = "Entry ID,Contest Name,Contest ID,Entry Fee,PG,SG,SF,PF,C,G,F,UTIL";
    const bare = scratch.write("bare.csv", `${header}\n4606391392,Hoops,173036248,$4,,,,,,,,\n`);
    for (const command of ["build", "swap", "check"]) {
      const { exitCode, stderr } = await dfsLineups([command, bare]);
      expect({ command, exitCode }).toEqual({ command, exitCode: 2 });
      expect(stderr).toContain("has entries, but no pool of players. Name the salary file, too: --salaries");
    }
    expect(await build(bare, "--salaries", ENTRIES)).toContain(header);
  });

  it("ends with 1 and writes nothing with --strict and too few lineups", async () => {
    const output = scratch.path("none.csv");
    const { exitCode, stderr } = await dfsLineups([
      ...["build", ENTRIES, "-o", output, "--strict", "--cap", "24300", "--threads", "0"],
    ]);
    expect(exitCode).toBe(1);
    expect(existsSync(output)).toBe(false);
    expect(stderr).toMatch(/lineup/);
  });

  it("applies the portfolio rules of description, options and columns, and avoids entered lineups", async () => {
    const entered = scratch.write("entered.csv", await build(ENTRIES, "-p", PROJECTIONS, "-n", "1"));
    const portfolio = scratch.write("tonight.yaml", "unique: 2\nlineups: 10\navoid: [entered.csv]\n");
    const columns = (line: string, row: number) =>
      `${line},${row === 0 ? "Max Exposure" : row === 1 ? "0%" : ""}`;
    const limited = scratch.write(
      "limited.csv",
      readFileSync(PROJECTIONS, "utf8").trimEnd().split("\n").map(columns).join("\n"),
    );
    const options = ["--max-exposure", "40%", "--gap", "0.05%"];
    const lineups = lineupsOf(await build(ENTRIES, "-p", limited, "-r", portfolio, ...options));
    expect(lineups.slice(10)).toEqual(lineups.slice(0, 10));
    const [nobody] = readFileSync(limited, "utf8").split("\n")[1]!.split(",");
    const id = new RegExp(`${nobody} \\((\\d+)\\)`).exec(readFileSync(ENTRIES, "utf8"))![1]!;
    expect(lineups.join()).not.toContain(id);
    const counts = new Map<string, number>();
    for (const id of lineups.slice(0, 10).flatMap((lineup) => lineup.split(",")))
      counts.set(id, (counts.get(id) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBe(4);
    const others = [lineupsOf(readFileSync(entered))[0]!, ...lineups.slice(0, 10)];
    for (const [index, one] of others.entries())
      for (const other of others.slice(0, index))
        expect(one.split(",").filter((id) => other.includes(id)).length).toBeLessThanOrEqual(6);
  });
});
