import { afterAll, describe, expect, it, vi } from "vitest";
import { parseCsv } from "../../src/files/csv.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const FOOTBALL = smallSalaryFile("american-football.draftkings.classic", 2);
const SHOWDOWN = smallSalaryFile("american-football.draftkings.showdown");
const HOCKEY = smallSalaryFile("ice-hockey.fanduel.classic", 2);

let uploads = 0;

/** The ids in the upload rows of the best lineups of a salary file, and the printed messages. */
async function upload(text: string, ...options: string[]) {
  uploads += 1;
  const salaries = scratch.write(`salaries-${uploads}.csv`, text);
  const args = ["optimize", "--salaries", salaries, "--format", "csv", ...options];
  const { exitCode, stdout, stderr } = await dfsLineups(args);
  const [header = [], ...rows] = exitCode === 0 ? parseCsv(stdout, "upload").map(({ cells }) => cells) : [];
  return { exitCode, stdout, stderr, header, rows };
}

/** A player of the slate who is in none of its best lineups. */
async function outsider(text: string) {
  const best = await upload(text);
  const { entries } = readSlateFile(text, { file: "salaries.csv" });
  return entries.find(({ bookId, kind }) => kind === "player" && !best.rows.flat().includes(bookId!))!;
}

it("a file without averages asks for projections", async () => {
  const rows = FOOTBALL.trim()
    .split("\n")
    .map((row) => row.slice(0, row.lastIndexOf(",")));
  const salaries = scratch.write("no-averages.csv", rows.join("\n"));
  const { exitCode, stderr } = await dfsLineups(["optimize", "--salaries", salaries]);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining(
      "no-averages.csv: the file has no averages. Give points with --projections.",
    ),
  });
});

it("points of which none is above 0 are noted", async () => {
  const [header, ...rows] = FOOTBALL.trim().split("\n");
  const zeros = rows.map((row) => row.replace(/,[^,]*$/, ",0"));
  const averages = await upload([header, ...zeros].join("\n"));
  expect(averages.stderr).toContain("points are the book's own averages. None is above 0: give points");
  const { entries } = readSlateFile(FOOTBALL, { file: "salaries.csv" });
  const points = entries.map(({ bookId }, index) => `${bookId},${-index}`);
  const projections = scratch.write("negative.csv", ["Id,Fpts", ...points].join("\n"));
  const { stderr, rows: lineups } = await upload(FOOTBALL, "--projections", projections);
  expect(stderr).toContain(
    `negative.csv: no player has more than 0 points (${entries.length} projections). Check the column of points.`,
  );
  expect(lineups.length).toBeGreaterThan(0);
});

it("a cap that no lineup reaches is noted with the cost of the dearest players", async () => {
  const dearest = readSlateFile(FOOTBALL, { file: "salaries.csv" })
    .entries.map(({ salary }) => salary)
    .sort((a, b) => b - a)
    .slice(0, 9)
    .reduce((sum, salary) => sum + salary, 0);
  const noteOf = async (cap: number) => (await upload(FOOTBALL, "--cap", String(cap), "--count", "1")).stderr;
  expect(await noteOf(dearest)).toContain(
    `no lineup can cost more than $${dearest.toLocaleString("en-US")}, which is within the cap`,
  );
  expect(await noteOf(dearest - 1)).not.toContain("no lineup can cost more");
});

describe("--lock and --exclude", () => {
  it("distinguish the captain's slot from the others", async () => {
    const { name, bookId, captainBookId } = await outsider(SHOWDOWN);
    const captain = await upload(SHOWDOWN, "--lock", `${name}@CPT`);
    expect(captain.header[0]).toBe("CPT");
    for (const ids of captain.rows) expect(ids[0]).toBe(captainBookId);
    const byId = await upload(SHOWDOWN, "--lock", captainBookId!);
    expect(byId.rows).toEqual(captain.rows);
    const flex = await upload(SHOWDOWN, "--lock", `${bookId}@FLEX`);
    for (const ids of flex.rows) expect(ids.slice(1)).toContain(bookId);
  });

  it("exclude a player from the captain's slot alone, in every solver and in the checks", async () => {
    const best = await upload(SHOWDOWN, "--count", "1");
    const captain = best.rows[0]![0]!;
    const { entries } = readSlateFile(SHOWDOWN, { file: "salaries.csv" });
    const { name, bookId } = entries.find(({ captainBookId }) => captainBookId === captain)!;
    const answers = await Promise.all(
      [
        [`${name}@cpt`, "paths"],
        [`${name}@cpt`, "highs"],
        [captain, "auto"],
      ].map(([who, solver]) => upload(SHOWDOWN, "--exclude", who!, "--solver", solver!, "--count", "8")),
    );
    for (const { rows, stderr } of answers) {
      expect(rows, stderr).toHaveLength(8);
      expect(rows.map(([cpt]) => cpt)).not.toContain(captain);
      expect(rows.some((row) => row.slice(1).includes(bookId!))).toBe(true);
    }
    const salaries = scratch.write("showdown.csv", SHOWDOWN);
    const lineups = scratch.write("best.csv", best.stdout);
    const judged = await dfsLineups([
      "verify",
      ...["--lineups", lineups, "--salaries", salaries, "--exclude", `${name}@CPT`],
    ]);
    expect(judged.exitCode).toBe(1);
    expect(judged.stdout.replaceAll(/\s+/g, " ")).toContain("must not sit in CPT");
    expect(judged.stdout).toContain(`--exclude "${name}@CPT"`);
  });

  it("that leave no captain are reported as they were typed", async () => {
    const { entries } = readSlateFile(SHOWDOWN, { file: "salaries.csv" });
    const typed = entries.map(({ captainBookId }) => `${captainBookId}`);
    const options = typed.flatMap((id) => ["--exclude", id]);
    const { exitCode, stderr } = await upload(SHOWDOWN, ...options);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`--exclude "${typed[0]}"`);
    expect(stderr).toMatch(/excluded from CPT/);
  });
});

describe("the options of a salary file", () => {
  it("exclude injured players and report their number, unless --injured keeps them", async () => {
    const usual = await upload(HOCKEY);
    expect(usual.stderr).toMatch(/^dfs-lineups: .*salaries-\d+\.csv: left out \d+ marked as out/m);
    const out = parseCsv(HOCKEY, "slate").find(({ cells }) => ["O", "IR", "NA"].includes(cells[11]!))!.cells;
    expect((await upload(HOCKEY, "--lock", out[0]!)).stderr).toContain(out[3]);
    const kept = await upload(HOCKEY, "--injured", "--lock", out[0]!);
    expect(kept.stderr).not.toContain("left out");
    for (const ids of kept.rows) expect(ids).toContain(out[0]);
  });
});

describe("a projections file", () => {
  const { entries } = readSlateFile(FOOTBALL, { file: "slate" });
  const rows = entries.map(({ name, team, position, averagePoints }, index) => {
    return `"${name}",${team},${position},${index === 0 ? 99 : averagePoints},1`;
  });
  const file = [
    "Player,Team,Pos,Mine,Projection",
    ...rows,
    `Stranger Danger,${entries[0]!.team},QB,50,50`,
  ].join("\n");

  it("gives the points, by the requested columns, and reports what it did not use", async () => {
    const projections = scratch.write("projections.csv", file);
    const mine = await upload(FOOTBALL, "--projections", projections, "--column", "points=Mine");
    expect(mine.stderr).toContain("Stranger Danger");
    for (const ids of mine.rows) expect(ids).toContain(entries[0]!.bookId);
    const salaries = scratch.write("salaries.csv", FOOTBALL);
    const flat = await dfsLineups(["optimize", "--salaries", salaries, "--projections", projections]);
    expect(flat.stdout).toContain("9.00 points");
  });

  it("for another slate is refused with --strict", async () => {
    const strangers = entries.map((_, index) => `Stranger No ${index},,,50,50`);
    const projections = scratch.write("projections.csv", [file, ...strangers.slice(0, 90)].join("\n"));
    expect((await upload(FOOTBALL, "--projections", projections)).exitCode).toBe(0);
    const { exitCode, stderr } = await upload(FOOTBALL, "--projections", projections, "--strict");
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/projections\.csv: only \d+ of \d+ rows/)]);
  });
});
