import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseContestTable } from "../../../src/contests/catalog/contest.ts";
import { loadCatalog, loadContestTable } from "../../../src/platform/node/catalog.ts";
import { InvalidTableError } from "../../../src/shared/errors.ts";
import { contestMutations } from "./contest-mutations.ts";
import { brokenTable } from "./mutate.ts";

const { contests } = await loadCatalog();
/** Contests with several positions and slots, of which two can be made to contradict each other. */
const several = contests.filter(({ positions, slots }) => positions.length > 1 && slots.length > 1);

function refusalOf(table: unknown): InvalidTableError {
  try {
    parseContestTable(table, "mine.json");
  } catch (error) {
    if (error instanceof InvalidTableError) return error;
    throw error;
  }
  throw new Error("the table loaded");
}

describe("an inconsistent contest table", () => {
  test("is refused at the place of the fault, for every kind of fault", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(brokenTable(several, contestMutations), ({ table, path, kind }) => {
        const error = refusalOf(table);
        expect({ kind, path: error.path, file: error.file }).toEqual({ kind, path, file: "mine.json" });
        expect(error.message.startsWith(`mine.json: ${path}: `)).toBe(true);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }),
      { seed: 20231015, numRuns: 700 },
    );
    expect([...seen.keys()].sort()).toEqual(Object.keys(contestMutations).sort());
    expect(Math.min(...seen.values())).toBeGreaterThanOrEqual(5);
  });

  test("names the position if it uses an alias, and must declare unknown positions", () => {
    const table = structuredClone(
      contests.find(({ positions }) => positions.some(({ aliases }) => aliases[0]))!,
    );
    const { name, aliases } = table.positions.find(({ aliases }) => aliases[0])!;
    table.slots[0]!.accepts = [aliases[0]!];
    expect(refusalOf(table).message).toMatch(
      `"${aliases[0]}" is an alias. Write the position's name, "${name}".`,
    );
    table.slots[0]!.accepts = ["XX"];
    expect(refusalOf(table).message).toMatch('"XX" is not declared under positions.');
  });

  test("may lack the form of a table", () => {
    for (const value of [null, 7, "x", [], undefined]) expect(refusalOf(value).path).toBe("");
  });
});

describe("a consistent contest table", () => {
  test("is deeply frozen and independent of the caller's value", () => {
    const value = structuredClone(contests[0]!);
    const table = parseContestTable(value, "mine.json");
    expect(table).toEqual(value);
    expect(() => table.slots[0]!.accepts.push("X")).toThrow(TypeError);
    value.slots[0]!.accepts.push("X");
    expect(table).toEqual(contests[0]);
  });

  test("may have its own multipliers, captain salaries, limits and uncounted positions", () => {
    const table = structuredClone(contests.find(({ contest }) => contest === "showdown")!);
    table.contest = "tiers";
    table.slots.push({ ...table.slots[0]!, name: "MVP", pointsMultiplier: 2, uploadColumn: "MVP" });
    table.uploadOrder.push("MVP");
    table.games = { ...table.games, maximum: null };
    table.bothTeams = null;
    table.minimumTeams = {
      minimum: 4,
      except: [table.positions[0]!.name],
      source: table.salaryCap!.source,
    };
    table.teamLimits = [{ maximum: 3, except: [table.positions[0]!.name], source: table.salaryCap!.source }];
    expect(parseContestTable(table, "mine.json").slots.map(({ name }) => name)).toEqual([
      "CPT",
      "FLEX",
      "MVP",
    ]);
  });
});

describe("a contest file", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "contest-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  test("loads, with or without a byte order mark", async () => {
    const text = JSON.stringify(contests[0]);
    expect(await loadContestTable(await write("plain.json", text))).toEqual(contests[0]);
    expect(await loadContestTable(await write("marked.json", `\uFEFF${text}`))).toEqual(contests[0]);
  });

  test("with invalid JSON is refused with file, line and column", async () => {
    const file = await write("comma.json", '{\n  "sport": "chess",\n  "slots": [1, 2,]\n}');
    const error: unknown = await loadContestTable(file).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InvalidTableError);
    expect(error).toMatchObject({
      file,
      path: "",
      message: expect.stringContaining("line 3, column 18"),
    });
  });

  test("with a duplicate field is refused", async () => {
    const twice = JSON.stringify(contests[0]).replace("{", '{"sport":"chess",');
    await expect(loadContestTable(await write("twice.json", twice))).rejects.toBeInstanceOf(
      InvalidTableError,
    );
  });

  test("that cannot be read is refused by its name", async () => {
    for (const file of [join(folder, "absent.json"), folder]) {
      await expect(loadContestTable(file)).rejects.toMatchObject({ name: "InvalidTableError", file });
    }
  });
});
