import { describe, expect, test } from "vitest";
import type { ContestTableInput } from "../../src/contests/constraints/readers/contest-table.ts";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { DRAFTKINGS, fileError, lines, read } from "./support.ts";

const source = "own";

interface Shape {
  readonly sport: string;
  readonly contest?: string;
  readonly slots: readonly (readonly [name: string, count: number, accepts: readonly string[]])[];
  readonly positions: readonly string[];
}

/** A table of one event; a slot called CPT is the captain's. */
function tableOf(shape: Shape, own: Partial<ContestTableInput> = {}): ContestTableInput {
  const { sport, contest = "classic", slots, positions } = shape;
  return {
    sport,
    book: "bookA",
    contest,
    sources: { own: "A test's own rules." },
    salaryCap: { default: 50_000, source },
    positions: positions.map((name) => ({ name, aliases: [], entry: "player", source })),
    slots: slots.map(([name, count, accepts]) => ({
      name,
      count,
      accepts: [...accepts],
      pointsMultiplier: name === "CPT" ? 1.5 : 1,
      salary: name === "CPT" ? "captainSalary" : "salary",
      uploadColumn: name,
      source,
    })),
    uploadOrder: slots.map(([name]) => name),
    games: { minimum: 1, maximum: null, source },
    ...own,
  };
}

const GOLF = { sport: "golf", slots: [["G", 2, ["G"]]], positions: ["G"] } as const;
const RACE = {
  sport: "formula-1",
  contest: "showdown",
  slots: [
    ["CPT", 1, ["D"]],
    ["D", 1, ["D"]],
    ["CNSTR", 1, ["CNSTR"]],
  ],
  positions: ["D", "CNSTR"],
} as const;

const golfers = lines(
  DRAFTKINGS,
  "G,Ado Kessby (1),Ado Kessby,1,G,9000,The Winter Open,Golf,60",
  "G,Bor Lander (2),Bor Lander,2,G,8000,The Winter Open,Golf,50",
  "G,Cal Dunby (3),Cal Dunby,3,G,7000,The Winter Open,Golf,55",
);

const drivers = lines(
  DRAFTKINGS,
  "D,Ado Kessby (1),Ado Kessby,1,CPT,15000,Winter Grand Prix,RAV,20",
  "D,Bor Lander (2),Bor Lander,2,CPT,12000,Winter Grand Prix,TIN,18",
  "D,Cal Dunby (3),Cal Dunby,3,CPT,9000,Winter Grand Prix,OAK,9",
  "D,Ado Kessby (4),Ado Kessby,4,D,10000,Winter Grand Prix,RAV,20",
  "D,Bor Lander (5),Bor Lander,5,D,8000,Winter Grand Prix,TIN,18",
  "D,Cal Dunby (6),Cal Dunby,6,D,6000,Winter Grand Prix,OAK,9",
  "CNSTR,Ravens (7),Ravens,7,CNSTR,9000,Winter Grand Prix,RAV,30",
);

/** The best lineup's points, through the optimizer. */
async function bestOf(text: string, table: ContestTableInput): Promise<number> {
  const catalog = await loadCatalog({ rules: [table] });
  const optimizer = await createOptimizer({ threads: 0, rules: [table] });
  try {
    const document = await optimizer.optimize(slateInputs(read(text, { catalog })));
    return document.data[0]!.attributes.points;
  } finally {
    await optimizer.close();
  }
}

describe("an event without teams", () => {
  test("is one game of all players, who have no opponents", async () => {
    const catalog = await loadCatalog({ rules: [tableOf(GOLF)] });
    const { sport, entries } = read(golfers, { catalog });
    expect(sport).toBe("golf");
    expect(new Set(entries.map(({ game }) => game))).toEqual(new Set(["The Winter Open"]));
    expect(new Set(entries.map(({ opponent }) => opponent))).toEqual(new Set([""]));
    expect(await bestOf(golfers, tableOf(GOLF))).toBe(115);
  });

  test("may have no name, and players of more than two teams", async () => {
    const unnamed = golfers.replaceAll("The Winter Open", "");
    expect(await bestOf(unnamed, tableOf(GOLF))).toBe(115);
    expect(await bestOf(drivers, tableOf(RACE))).toBe(78);
  });

  test("is read without the book's averages, which older entries files lack", async () => {
    const catalog = await loadCatalog({ rules: [tableOf(GOLF)] });
    const bare = golfers.replace(",AvgPointsPerGame", "").replaceAll(/,\d+$/gm, "");
    expect(read(bare, { catalog }).entries.map(({ averagePoints }) => averagePoints)).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("is an error in a sport of teams", () => {
    const football = golfers.replaceAll("G,", "QB,");
    expect(fileError(() => read(football)).message).toContain('"The Winter Open" cannot be read');
  });

  test("lists no captain of a position that no captain slot accepts, and every other one", async () => {
    const catalog = await loadCatalog({ rules: [tableOf(RACE)] });
    const { entries } = read(drivers, { catalog });
    expect(entries.map(({ captainSalary }) => captainSalary)).toEqual([15_000, 12_000, 9_000, null]);
    const without = drivers.replace(/^D,Bor Lander \(2\).*\n/m, "");
    expect(fileError(() => read(without, { catalog })).message).toContain("Bor Lander (TIN) has 0 captain");
  });
});

describe("the contest of a file", () => {
  const hitters = (slot: string) =>
    lines(
      DRAFTKINGS,
      `SKIP,Ado Kessby (1),Ado Kessby,1,${slot},9000,RAV@TIN 01/12/2026 07:00PM ET,RAV,60`,
      `LEAD,Bor Lander (2),Bor Lander,2,${slot},8000,RAV@TIN 01/12/2026 07:00PM ET,TIN,50`,
    );
  const CURLING: Shape = {
    sport: "curling",
    slots: [["LEAD/SKIP", 2, ["LEAD", "SKIP"]]],
    positions: ["LEAD", "SKIP"],
  };

  test("is that of the user's table with its slots, whatever the sport", async () => {
    const catalog = await loadCatalog({ rules: [tableOf(CURLING)] });
    const { sport, contest, entries } = read(hitters("LEAD/SKIP"), { catalog });
    expect([sport, contest]).toEqual(["curling", "classic"]);
    expect(entries.map(({ slots }) => slots)).toEqual([["LEAD/SKIP"], ["LEAD/SKIP"]]);
    expect(fileError(() => read(hitters("SWEEPER"), { catalog })).message).toContain("no known sport");
  });

  test("depends on the day of play if several tables have its slots", async () => {
    const rules = [
      tableOf({ ...CURLING, contest: "old" }, { until: "2025-12-31" }),
      tableOf({ ...CURLING, contest: "new" }, { from: "2026-01-01" }),
    ];
    const catalog = await loadCatalog({ rules });
    expect(read(hitters("LEAD/SKIP"), { catalog }).contest).toBe("new");
    const earlier = hitters("LEAD/SKIP").replaceAll("2026", "2025");
    expect(read(earlier, { catalog }).contest).toBe("old");
    expect(read(earlier, { catalog, contest: "new" }).contest).toBe("new");
  });

  test("is shown by the columns and slots that identify it", async () => {
    const rules = [
      tableOf({ ...CURLING, contest: "plain" }),
      tableOf({ ...CURLING, contest: "rated" }, { identifiedBy: { columns: ["Rating"] } }),
    ];
    const catalog = await loadCatalog({ rules });
    expect(read(hitters("LEAD/SKIP"), { catalog }).contest).toBe("plain");
    const rated = hitters("LEAD/SKIP").replace("AvgPointsPerGame\n", "AvgPointsPerGame,Rating\n");
    expect(read(rated, { catalog }).contest).toBe("rated");
  });

  test("is shown by the columns that its files lack, and by seats for all positions", async () => {
    const rules = [
      tableOf(
        { ...CURLING, contest: "plain" },
        { unseated: [{ name: "VICE", aliases: [], entry: "player", source }] },
      ),
      tableOf(
        { ...CURLING, contest: "unrated" },
        {
          identifiedBy: { withoutColumns: ["Rating"] },
          unseated: [{ name: "VICE", aliases: [], entry: "player", source }],
        },
      ),
      tableOf(
        {
          ...CURLING,
          contest: "old",
          slots: [...CURLING.slots, ["VICE", 1, ["VICE"]]],
          positions: [...CURLING.positions, "VICE"],
        },
        { until: "2019-12-31" },
      ),
    ];
    const catalog = await loadCatalog({ rules });
    const unrated = hitters("");
    expect(read(unrated, { catalog }).contest).toBe("unrated");
    const rated = unrated.replace("AvgPointsPerGame\n", "AvgPointsPerGame,Rating\n");
    expect(read(rated, { catalog }).contest).toBe("plain");
    // Only the old contest seats a VICE, so a file with one is of it, whatever its day.
    const vice = rated.replace(
      /$/,
      "VICE,Cal Dunby (3),Cal Dunby,3,,7000,RAV@TIN 01/12/2026 07:00PM ET,TIN,40\n",
    );
    expect(read(vice, { catalog }).contest).toBe("old");
  });

  test("is an error that names the candidates if nothing decides", async () => {
    const rules = [tableOf({ ...CURLING, contest: "red" }), tableOf({ ...CURLING, contest: "blue" })];
    const catalog = await loadCatalog({ rules });
    const { message } = fileError(() => read(hitters("LEAD/SKIP"), { catalog }));
    expect(message).toContain("curling blue and of curling red");
    expect(message).toContain("--contest blue");
  });
});
