import { describe, expect, it } from "vitest";
import { scorePerformance } from "../../src/contests/scoring/performance.ts";
import { readBreakdown } from "../../src/contests/scoring/point-source.ts";
import { parseCsv } from "../../src/files/csv.ts";
import { nearestListings } from "../../src/files/listing-index.ts";
import { matchNotes, matchProjections } from "../../src/files/match-projections.ts";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { performanceRows, readProjectionFile, scoreRows, statLinesOf } from "../../src/files/stat-lines.ts";
import { SCORING, scoringTable } from "../support/scoring.ts";
import { FANDUEL_FOOTBALL, FOOTBALL, fileError, lines, read } from "./support.ts";

const readStatLinesCsv = (text: string, options: Parameters<typeof statLinesOf>[1]) =>
  statLinesOf(parseCsv(text, options.file), options);

const football = scoringTable("american-football", "bookA");
const basketball = scoringTable("basketball", "bookB");

const FILE = { file: "stats.csv", book: "bookA", table: football } as const;

describe("columns of stats", () => {
  it.each(SCORING.map((table) => [`${table.sport} ${table.book}`, table] as const))(
    "are found by the table's names, labels and headers: %s",
    (_, table) => {
      let read = 0;
      for (const spelled of ["name", "label", "header"] as const) {
        const stats = table.stats.filter(({ headers }) => spelled !== "header" || headers.length > 0);
        const spellings = stats.map(({ name, label, headers }) =>
          spelled === "header" ? headers.at(-1)! : { name, label: label.toUpperCase() }[spelled],
        );
        const text = lines(
          ["Player", ...spellings].map((cell) => `"${cell}"`).join(","),
          ["Ado Kessby", ...stats.map((_, index) => index / 100)].join(","),
        );
        const found = readStatLinesCsv(text, { file: "stats.csv", book: table.book, table });
        const expected = Object.fromEntries(stats.map(({ name }, index) => [name, index / 100]));
        expect(found?.rows.map(({ stats }) => stats)).toEqual([expected]);
        expect(found!.headers).toEqual(spellings);
        read += stats.length;
      }
      expect(read).toBeGreaterThan(10);
    },
  );

  it("leave a row's other facts about its player to the row", () => {
    const text = lines(
      "Id,First Name,Last Name,Team,Pos,Roster Position,Salary,Pass Yds,Pass TD",
      '9,Ado,Kessby,RAV,QB,CPT,"$7,200",250,2',
    );
    expect(readStatLinesCsv(text, FILE)?.rows).toMatchObject([
      { id: "9", name: "Ado Kessby", team: "RAV", position: "QB", rosterPosition: "CPT", salary: 7200 },
    ]);
  });

  it("report an unclosed quote", () => {
    const text = lines("Player,Pass Yds,Pass TD", '"Ado Kessby,250,2', 'Bram "Lonne,240,1', "Cor Maat,230,1");
    const error = fileError(() => readStatLinesCsv(text, FILE));
    expect(error.line).toBe(2);
    expect(error.message).toContain("a quoted cell opens here and runs on to line 3.");
  });

  it("have no salary without a salary column", () => {
    expect(readStatLinesCsv(lines("Player,Pass Yds,Pass TD", "Ado Kessby,250,2"), FILE)?.rows).toMatchObject([
      { id: null, team: null, position: null, rosterPosition: null, salary: null },
    ]);
  });

  it("are not read if the file has points of its own", () => {
    const text = lines("Player,Proj,Pass Yds,Pass TD", "Ado Kessby,20,250,2");
    expect(readStatLinesCsv(text, FILE)).toBeNull();
  });

  it("require more than one column, and players", () => {
    expect(readStatLinesCsv(lines("Player,Pass Yds", "Ado Kessby,250"), FILE)).toBeNull();
    expect(readStatLinesCsv(lines("Pass Yds,Pass TD", "250,2"), FILE)).toBeNull();
  });

  it("include basketball's points, which are not a projection", () => {
    const text = lines("Player,PTS,REB,AST", "Ado Kessby,20,5,");
    const found = readStatLinesCsv(text, { file: "stats.csv", book: "bookB", table: basketball });
    expect(found?.rows[0]?.stats).toEqual({ points: 20, reboundsTotal: 5, assists: null });
    expect(found?.headers).toEqual(["PTS", "REB", "AST"]);
  });

  it("name every cell that is not a number", () => {
    const text = lines("Player,Pass Yds,Pass TD", "Ado Kessby,many,2", "Bor Lander,1,x");
    const error = fileError(() => readStatLinesCsv(text, FILE));
    expect(error).toMatchObject({ file: "stats.csv", line: 2 });
    expect(error.toErrorObjects().map(({ detail }) => detail)).toEqual([
      expect.stringContaining('"many"'),
      expect.stringContaining('"x"'),
    ]);
  });
});

describe("stat lines of a document", () => {
  it("are reported by their place in it", () => {
    const slate = read(FOOTBALL);
    const line = (name: string, passingYards: number, chance: number) => ({
      id: name,
      type: "Performance" as const,
      attributes: { uuid: name, position: "QB", passingYards, passingYards300Plus: chance },
      relationships: { player: { data: { type: "Player", id: name } } },
    });
    const player = (fullName: string) => ({ type: "Player", id: fullName, attributes: { fullName } });
    const included = [player("Nobody Known"), player("Ado Kessby")];
    const rows = (chance: number) =>
      performanceRows(
        { data: [line("Nobody Known", 1, 0), line("Ado Kessby", 250, chance)], included },
        football,
      );
    const options = { table: football, file: "lines.json" };
    const { report } = matchProjections(slate, scoreRows(slate, rows(0.2), options));
    expect(matchNotes(report, slate).join("\n")).toContain("/data/0: Nobody Known");
    expect(report.matched).toBe(1);
    const error = fileError(() => scoreRows(slate, rows(20), options));
    expect(error).toMatchObject({ file: "lines.json", line: null });
    expect(error.message).toContain("/data/1/attributes/passingYards300Plus");
    expect(() => performanceRows({ data: 7 } as never, football)).toThrow(
      expect.objectContaining({
        issues: [expect.objectContaining({ source: { parameter: "performances" } })],
      }),
    );
  });
});

describe("rows of stats", () => {
  const text = lines(
    "Player,Team,Pos,Passing Yards,Passing Touchdowns,Receiving Yards,Receptions,Sacks,Points Allowed",
    "Ado Kessby,RAV,QB,280,2,,,,",
    "Bor Lander,TIN,RB,,,40,5,,",
    "Moles,MOL,DST,,,,,3,17",
    "Nobody Known,MOL,WR,,,10,1,,",
  );

  it("give the table's expected points, for either book", () => {
    for (const [pool, book] of [
      [FOOTBALL, "bookA"],
      [FANDUEL_FOOTBALL, "bookB"],
    ] as const) {
      const slate = read(pool);
      const table = scoringTable("american-football", book);
      const { rows } = readStatLinesCsv(text, { file: "stats.csv", book, table })!;
      const { points, breakdowns, report } = matchProjections(
        slate,
        scoreRows(slate, rows, { table, file: "stats.csv" }),
      );
      expect(points.size).toBeGreaterThanOrEqual(2);
      expect(report.unused.map(({ row, cause }) => `${row.name} ${cause}`)).toContain(
        `Nobody Known ${book === "bookA" ? "unknown" : "elsewhere"}`,
      );
      for (const entry of slate.entries) {
        const row = rows.find(({ name }) => name === entry.name.trim());
        if (row === undefined || !points.has(entry.uuid)) continue;
        const expected = scorePerformance(table, row.stats, {
          kind: "projected",
          position: entry.position,
        });
        expect(points.get(entry.uuid)).toBeCloseTo(expected.points!, 3);
        expect(breakdowns.get(entry.uuid)).toEqual(expected.breakdown);
      }
      const { projections } = slateInputs(slate, { projections: points, breakdowns });
      const carried = projections.data.filter(({ attributes }) => readBreakdown(attributes, book) !== null);
      expect(carried).toHaveLength(points.size);
    }
  });

  it("name the line of an invalid chance", () => {
    const slate = read(FOOTBALL);
    const broken = lines("Player,Pass Yds,passingYards300Plus", "Ado Kessby,250,20", "Nobody,1,30");
    const { rows } = readStatLinesCsv(broken, FILE)!;
    const error = fileError(() => scoreRows(slate, rows, { table: football, file: "stats.csv" }));
    expect(error).toMatchObject({ file: "stats.csv", line: 2 });
    expect(error.message).toMatch(/^stats\.csv, line 2: \/passingYards300Plus/);
    // A player who is not in the slate, or is ambiguous, needs no points.
    const strange = lines("Player,Pass Yds,passingYards300Plus", "Nobody,1,30", "Bor Lander,1,30");
    const stranger = readStatLinesCsv(strange, FILE)!.rows;
    expect(scoreRows(slate, stranger, { table: football, file: "stats.csv" })).toMatchObject([
      { points: null },
      { points: null },
    ]);
  });
});

describe("a projections file for a slate", () => {
  const given = (text: string, columns?: { points: string }) =>
    readProjectionFile(read(FOOTBALL), Buffer.from(text), {
      file: "mine.csv",
      table: async () => football,
      columns,
    });

  it("has points, or stats that are scored, and reports the columns used", async () => {
    const stats = await given(lines("ID,Player,Pass Yds,Pass TD", "101,Ado Kessby,250,2"));
    expect(stats.note).toBe("points are scored from its columns Pass Yds, Pass TD.");
    expect(stats.rows).toMatchObject([{ id: "101", name: "Ado Kessby", points: 18 }]);
    const points = await given(lines("Player,Proj", "Ado Kessby,20"));
    expect(points.note).toContain("Proj");
    expect(points.rows).toMatchObject([{ name: "Ado Kessby", points: 20 }]);
  });

  it("needs points for positions that the scoring has no values for", async () => {
    const partly = { ...football, unscored: ["RB", "TEAM"] };
    const options = { file: "mine.csv", table: async () => partly };
    const stats = await readProjectionFile(
      read(FOOTBALL),
      Buffer.from("Player,Pass Yds,Pass TD\nAdo Kessby,250,2\n"),
      options,
    );
    expect(stats.note).toContain("no values for RB: give those players' points in another file");
  });

  it("has the points of the named column, whatever stats it has", async () => {
    const { rows } = await given(lines("Player,Pass Yds,Mine", "Ado Kessby,250,3"), { points: "Mine" });
    expect(rows).toMatchObject([{ points: 3 }]);
  });
});

it("names are similar up to a third of their letters", () => {
  const slate = read(FOOTBALL);
  const near = (name: string) => nearestListings(slate, name).map((listing) => listing.name);
  // Of nine letters, three may differ.
  expect(near("Ado Kesxxx")).toEqual(["Ado Kessby"]);
  expect(near("Ado Kexxxx")).toEqual([]);
});

describe("a box score", () => {
  const table = scoringTable("basketball", "bookA");
  const of = (text: string, options = {}) =>
    readStatLinesCsv(text, { file: "stats.csv", book: "bookA", table, ...options });

  it("may have a word before or after the names of its stats", () => {
    for (const around of [
      (stat: string) => `Proj ${stat}`,
      (stat: string) => `${stat}_proj`,
      (stat: string) => `Projected ${stat}`,
    ])
      expect(
        of(lines(`Player,${["PTS", "REB", "AST"].map(around).join()}`, "Ado Kessby,20,5,4"))?.rows,
      ).toMatchObject([{ stats: { points: 20, reboundsTotal: 5, assists: 4 } }]);
  });

  it("gives way to a column of fantasy points, and names one that it does not know", () => {
    expect(of(lines("Player,PTS,REB,AST,DKFP", "Ado Kessby,20,5,4,31"))).toBeNull();
    expect(of(lines("Player,Proj PTS,Proj REB,Proj AST,PROJECTION", "Ado Kessby,20,5,4,31"))).toBeNull();
    const unknown = lines("Player,PTS,REB,AST,Our Fantasy Points,Notes", "Ado Kessby,20,5,4,31,x");
    expect(of(unknown)?.read).toMatchObject({
      looksLike: [{ header: "Our Fantasy Points", as: "points" }],
      unused: ["Our Fantasy Points", "Notes"],
    });
  });

  it("keeps to the columns that the caller names", () => {
    const text = lines("Player,PTS,REB,AST,Min Exp,Mine", "Ado Kessby,20,5,4,10,30");
    expect(of(text)?.rows[0]).toMatchObject({ minimumExposure: 10, ownership: null });
    const columns = { minimumExposure: "none", ownership: "Mine" };
    expect(of(text, { columns })?.rows[0]).toMatchObject({ minimumExposure: null, ownership: 30 });
    expect(of(text, { columns: { ownership: "Absent" } })).toBeNull();
  });
});
