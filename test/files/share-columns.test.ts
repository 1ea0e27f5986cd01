import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect, test } from "vitest";
import { tableAt } from "../../src/files/columns.ts";
import { toPercent } from "../../src/files/projection-columns.ts";
import { shareScale } from "../../src/files/projections.ts";
import { ownershipsOf, readSlateFiles } from "../../src/files/slate-files.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

const scaleOf = (heading: string, ...cells: string[]) =>
  shareScale(
    tableAt(
      [
        { line: 1, cells: ["Points", heading] },
        ...cells.map((cell, index) => ({ line: index + 2, cells: ["1", cell] })),
      ],
      { points: 0, ownership: 1 },
    ),
    "ownership",
  );

test.each<[string, 1 | 100, string, string[]]>([
  ["fractions", 100, "Own", ["0.125", "1", "", "0,5"]],
  ["percentages", 1, "Own", ["0.125", "1.5"]],
  ["small percentages with their sign", 1, "Own", ["0.5%", "0.7%"]],
  ["small percentages below a header that says so", 1, "Own %", ["0.5", "0.7"]],
  ["percentages with decimal commas", 1, "Own", ["12,5"]],
])("the unit of a column of %s is recognised by its numbers and signs", (_, scale, heading, cells) => {
  expect(scaleOf(heading, ...cells)).toBe(scale);
});

test("a fraction becomes the intended percentage, without rounding errors", () => {
  expect(0.07 * 100).not.toBe(7);
  expect(toPercent(0.07, 100)).toBe(7);
  expect(toPercent(12.345, 1)).toBe(12.345);
});

const POOL = smallSalaryFile("basketball.draftkings.classic");
const catalog = await loadCatalog();

async function ownershipsIn(text: string, pool = POOL) {
  const bytes = (file: string, content: string) => ({ file, bytes: new TextEncoder().encode(content) });
  const files = { salaries: bytes("pool.csv", pool), projections: [bytes("own.csv", text)] };
  const { points } = await readSlateFiles(files, {}, catalog);
  return { notes: points!.notes, ownerships: ownershipsOf(points) };
}

test("ownership is converted where only the other unit makes 100% for each seat, and says so", async () => {
  const { entries } = readSlateFile(POOL, { file: "pool.csv" });
  const generator = xoroshiro128plus(40);
  let converted = 0;
  for (let run = 0; run < 24; run += 1) {
    const shares = entries.map(() => (generator.next() >>> 0) / 2 ** 32);
    const scale = 800 / shares.reduce((sum, share) => sum + share, 0);
    const percents = shares.map((share) => Math.min(99, Math.round(share * scale * 100) / 100));
    const [header, isFraction] = [["Own%", "Own", "Ownership %"][run % 3]!, run % 2 === 0];
    const cells = percents.map((percent) =>
      isFraction ? `${Math.round(percent * 100) / 10_000}` : `${percent}`,
    );
    const rows = entries.map(({ bookId, name }, at) => `${bookId},${name},20,${cells[at]}`);
    const { notes, ownerships } = await ownershipsIn(`ID,Name,Proj,${header}\n${rows.join("\n")}\n`);
    for (const [at, { uuid }] of entries.entries())
      expect(ownerships.get(uuid)).toBeCloseTo(percents[at]!, 6);
    const isSaid = notes.some((note) => note.includes("ownership is read as fractions"));
    expect(isSaid).toBe(isFraction && header.includes("%"));
    if (isSaid) converted += 1;
  }
  expect(converted).toBe(8);
});

test("percentages that a spreadsheet has shown a hundredfold are read as such, and it says so", async () => {
  const { entries } = readSlateFile(POOL, { file: "pool.csv" });
  const shares = entries.map((_, at) => (at % 5) + 800 / entries.length - 2);
  const rows = entries.map(({ bookId }, at) => `${bookId},20,${Math.round(100 * shares[at]!)}%`).join("\n");
  const { notes, ownerships } = await ownershipsIn(`ID,Proj,Own%\n${rows}\n`);
  expect([...ownerships.values()]).toEqual(shares.map((share) => Math.round(100 * share) / 100));
  expect(notes.join()).toMatch(/ownership is read as percentages, because .*: \d+% is [\d.]+%\./);
});

test("ownership that makes far too much, or is beyond 100%, is named", async () => {
  const { entries } = readSlateFile(POOL, { file: "pool.csv" });
  const rows = (cell: string) => entries.map(({ bookId }) => `${bookId},20,${cell}`).join("\n");
  const { notes } = await ownershipsIn(`ID,Proj,Own%\n${rows("90")}\n`);
  expect(notes.join()).toContain(
    `ownership adds up to ${90 * entries.length}%, but a lineup's 8 seats make 800%`,
  );
  for (const cell of ["3600", "-1", "100.5%"])
    await expect(
      ownershipsIn(`ID,Proj,Own%\n${rows("10")}\n${entries[0]!.bookId},20,${cell}\n`),
    ).rejects.toThrow(`own.csv, line ${entries.length + 2}: column Own%: ${cell} is not from 0% to 100%.`);
});

test("points beyond any player's are named by line and column", async () => {
  const [first] = readSlateFile(POOL, { file: "pool.csv" }).entries;
  await expect(ownershipsIn(`ID,Proj\n${first!.bookId},62260000\n`)).rejects.toThrow(
    'own.csv, line 2: column Proj: "62260000" is not between -1000 and 1000 points.',
  );
});

test("a slot with fewer owned players than seats is named, and its others count as unknown", async () => {
  const pool = smallSalaryFile("american-football.draftkings.classic");
  const { entries } = readSlateFile(pool, { file: "pool.csv" });
  const notesOf = async (unowned: readonly string[]) => {
    const rows = entries.map(({ bookId, position }) => `${bookId},9,${unowned.includes(position) ? 0 : 12}`);
    return (await ownershipsIn(`ID,Proj,Own%\n${rows.join("\n")}\n`, pool)).notes.join("\n");
  };
  expect(await notesOf([])).not.toContain("unknown");
  const defenses = entries.filter(({ position }) => position === "DST").length;
  const note = await notesOf(["DST"]);
  expect(note).toContain(
    `too few have an ownership for DST (0 of ${defenses} above 0%): the others' counts as unknown, and is estimated`,
  );
  expect(await notesOf(["DST", "QB"])).toMatch(/for QB \(0 of \d+ above 0%\), DST \(/);
});
