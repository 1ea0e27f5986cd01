import { existsSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { portfolioSentence } from "../../src/cli/render/portfolio-figures.ts";
import { portfolioProgress } from "../../src/cli/run/portfolio.ts";
import { parseCsv } from "../../src/files/csv.ts";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import type { PortfolioResult } from "../../src/shared/schema/portfolio-result.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const CONTEST = "basketball.draftkings.classic";
const salaries = scratch.write("salaries.csv", smallSalaryFile(CONTEST, 3));
const plain = (text: string) => text.replaceAll(/\s+/g, " ");

async function optimize(args: readonly string[]) {
  const { exitCode, stdout, stderr } = await dfsLineups(
    ["optimize", "--salaries", salaries, "--threads", "0", ...args],
    { environment: { COLUMNS: "80" } },
  );
  return { exitCode, stdout, stderr: plain(stderr) };
}

const described = (name: string, text: string) => ["--portfolio", scratch.write(name, text)];

describe("the progress of a portfolio", () => {
  it("fits a line with room for the seconds", () => {
    const report = { lineups: 37, asked: 150, sum: null, bound: null, gap: null };
    expect(portfolioProgress(null)).toBe("building the portfolio");
    expect(portfolioProgress(report)).toBe("37/150 lineups");
    const bounded = { ...report, lineups: 150, sum: 17_359.09, bound: 17_359.6049, gap: 0.0000297 };
    expect(portfolioProgress(bounded)).toBe("150/150 lineups, sum 17,359.1, bound 17,359.6, gap 0.00297%");
    expect(portfolioProgress({ ...bounded, costs: { done: 2, of: 7, found: [] } })).toBe(
      "150 lineups, cost of rule 3 of 7",
    );
    expect(portfolioProgress({ ...bounded, endedBy: "gains" })).toMatch(/%, ended at diminishing gains$/);
  });
});

describe("the summary sentence of a portfolio", () => {
  it("says what ended the search, unless sum and bound are close enough", () => {
    const result: PortfolioResult = {
      ...{ method: "joint", foundBy: "joint", lineups: 20, unique: 0, shares: [], warnings: [] },
      ...{ sum: 990, bound: 1000, gap: 0.01 },
    };
    const endings = (["proof", "gap", "gains", "time", "failure", undefined] as const).map((endedBy) =>
      portfolioSentence({ ...result, endedBy }, 20).replace(/^.*\(gap 1%\)\./, ""),
    );
    expect(endings).toEqual([
      "",
      "",
      " The search ended at diminishing gains; --gap makes it continue to that gap or the time limit.",
      " The time limit ended the search.",
      " The solver failed after it found these lineups.",
      "",
    ]);
  });
});

describe("optimize", () => {
  it("orders lineups by how often each is optimal in a draw, and refuses options that do not apply to that", async () => {
    const from = ["-n", "5", "--from", "simulation", "--draws", "200"];
    const refusals = [
      [["-n", "5", "--draws", "200"], "--draws requires --from simulation."],
      [[...from, "--costs"], "--costs cannot be combined with --from."],
    ] as const;
    const [{ exitCode, stdout, stderr }, ...refused] = await Promise.all([
      optimize([...from, "--max-exposure", "60%"]),
      ...refusals.map(([args]) => optimize(args)),
    ]);
    expect(exitCode, stderr).toBe(0);
    const shares = [...stdout.matchAll(/^Lineup .* points, best in ([\d.]+)% of draws, /gm)].map(([, text]) =>
      Number(text),
    );
    expect(shares).toHaveLength(5);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares[4]).toBeGreaterThanOrEqual(0.5);
    expect(plain(stdout)).toContain("ordered by how often each was optimal.");
    expect(stdout).toMatch(/ 3 +60\.0% +at most 60%/);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    for (const [index, { exitCode: code, stderr: words }] of refused.entries()) {
      expect(code).toBe(2);
      expect(words).toContain(refusals[index]![1]);
    }
  });

  it("takes at most as many players of one match as --max-per-game says", async () => {
    const file = "examples/slates/tennis.draftkings.classic.csv";
    const gameOf = new Map(parseCsv(readFileSync(file), file).map(({ cells }) => [cells[3], cells[6]]));
    const mostOf = async (...args: string[]) => {
      const { stdout } = await dfsLineups(["optimize", file, "-n", "4", "--format", "csv", ...args]);
      const rows = parseCsv(stdout, "upload").slice(1);
      return Math.max(
        ...rows.map(({ cells }) => cells.length - new Set(cells.map((id) => gameOf.get(id))).size + 1),
      );
    };
    expect(await mostOf()).toBe(2);
    expect(await mostOf("--max-per-game", "1")).toBe(1);
  });

  it("builds a portfolio from options alone, and shows it within 80 columns", async () => {
    const { exitCode, stdout } = await optimize([
      "-n",
      "6",
      "--unique",
      "2",
      "--max-exposure",
      "50%",
      "--min-salary",
      "49000",
      // A smaller gap takes ten seconds to prove.
      "--gap",
      "1%",
    ]);
    expect(exitCode).toBe(0);
    expect(plain(stdout)).toMatch(
      /6 lineups, [\d,.]+ points in all(, proved to be the greatest sum|; no portfolio has more than)/,
    );
    expect(plain(stdout)).toContain("Any two differ by 2 players or more.");
    expect(stdout).toMatch(/^Player +Team +Lineups +Share +Asked/m);
    expect(stdout).toMatch(/ 3 +50\.0% +at most 50%/);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    const paid = [...stdout.matchAll(/points, \$([\d,]+) of/g)].map(([, text]) =>
      Number(text!.replace(",", "")),
    );
    expect(paid).toHaveLength(6);
    expect(Math.min(...paid)).toBeGreaterThanOrEqual(49_000);
  });

  it("builds a described portfolio into the book's upload file, and avoids entered lineups or keeps them", async () => {
    const entered = scratch.path("entered.csv");
    expect((await optimize(["-n", "2", "--format", "csv", "-o", entered])).exitCode).toBe(0);
    const text =
      "lineups: 4\nunique: 3\navoid: [entered.csv]\nrules:\n  - name: two of a team\n    some: team\n    count: { least: 2 }\n    share: 50%..\n";
    const { exitCode, stdout, stderr } = await optimize([
      ...described("avoiding.yaml", text),
      "--format",
      "csv",
    ]);
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/4 lineups, .* points in all/)]);
    const rows = (csv: string) =>
      csv
        .trim()
        .split("\n")
        .slice(1)
        .map((row) => row.split(","));
    const built = rows(stdout);
    expect(built).toHaveLength(4);
    for (const lineup of built)
      for (const other of [...rows(readFileSync(entered, "utf8")), ...built])
        if (other !== lineup)
          expect(lineup.filter((id) => other.includes(id)).length).toBeLessThanOrEqual(8 - 3);
    const keeping = ["--keep", entered, "--format", "csv"];
    const around = rows((await optimize(["-n", "4", "--max-exposure", "75%", ...keeping])).stdout);
    expect(around).toHaveLength(4);
    for (const lineup of rows(readFileSync(entered, "utf8"))) expect(around).toContainEqual(lineup);
    const tooFew = await optimize(["-n", "1", ...keeping]);
    expect([tooFew.exitCode, tooFew.stderr]).toEqual([2, expect.stringContaining("Ask for more")]);
  });

  it("applies the exposure columns of a projections file, without any option", async () => {
    const rows = readFileSync(salaries, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((row) => row.split(","));
    const names = rows.map((row) => ({ name: row[2]!, points: row.at(-1)! }));
    const best = JSON.parse((await optimize(["-n", "1", "--format", "json"])).stdout).data[0];
    const first = Object.values(best.attributes.byPositions as Record<string, { uuid: string }[]>)[0]![0]!
      .uuid;
    const file = JSON.parse(
      (await optimize(["-n", "1", "--format", "json", "--include", "selections"])).stdout,
    );
    const star = file.included.find(
      ({ attributes }: { attributes: { uuid: string } }) => attributes.uuid === first,
    ).attributes.fullName;
    const csv = [
      "Name,Proj,Max Exp",
      ...names.map(({ name, points }) => `${name},${points},${name === star ? "25%" : "100%"}`),
    ];
    const projections = scratch.write("projections.csv", csv.join("\n"));
    const { stdout } = await optimize(["-n", "4", "--projections", projections, "--format", "json"]);
    const { data, meta } = JSON.parse(stdout);
    expect(data.filter((lineup: unknown) => JSON.stringify(lineup).includes(first))).toHaveLength(1);
    expect(meta.portfolio.shares).toEqual([
      expect.objectContaining({ what: expect.stringContaining(star), lineups: 1, most: 1, boundBy: "most" }),
    ]);
  });

  it("refuses a wrong description by file, place and line, and writes nothing", async () => {
    const output = scratch.path("never.csv");
    const bad =
      "lineups: 3\nmethod: fast\nexposure:\n  - { each: player, most: 40 percent }\n  - of: Nobody Atall\n    least: 10%\n";
    const { exitCode, stderr } = await optimize([...described("bad.yaml", bad), "-o", output]);
    expect([exitCode, existsSync(output)]).toEqual([2, false]);
    expect(stderr).toMatch(/bad\.yaml: exposure\[0\]\.most \(line 4\): must be a percentage such as "40%"/);
    // Messages of the schema library, which the bundler keeps in the bundled command only if configured to.
    expect(stderr).toMatch(/method \(line 2\): must be "joint" or "sequential"/);
    const unknown = await optimize(
      described("unknown.yaml", "exposure:\n  - of: Nobody Atall\n    least: 10%\n"),
    );
    expect(unknown.stderr).toMatch(
      /unknown\.yaml: exposure\[0\]\.of \(line 2\): no player in the pool has the name or id "Nobody Atall"/,
    );
    const broken = await optimize(described("broken.yaml", "rules: [\n"));
    expect([broken.exitCode, broken.stderr]).toEqual([
      2,
      expect.stringMatching(/broken\.yaml, line \d: is not valid YAML/),
    ]);
    const missing = await optimize(described("missing.yaml", "avoid: [gone.csv]\n"));
    expect([missing.exitCode, missing.stderr]).toEqual([
      2,
      expect.stringContaining("gone.csv: cannot be read"),
    ]);
  });

  it("keeps an incomplete portfolio if asked to, and reports it by the exit code", async () => {
    const text =
      "lineups: 9\nmethod: sequential\nexposure:\n  - { each: team, of: { position: C }, most: 1 }\nrules:\n  - count: { of: { position: C }, least: 1 }\n";
    const refused = await optimize(described("short.yaml", text));
    expect([refused.exitCode, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(/Found \d of the 9 lineups asked for/);
    const kept = await optimize([
      ...described("short.yaml", text),
      "--on-shortfall",
      "keep",
      "--format",
      "csv",
    ]);
    expect(kept.exitCode).toBe(3);
    expect(kept.stdout.trim().split("\n").length).toBeGreaterThan(2);
    expect(kept.stderr).toMatch(/Found \d of the 9 lineups asked for/);
  });

  it("refuses options that have no effect or contradict each other", async () => {
    const refusals = [
      { args: ["--gap", "1%"], why: "--gap requires --portfolio" },
      { args: ["--costs"], why: "--costs requires --portfolio" },
      { args: ["--on-shortfall", "keep"], why: "--on-shortfall requires --portfolio" },
      { args: ["--max-exposure", "140%"], why: "It must be a percentage from 0% to 100%." },
      {
        args: [...described("twice.yaml", "salary: 49000..\n"), "--min-salary", "1"],
        why: "--min-salary conflicts with",
      },
    ];
    for (const { args, why } of refusals) {
      const { exitCode, stderr } = await optimize(args);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)]);
    }
  });
});

describe("the order of lineups", () => {
  const read = (stdout: string) =>
    (JSON.parse(stdout) as FantasyLineupDocument).data.map(({ attributes }) => attributes);

  it("is by salary or ownership, if asked", async () => {
    const plainly = read((await optimize(["-n", "6", "--format", "json"])).stdout);
    const sorted = read((await optimize(["-n", "6", "--format", "json", "--sort", "salary"])).stdout);
    expect(sorted).toHaveLength(6);
    const bySalary = plainly.toSorted((a, b) => a.salaryTotal - b.salaryTotal);
    expect(sorted.map(({ points }) => points)).toEqual(bySalary.map(({ points }) => points));
    const { exitCode, stderr } = await optimize(["--sort", "ownership"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--sort ownership needs projections")]);
  });

  it("is that of building where points fall with each use", async () => {
    const args = ["-n", "4", "--format", "json", "--decay", "20%"];
    const found = read((await optimize([...args, "--method", "sequential"])).stdout);
    const [best] = read((await optimize(["-n", "1", "--format", "json"])).stdout);
    expect(found[0]!.points).toBe(best!.points);
    expect(found).toHaveLength(4);
    expect((await optimize(args)).stderr).toContain("lowers points for each lineup");
  });
});
