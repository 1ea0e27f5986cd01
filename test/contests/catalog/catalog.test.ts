import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogOf } from "../../../src/contests/catalog/catalog.ts";
import type { ContestTable } from "../../../src/contests/constraints/readers/contest-table.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { InvalidTableError, UnknownContestError, UnknownScoringError } from "../../../src/shared/errors.ts";
import { SCORING } from "../../support/scoring.ts";

const builtIn = await loadCatalog();

const NOTHING_BUILT_IN = { contests: [], scoring: [], outcomes: [], ownership: [] };

function like(name: [string, string, string], change: Partial<ContestTable>): ContestTable {
  return { ...structuredClone(builtIn.contest(...name)), ...change };
}

function caught(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe("the catalog", () => {
  test("finds each table by its names, and lists the sports", async () => {
    for (const table of builtIn.contests) {
      expect(builtIn.contest(table.sport, table.book, table.contest)).toBe(table);
    }
    for (const table of SCORING) expect(await builtIn.scoringTable(table.sport, table.book)).toBe(table);
    expect(builtIn.sports).toEqual([...new Set(builtIn.contests.map(({ sport }) => sport))]);
  });

  test.each([
    ["american-football", "bookB", "showdown", "No rules for FanDuel american-football showdown. "],
    ["curling", "bookA", "classic", "curling is not a known sport. Known sports: american-football, "],
    ["basketball", "bookA", "Classic", "No rules for DraftKings basketball Classic. "],
    ["basketball", "constructor", "classic", "No rules for constructor basketball classic. "],
  ])("reports %s %s %s as unknown, and lists the known ones", (sport, book, contest, says) => {
    const source = { pointer: "/contest" };
    const error = caught(() => builtIn.contest(sport, book, contest, source));
    expect(error).toBeInstanceOf(UnknownContestError);
    expect(error).toMatchObject({
      source,
      known: builtIn.contests.map((table) => `${table.sport} ${table.book} ${table.contest}`),
    });
    expect((error as Error).message).toContain(says);
    expect((error as Error).message).not.toContain("; basketball bookA");
    expect(caught(() => builtIn.contestOf(sport, { book, contest } as never))).toMatchObject({ source });
  });

  test("reports a sport without a scoring table", async () => {
    const asking = builtIn.scoringTable("chess", "bookA", { parameter: "sport" });
    const error = await asking.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(UnknownScoringError);
    expect(error).toMatchObject({ source: { parameter: "sport" } });
    expect((error as UnknownScoringError).known).toHaveLength(SCORING.length);
  });
});

describe("user tables", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rules-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("add a contest, from a file or a value", async () => {
    const curling = like(["ice-hockey", "bookA", "classic"], { sport: "curling" });
    const file = join(folder, "curling.json");
    await writeFile(file, JSON.stringify(curling));
    const late = like(["ice-hockey", "bookA", "classic"], { contest: "late" });
    const catalog = await loadCatalog({ rules: [file, late] });
    expect(catalog.contests).toHaveLength(builtIn.contests.length + 2);
    expect(catalog.sports).toContain("curling");
    expect(catalog.contest("curling", "bookA", "classic")).toEqual(curling);
    expect(catalog.contest("ice-hockey", "bookA", "late")).toEqual(late);
  });

  test("replace a built-in contest of the same name", async () => {
    const rich = like(["basketball", "bookB", "classic"], {
      salaryCap: { default: 70000, source: "published-rules" },
    });
    const catalog = await loadCatalog({ rules: [rich] });
    expect(catalog.contests).toHaveLength(builtIn.contests.length);
    expect(catalog.contest("basketball", "bookB", "classic").salaryCap?.default).toBe(70000);
  });

  test("may not describe a contest twice, or be inconsistent", async () => {
    const same = like(["basketball", "bookB", "classic"], {});
    await expect(loadCatalog({ rules: [same, same] })).rejects.toMatchObject({
      ...{ name: "InvalidTableError", file: "rules[1]", path: "contest" },
    });
    const outcomes = await builtIn.outcomesTable("basketball");
    const [scoring] = SCORING;
    const files = { file: "a.json", table: outcomes } as const;
    for (const [own, path] of [
      [{ outcomes: [files, files] }, "sport"],
      [
        {
          scoring: [
            { file: "a.json", table: scoring! },
            { file: "b.json", table: scoring! },
          ],
        },
        "book",
      ],
    ] as const)
      expect(caught(() => catalogOf(NOTHING_BUILT_IN, own))).toMatchObject({ path });
    const lying = like(["basketball", "bookB", "classic"], { uploadOrder: [] });
    await expect(loadCatalog({ rules: [same, lying] })).rejects.toBeInstanceOf(InvalidTableError);
  });
});
