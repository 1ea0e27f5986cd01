import { describe, expect, it } from "vitest";
import { hasCaptainSlot, isCaptainSlot, joinCaptains } from "../../src/files/pool-rows.ts";
import { bookNamed } from "../../src/shared/books.ts";
import { poolRow } from "../support/pool-row.ts";
import { fileError } from "./support.ts";

const book = bookNamed("bookA");
const plain = (line: number, salary: number, own = {}) =>
  poolRow({ line, salary, rosterPosition: "FLEX", averagePoints: 8, ...own });
const captain = (line: number, salary: number, own = {}) =>
  poolRow({ line, salary, rosterPosition: "CPT", averagePoints: 8, ...own });

const joined = (...rows: ReturnType<typeof poolRow>[]) =>
  joinCaptains(rows, book, "f.csv").map((row) => [row.plain.line, row.captain?.line]);

describe("a captain's slot", () => {
  it.each(["CPT", "cpt", " MVP - 1.5X Points"])("is %j", (position) => {
    expect(isCaptainSlot(position)).toBe(true);
  });

  it.each(["FLEX", "UTIL", "", "CPTN", "XMVP"])("is not %j", (position) => {
    expect(isCaptainSlot(position)).toBe(false);
  });

  it("may be one of several in a row's roster position", () => {
    expect(hasCaptainSlot(poolRow({ rosterPosition: "FLEX/CPT" }))).toBe(true);
    expect(hasCaptainSlot(poolRow({ rosterPosition: null }))).toBe(false);
  });
});

describe("joined captains", () => {
  it("are paired by name, team and position, in the order of the plain rows", () => {
    const other = { name: "Bo Lander" };
    expect(
      joined(captain(2, 6_000), captain(3, 3_000, other), plain(4, 2_000, other), plain(5, 4_000)),
    ).toEqual([
      [4, 3],
      [5, 2],
    ]);
  });

  it("with the same name, team and position are paired by salary, and by average points", () => {
    expect(joined(captain(2, 6_000), captain(3, 3_000), plain(4, 2_000), plain(5, 4_000))).toEqual([
      [4, 3],
      [5, 2],
    ]);
    const nine = { averagePoints: 9 };
    expect(
      joined(captain(2, 6_000), captain(3, 6_000, nine), plain(4, 4_000, nine), plain(5, 4_000)),
    ).toEqual([
      [4, 3],
      [5, 2],
    ]);
  });

  it("with a unique name need no matching salary; the others keep the file's order", () => {
    expect(joined(captain(2, 6_100), plain(4, 4_000))).toEqual([[4, 2]]);
    const other = { name: "Bo Lander" };
    const captains = [captain(2, 6_000), captain(3, 3_000), captain(4, 9_000, other)];
    expect(joined(...captains, plain(5, 2_000), plain(6, 6_000, other), plain(7, 4_000))).toEqual([
      [5, 3],
      [6, 4],
      [7, 2],
    ]);
  });

  it.each([
    ["two that fit one captain row", [6_000, 7_500], [4_000, 4_000]],
    ["one that fits two captain rows", [6_000, 6_000], [4_000, 5_000]],
    ["a captain that matches no player", [6_000, 3_000], [4_000, 2_100]],
  ])("with ambiguous salaries are an error: %s", (_, [one = 0, other = 0], [first = 0, second = 0]) => {
    const rows = [captain(2, one), captain(3, other), plain(4, first), plain(5, second)];
    expect(fileError(() => joined(...rows)).line).toBe(4);
  });

  it("that cannot be distinguished are an error with their lines", () => {
    const twins = [captain(2, 6_000), captain(3, 6_000), plain(4, 4_000), plain(5, 4_000)];
    const error = fileError(() => joined(...twins));
    expect(error.line).toBe(4);
    expect(error.message).toContain("lines 2, 3, 4, 5");
  });

  it.each([
    ["plain", [captain(2, 6_000)], "1 captain (CPT) and 0 plain"],
    ["captain", [plain(2, 4_000)], "0 captain (CPT) and 1 plain"],
  ])("without the %s row are an error", (_, rows, said) => {
    expect(fileError(() => joined(...rows)).message).toContain(said);
  });

  it("with a missing row are all named", () => {
    const other = { ...captain(3, 9_000), name: "Cas Ingman" };
    const { message } = fileError(() => joined(captain(2, 6_000), other));
    expect(message).toContain("1 captain (CPT) and 0 plain");
    expect(message).toContain("Cas Ingman");
  });
});
