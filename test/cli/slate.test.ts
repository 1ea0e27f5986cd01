import { afterAll, describe, expect, it, vi } from "vitest";
import { entriesLines } from "../../bench/slates/entries-lines.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const ENTRIES = "examples/evening/DKEntries.csv";
const PROJECTIONS = "examples/evening/projections.csv";

describe("slate", () => {
  it("shows what was understood of an entries file and of projections, in 80 columns", async () => {
    const { exitCode, stdout, stderr } = await dfsLineups(["slate", ENTRIES, "-p", PROJECTIONS]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    const words = stdout.replaceAll(/\s+/g, " ");
    expect(words).toContain("DraftKings basketball classic, 10 games, 300 players");
    expect(stdout).toMatch(/^BAE@HAE {2}Wed, Jan 15, 7:00 PM ET +30$/m);
    expect(stdout).toMatch(/^Hoops Special \[20 Entry Max\] +\$4 +12 +0 +0$/m);
    expect(stdout).toMatch(/^Late Hoops, 8-Max +\$4 +8 +0 +0$/m);
    expect(words).toContain('points are "Proj", ownership is "Own%".');
    expect(words).toMatch(
      / used: name "[^"]+", .*points "Proj", ownership "Own%".* 300 pool players have a projection/,
    );
    const starts = [...stdout.matchAll(/(7:00|7:30|10:00) PM/g)].map(([, time]) => time);
    expect(starts).toEqual([...Array(4).fill("7:00"), ...Array(3).fill("7:30"), ...Array(3).fill("10:00")]);
  });

  it("names unavailable players and unmatched rows with the nearest name; ends with 2 below 90%", async () => {
    const salaries = smallSalaryFile("american-football.fanduel.classic").split("\n");
    const [header, first] = salaries.map((line) => line.split(","));
    const mark = header!.indexOf("Injury Indicator");
    const name = first![header!.indexOf("Nickname")]!;
    const file = scratch.write("players.csv", salaries.with(1, first!.with(mark, "IR").join(",")).join("\n"));
    const misspelled = scratch.write(
      "wrong.csv",
      `Player,Proj,Max Exp\n${name}x Qq,12,40\nNobody Atall,3,20\n`,
    );
    const { exitCode, stdout } = await dfsLineups(["slate", file, "-p", misspelled]);
    expect(exitCode).toBe(2);
    expect(stdout).toContain(`Left out 4 players marked as out (IR): ${name} (`);
    expect(stdout).toContain('points are "Proj", maximum exposure is "Max Exp".');
    expect(stdout.replaceAll(/\s+/g, " ")).toMatch(new RegExp(`line 2: ${name}x Qq; nearest ${name} \\(`));
    const json = await dfsLineups(["slate", file, "-p", misspelled, "--format", "json"]);
    expect(json.exitCode).toBe(2);
    const facts = JSON.parse(json.stdout);
    expect(facts).toMatchObject({
      kind: "salaries",
      book: "bookB",
      vendor: "FanDuel",
      contests: [],
      out: expect.arrayContaining([expect.objectContaining({ name, reason: "injured", detail: "IR" })]),
      projections: [
        {
          ...{ rows: 2, projected: 2, known: 0, matched: 0 },
          read: {
            columns: { name: "Player", points: "Proj", maximumExposure: "Max Exp" },
            ...{ unused: [], looksLike: [], repeated: [], rowsLeftOut: [] },
          },
        },
      ],
    });
    expect(facts.projections[0].unused[0]).toMatchObject({ line: 2, cause: "unknown" });
    expect(facts.projections[0].unused[0].candidates[0]).toContain(name);
  });

  it("counts what is missing over all projections files, and lists guessed names", async () => {
    const salaries = smallSalaryFile("american-football.fanduel.classic");
    const [header, ...rows] = salaries
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
    const at = (word: string) => header!.indexOf(word);
    const people = rows.map((row) => `${row[at("Nickname")]},${row[at("Team")]},${row[at("Position")]},9`);
    const initial = people[0]!.replace(/^(\w)\w+/, "$1.");
    const half = Math.ceil(people.length / 2);
    const parts = [[initial, ...people.slice(1, half)], people.slice(half, -1)].map((part, file) =>
      scratch.write(`part-${file}.csv`, `Player,Team,Pos,Proj\n${part.join("\n")}\n`),
    );
    const file = scratch.write("all.csv", salaries);
    const args = ["slate", file, ...parts.flatMap((part) => ["-p", part])];
    const { stdout } = await dfsLineups(args);
    expect(stdout.match(/no projection/g)).toHaveLength(1);
    expect(stdout).toContain("1 pool player has no projection");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(`line 2: ${initial.split(",")[0]} `);
    const { projections } = JSON.parse((await dfsLineups([...args, "--format", "json"])).stdout);
    expect(projections.map((one: { withoutProjection: string[] }) => one.withoutProjection.length)).toEqual([
      1, 1,
    ]);
    expect(projections[0].guesses).toMatchObject([{ line: 2 }]);
  });

  it("counts filled entries and locked seats, by contest", async () => {
    const pool = smallSalaryFile("american-football.draftkings.showdown", 1).trimEnd().split("\n");
    const slots = ["CPT", "FLEX", "FLEX", "FLEX", "FLEX", "FLEX"];
    const file = scratch.write(
      "entries.csv",
      entriesLines({
        book: "bookA",
        kind: "entries",
        slots,
        pool,
        lineups: [slots.map((_, seat) => `Someone (${seat})${seat < 2 ? " (LOCKED)" : ""}`), null, null],
        contestOf: (index) => Math.min(index, 1),
      }).join("\n"),
    );
    const { stdout } = await dfsLineups(["slate", file, "--format", "json"]);
    expect(JSON.parse(stdout).contests).toMatchObject([
      { id: "173036248", entryFee: 4, entries: 1, filled: 1, lockedSeats: 2 },
      { id: "173036249", entryFee: 4, entries: 2, filled: 0, lockedSeats: 0 },
    ]);
  });
});
