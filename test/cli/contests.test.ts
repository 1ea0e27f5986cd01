import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { contestToGive } from "../../bench/slates/shapes/index.ts";
import { parseCsv } from "../../src/files/csv.ts";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { bookNamed, bookOfFileName } from "../../src/shared/books.ts";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { FORMS, smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT, hookTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const catalog = await loadCatalog();
const COUNT = 4;

/** The cells of a row of a lineup table, separated by at least two spaces. */
const cellsOf = (line: string) => line.trim().split(/ {2,}/);

const amountOf = (text: string) => Number(text.replaceAll(/[$,]/g, ""));

describe.each(FORMS)("%s", (contest) => {
  const [sport, book, name] = contest.split(".").map(bookOfFileName) as [string, "bookA" | "bookB", string];
  const table = catalog.contest(sport, book, name);
  const text = smallSalaryFile(contest);
  const salaries = scratch.write(`${contest}.csv`, text);
  const given = contestToGive(contest);
  const slate = readSlateFile(text, { file: salaries, sport, contest: given });
  const inputs = slateInputs(slate);
  const request = scratch.write(`${contest}.request.json`, inputs.body);
  const projections = scratch.write(`${contest}.projections.json`, inputs.projections);
  const kind = ["--sport", sport, ...(given === undefined ? [] : ["--contest", given])];
  const ofFile = ["--salaries", salaries, ...kind];
  const asked = ["--sport", sport, "--request", request, "--projections", projections];
  const count = ["--count", String(COUNT)];

  const answers = async () =>
    Promise.all([
      dfsLineups(["optimize", ...ofFile, ...count, "--format", "json"]),
      dfsLineups(["optimize", ...asked, ...count, "--format", "json", "--include", "selections"]),
      dfsLineups(["optimize", "--salaries", "-", ...kind, ...count], { input: text }),
    ]);
  let answered: ReturnType<typeof answers>;
  beforeAll(async () => {
    answered = answers();
    await answered;
  });

  it("answers from a salary file and from a request, and every lineup passes verify", async () => {
    const [fromFile, fromRequest, fromInput] = await answered;
    for (const { exitCode } of [fromFile, fromRequest, fromInput]) expect(exitCode).toBe(0);
    const document = JSON.parse(fromFile.stdout) as FantasyLineupDocument;
    const same = JSON.parse(fromRequest.stdout) as FantasyLineupDocument;
    expect(document.data).toHaveLength(COUNT);
    expect(document.included).toBeUndefined();
    expect(same.data.map(({ id }) => id)).toEqual(document.data.map(({ id }) => id));
    expect(new Set(same.included?.map(({ type }) => type))).toEqual(new Set(["Player"]));
    const headings = fromInput.stdout.match(/^Lineup .*$/gm);
    expect(headings).toHaveLength(COUNT);
    for (const [index, { attributes }] of document.data.entries())
      expect(headings![index]).toContain(`${attributes.points.toFixed(2)} points`);

    const tampered = structuredClone(document);
    tampered.data[1]!.attributes.salaryTotal -= 100;
    const [verified, refused] = await Promise.all([
      dfsLineups(["verify", ...asked, "--lineups", "-"], { input: fromFile.stdout }),
      dfsLineups(["verify", ...ofFile, "--lineups", "-"], { input: JSON.stringify(tampered) }),
    ]);
    expect(verified).toMatchObject({ exitCode: 0, stderr: "" });
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain(document.data[1]!.attributes.uuid);
    expect(refused.stdout).not.toContain(document.data[0]!.attributes.uuid);
  });

  it("shows each seat with name, team if there are any, position, salary and points, and totals", async () => {
    const [, , { stdout }] = await answered;
    const [first] = stdout.split(/\n(?=Lineup 2)/);
    const lines = first!.trimEnd().split("\n");
    const [heading, , titles, , ...rest] = lines;
    const team = slate.entries.some(({ team }) => team !== "") ? ["Team"] : [];
    expect(cellsOf(titles!)).toEqual([
      "Slot",
      "Name",
      ...team,
      "Position",
      ...(table.salaryCap ? ["Salary"] : []),
      "Points",
    ]);
    const rows = rest
      .filter((line) => !line.startsWith("─"))
      .map((line) => cellsOf(line).toSpliced(2, 0, ...(team.length > 0 ? [] : [""])));
    const total = rows.pop()!.filter((cell) => cell !== "");
    expect(rows.map(([slot]) => slot)).toEqual(
      table.slots.flatMap((slot) => Array(slot.count).fill(slot.name)),
    );
    for (const [, player, team, position] of rows) {
      const listed = slate.entries.filter(
        (entry) => entry.team === team && entry.name.endsWith(player!.split(" ").at(-1)!),
      );
      expect(listed, `${player} of ${team} as ${position}`).not.toHaveLength(0);
    }
    const sum = (column: number) => rows.reduce((left, row) => left + amountOf(row[column]!), 0);
    const points = total.at(-1)!;
    const { salaryCap } = table;
    const cost = salaryCap && `, ${total[1]} of $${salaryCap.default.toLocaleString("en-US")}`;
    if (salaryCap) expect(sum(4)).toBe(amountOf(total[1]!));
    expect(sum(salaryCap ? 5 : 4)).toBeCloseTo(amountOf(points), 0);
    expect(heading).toBe(`Lineup 1 of ${COUNT}: ${points} points${cost ?? ""}`);
  });

  it("writes upload rows with the book's ids, if the book takes files", async () => {
    const { exitCode, stdout, stderr } = await dfsLineups([
      "optimize",
      ...ofFile,
      ...count,
      "--format",
      "csv",
    ]);
    if (bookNamed(book).uploadFile.rows === 0) {
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      return expect(stderr).toContain("takes no files of lineups");
    }
    const [header, ...rows] = parseCsv(stdout, "upload").map(({ cells }) => cells);
    const slots = table.uploadOrder.map((slot) => table.slots.find((one) => one.name === slot)!);
    expect(header).toEqual(slots.flatMap((slot) => Array<string>(slot.count).fill(slot.uploadColumn)));
    expect(rows).toHaveLength(COUNT);
    const plain = new Set(slate.entries.map(({ bookId }) => bookId));
    const captains = new Set(slate.entries.map(({ captainBookId }) => captainBookId));
    for (const row of rows) {
      for (const [index, id] of row.entries())
        expect(header![index] === "CPT" ? captains : plain).toContain(id);
      expect(new Set(row).size).toBe(header!.length);
    }
  });
});
