import { describe, expect, it } from "vitest";
import type { LineupRows } from "../../../src/cli/render/lineups.ts";
import { type FoundLineups, renderLineups } from "../../../src/cli/render/lineups.ts";
import { parseCsv } from "../../../src/files/csv.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";

const catalog = await loadCatalog();
const contest = catalog.contest("american-football", "bookA", "showdown");

/** A showdown lineup whose players are numbered from `first`. */
function lineup(first: number, names: readonly string[]): LineupRows {
  const seats = names.map((name, index) => ({
    slot: index === 0 ? "CPT" : "FLEX",
    id: String(first + index),
    bookId: String(first + index),
    captainBookId: String(first + index),
    name,
    team: name.length % 2 === 0 ? "AAA" : "BBB",
    position: "WR",
    salary: 1000 + index,
    points: 10.25,
  }));
  return { seats, salary: 50_000, cap: 50_000, points: 61.5 };
}

const NAMES = ["Ann Ash", "Ben Ash", "Cy Doe", "Dan, Roe", "Pilots", "Eve van Dyk"];

function found(lineups: readonly LineupRows[]): FoundLineups {
  return { contest, document: { data: [] }, rows: () => lineups };
}

const PLAIN = { long: false, bom: false, split: false, look: { width: 80, colour: false } };

describe("lineups on one line each", async () => {
  it("have number, points, salary and last names, with initials if last names repeat", async () => {
    const lineups = found([lineup(1, NAMES), lineup(9, NAMES.toReversed())]);
    const [text] = await renderLineups(lineups, { ...PLAIN, format: "compact" });
    expect(text).toBe(
      "1  61.50  $50,000  A. Ash, B. Ash, Doe, Roe, Pilots, van Dyk\n" +
        "2  61.50  $50,000  van Dyk, Pilots, Roe, Doe, B. Ash, A. Ash\n",
    );
  });

  it("are JSON objects with --format ndjson", async () => {
    const [text] = await renderLineups(found([lineup(1, NAMES)]), { ...PLAIN, format: "ndjson" });
    const { lineup: number, players, ...totals } = JSON.parse(text!.trimEnd());
    expect({ number, ...totals }).toEqual({ number: 1, points: 61.5, salary: 50_000, cap: 50_000 });
    expect(players).toHaveLength(6);
    expect(players[0]).toEqual({
      slot: "CPT",
      name: "Ann Ash",
      id: "1",
      team: "BBB",
      position: "WR",
      salary: 1000,
      points: 10.25,
    });
  });
});

describe("lineups as CSV", async () => {
  it("have a row per player with --long, quoted if necessary", async () => {
    const [text] = await renderLineups(found([lineup(1, NAMES), lineup(7, NAMES)]), {
      ...PLAIN,
      format: "csv",
      long: true,
    });
    const rows = parseCsv(text!, "long").map(({ cells }) => cells);
    expect(rows[0]).toEqual(["lineup", "slot", "name", "id", "team", "salary", "points"]);
    expect(rows).toHaveLength(13);
    expect(rows[4]).toEqual(["1", "FLEX", "Dan, Roe", "4", "AAA", "1003", "10.25"]);
    expect(rows.slice(7).every(([number]) => number === "2")).toBe(true);
  });

  it.each([true, false])("begin with a byte order mark if requested, long: %s", async (long) => {
    const [text] = await renderLineups(found([lineup(1, NAMES)]), {
      ...PLAIN,
      format: "csv",
      long,
      bom: true,
    });
    expect(text!.codePointAt(0)).toBe(0xfeff);
    expect(text!.slice(1)).toBe(
      (await renderLineups(found([lineup(1, NAMES)]), { ...PLAIN, format: "csv", long }))[0],
    );
  });

  it("are split at the book's row limit, each file with a header, without losing lineups", async () => {
    const lineups = Array.from({ length: 1001 }, (_, index) => lineup(index * 10, NAMES));
    const parts = await renderLineups(found(lineups), { ...PLAIN, format: "csv", split: true });
    const rows = parts.map((part) => parseCsv(part, "part").map(({ cells }) => cells));
    expect(rows.map(({ length }) => length)).toEqual([501, 501, 2]);
    expect(new Set(rows.map(([header]) => header!.join()))).toEqual(
      new Set(["CPT,FLEX,FLEX,FLEX,FLEX,FLEX"]),
    );
    const captains = rows.flatMap(([, ...part]) => part.map(([captain]) => captain));
    expect(captains).toEqual(lineups.map(({ seats }) => seats[0]!.id));
    expect(
      await renderLineups(found(lineups.slice(0, 500)), { ...PLAIN, format: "csv", split: true }),
    ).toHaveLength(1);
    expect(await renderLineups(found(lineups), { ...PLAIN, format: "csv" })).toHaveLength(1);
  });
});
