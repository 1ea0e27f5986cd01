import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eveningFiles } from "../../bench/slates/evening.ts";
import { generateSlate } from "../../bench/slates/generate-slate.ts";
import { hasTwins } from "../../bench/slates/invent.ts";
import { requestFiles } from "../../bench/slates/request-files.ts";
import { contestToGive, SHAPES, slateName } from "../../bench/slates/shapes/index.ts";
import { sportFiles } from "../../bench/slates/sport-files.ts";
import type { ContestTable } from "../../src/contests/constraints/readers/contest-table.ts";
import { parseCsv } from "../../src/files/csv.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { bookFileName } from "../../src/shared/books.ts";
import { isCaptains, positionNamed } from "../../src/shared/roster.ts";
import { runs, share, Tally } from "../support/runs.ts";
import { read } from "./support.ts";

const catalog = await loadCatalog();
const FOLDER = new URL("../../examples/slates/", import.meta.url);
const NAMES = SHAPES.map(slateName);

/** Pool sizes by slate: two teams in each game. */
const SIZES: Readonly<Record<string, number>> = Object.fromEntries(
  SHAPES.map((shape) => [
    slateName(shape),
    shape.positions.reduce((sum, { depth }) => sum + depth.length, 0) * 2 * shape.games,
  ]),
);

/** The positions that a slot with a salary of its own accepts. */
const captained = ({ slots }: ContestTable) =>
  new Set(slots.filter(isCaptains).flatMap(({ accepts }) => accepts));

test("there is a sample slate for every contest of today's rules or of late ones, and no other", () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".csv"));
  expect(files.sort()).toEqual(NAMES.map((name) => `${name}.csv`).sort());
  const contests = catalog.contests
    .filter(({ until = "9999" }) => until >= "2024")
    .map(({ sport, book, contest }) => `${sport}.${bookFileName(book)}.${contest}`);
  expect(contests.sort()).toEqual([...NAMES].sort());
});

test("the files of the guides' example evening match the generator", () => {
  const files = eveningFiles();
  expect(files.size).toBe(3);
  for (const [name, text] of files)
    expect(readFileSync(new URL(`../evening/${name}`, FOLDER), "utf8") === text, name).toBe(true);
});

test("the files of the guides to single sports match the generator", () => {
  const files = sportFiles();
  expect(files.size).toBe(4);
  for (const [name, text] of files)
    expect(readFileSync(new URL(`../${name}`, FOLDER), "utf8") === text, name).toBe(true);
});

test("the sample request and its projections match the generator", () => {
  const files = requestFiles();
  expect([...files.keys()]).toEqual(["request.json", "projections.json"]);
  for (const [name, document] of files)
    expect(JSON.parse(readFileSync(new URL(`../request/${name}`, FOLDER), "utf8"))).toEqual(
      JSON.parse(JSON.stringify(document)),
    );
});

describe.each(NAMES)("%s", (name) => {
  test("matches the generator, and is read back as the right slate", () => {
    const text = readFileSync(new URL(`${name}.csv`, FOLDER), "utf8");
    expect(text === generateSlate(name)).toBe(true);
    const shape = SHAPES.find((one) => slateName(one) === name)!;
    expect(read(text).contest).toBe(shape.looksLike ?? shape.contest);
    const { sport, book, contest, entries, leftOut } = read(text, { contest: contestToGive(name) });
    expect(`${sport}.${bookFileName(book)}.${contest}`).toBe(name);
    expect(entries.length + leftOut.length).toBe(SIZES[name]);
    expect(leftOut.every(({ reason }) => reason === "injured")).toBe(true);
    const names = new Set([...entries, ...leftOut.map(({ listing }) => listing)].map((entry) => entry.name));
    expect(names.size).toBe(hasTwins(shape) ? SIZES[name]! - 1 : SIZES[name]);
  });
});

test("a generator without such a slate reports it", () => {
  expect(() => generateSlate("chess.draftkings.classic")).toThrow(RangeError);
});

test("any seed's slate reads back row by row, in any re-saved form", () => {
  const tally = new Tally();
  const resave = fc.record({
    mark: fc.boolean(),
    lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
    quoted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), fc.integer(), resave, (name, seed, { mark, lineEnd, quoted }) => {
      const text = generateSlate(name, seed);
      const saved =
        (mark ? "\uFEFF" : "") + (quoted ? text.replace(/[^,\n]+/g, '"$&"') : text).replaceAll("\n", lineEnd);
      const slate = read(saved, { catalog });
      expect(slate).toEqual(read(text, { catalog }));
      const listed = [...slate.entries, ...slate.leftOut.map(({ listing }) => listing)];
      const idColumn = slate.book === "bookA" ? 3 : 0;
      const ids = parseCsv(text, name)
        .slice(1)
        .map(({ cells }) => cells[idColumn]);
      const readIds = listed.flatMap(({ bookId, captainBookId }) => [bookId, captainBookId]);
      expect(readIds.filter((id) => id !== null).sort()).toEqual(ids.sort());
      expect(new Set(listed.map(({ uuid }) => uuid)).size).toBe(listed.length);
      const { sport, book, contest } = slate;
      const table = catalog.contest(sport, book, contest);
      const captains = captained(table);
      for (const { position, salary, captainSalary } of listed) {
        const names = position.split("/").map((part) => positionNamed(table, part)?.name ?? "");
        expect(captainSalary).toBe(names.some((one) => captains.has(one)) ? salary * 1.5 : null);
      }
      tally.add(captains.size > 0 ? "captain" : "classic");
      if (saved !== text) tally.add("re-saved");
    }),
    runs(20),
  );
  expect(tally.of("classic"), `${tally}`).toBeGreaterThan(share(20, 0.3));
  expect(tally.of("captain"), `${tally}`).toBeGreaterThan(share(20, 0.1));
  expect(tally.of("re-saved"), `${tally}`).toBeGreaterThan(share(20, 0.5));
});
