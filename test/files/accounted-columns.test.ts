import { describe, expect, it } from "vitest";
import {
  columnList,
  columnNote,
  type ReadProjectionsOptions,
  readProjectionsCsv,
} from "../../src/files/projections.ts";
import { lines } from "./support.ts";

const of = (text: string, options: Partial<ReadProjectionsOptions> = {}) =>
  readProjectionsCsv(text, { file: "mine.csv", book: "bookA", ...options });

const GOLF = lines(
  "Golfer,Round 1 Tee Time,DK Salary,DK Points,DK Value,Small Field Own,Large Field Own,DK Ceiling,Make Cut Odds,Volatility,Site,id",
  "Ado Kessby,7:33,9000,80.5,8.9,26.3%,31.0%,104.6,0.92,7.5,dk,42166373",
  "Bor Lander,7:33,8000,70.25,8.8,12.0%,9.0%,90.1,0.81,6.5,dk,42166374",
  "Cas Moror,7:44,$0,61,0,1.0%,1.5%,80.2,0.5,6,dk,42166375",
);

describe("every column of a projections file is accounted for", () => {
  it("used as something, looking like it, or unused", () => {
    const read = of(GOLF);
    expect(read.columns).toEqual({
      ...{ id: "id", name: "Golfer", salary: "DK Salary", points: "DK Points", cut: "Make Cut Odds" },
      ...{ ownership: "Large Field Own", ceiling: "DK Ceiling" },
    });
    expect(read.unused).toEqual([
      ...["Round 1 Tee Time", "DK Value", "Small Field Own", "Volatility", "Site"],
    ]);
    expect(read.looksLike).toEqual([
      { header: "Small Field Own", as: "ownership" },
      { header: "Volatility", as: "deviation" },
    ]);
    expect(columnList(read)).toEqual([
      'used: id "id", name "Golfer", salary "DK Salary", points "DK Points", ownership "Large Field Own", ' +
        'ceiling "DK Ceiling", made cut "Make Cut Odds".',
      'not used, except by rules that name them: "Round 1 Tee Time", "DK Value", "Small Field Own" ' +
        '(--column ownership="Small Field Own"?), "Volatility" (--column deviation="Volatility"?), "Site".',
    ]);
  });

  it("the contest's size decides between the ownership of large and small fields, and rows at $0 are withdrawn", () => {
    const large = of(GOLF);
    expect(large.rows.map(({ name, ownership }) => [name, ownership])).toEqual([
      ["Ado Kessby", 31],
      ["Bor Lander", 9],
    ]);
    expect(columnNote(large)).toBe(
      'points are "DK Points", ownership is "Large Field Own" (contests of more than 2,000 entries, our limit). Not used: ' +
        '"Small Field Own" (ownership?), "Volatility" (deviation?) and 3 other columns. 1 row has the salary 0: withdrawn (line 4).',
    );
    const small = of(GOLF, { fieldSize: 200 });
    expect(small.rows.map(({ ownership }) => ownership)).toEqual([26.3, 12]);
    expect(columnNote(small)).toContain(
      'ownership is "Small Field Own" (contests of at most 2,000 entries, our limit)',
    );
    // Where all salaries are 0, the file has none.
    expect(of("Name,Salary,Proj\nAdo,0,5\nBor,0,6\n").rows).toHaveLength(2);
  });

  it("headers alone and cells alone look like nothing", () => {
    const like = (header: string, ...cells: string[]) =>
      of(lines(`Name,Proj,${header}`, ...cells.map((cell, at) => `P${at},10,${cell}`))).looksLike.map(
        ({ as }) => as,
      );
    expect(like("Their Own %", "12%", "8%")).toEqual(["ownership"]);
    expect(like("Our Own", "12", "8.5")).toEqual(["ownership"]);
    expect(like("Late Ownership %", "12", "8.5")).toEqual(["ownership"]);
    expect(like("Owner", "12", "8")).toEqual([]);
    expect(like("Vegas Pts", "12", "8")).toEqual([]);
    expect(like("Owner", "me", "you")).toEqual([]);
    expect(like("Own", "0", "0")).toEqual([]);
    expect(like("Score", "12", "8.5")).toEqual([]);
    expect(like("Upside", "22", "18.5")).toEqual(["ceiling"]);
    expect(like("Upside", "2", "1.5")).toEqual([]);
    expect(like("Downside", "2", "1.5")).toEqual(["floor"]);
    expect(like("Max Exposure Pct", "50", "40")).toEqual(["maximumExposure"]);
    expect(like("SaberStd", "5.1", "6")).toEqual(["deviation"]);
    expect(like("DraftSalary", "$5100", "$6000")).toEqual(["salary"]);
    expect(like("VendorId", "43727665", "43727666")).toEqual(["id"]);
    expect(like("DK ($)", "$5100", "$6000")).toEqual(["salary"]);
    // Of the captain, whose salary and deviation nothing uses; averages, quotients and differences.
    expect(like("Late CPT Own", "12", "8.5")).toEqual(["ownership"]);
    expect(like("CPT Late Own", "12", "8.5")).toEqual(["captainOwnership"]);
    expect(like("Blend Pts MVP", "12", "8.5")).toEqual(["captainPoints"]);
    for (const header of ["CPT Salary", "SalaryCPT", "CPT Std Dev", "Captain Ceiling"])
      expect(like(header, "15000", "12000")).toEqual([]);
    for (const header of ["AvgPointsPerGame", "FPTS/$", "proj+/-", "value_projection", "Live Proj"])
      expect(like(header, "12", "8.5")).toEqual([]);
    // Of another book, known only after lock, or a stat.
    expect(like("FD Ceiling Upside", "22", "18.5")).toEqual([]);
    expect(like("Actual Own", "12", "8.5")).toEqual([]);
    expect(like("Min", "12", "8.5")).toEqual([]);
  });

  it("any of them can be taken by name", () => {
    const read = of(GOLF, { columns: { ownership: "Small Field Own", deviation: "Volatility" } });
    expect(read.columns).toMatchObject({ ownership: "Small Field Own", deviation: "Volatility" });
    expect(read.looksLike).toEqual([{ header: "Large Field Own", as: "ownership" }]);
  });

  it("rows without a name or an id are named, blank ones are not", () => {
    const read = of("Name,Proj\nAdo,5\n,\n,7\nnan,\n");
    expect(read.rowsLeftOut).toEqual([
      { line: 4, why: "unnamed" },
      { line: 5, why: "unnamed" },
    ]);
    expect(columnNote(read)).toBe('points are "Proj". 2 rows have no name and no id (line 4, 5).');
  });
});

describe("vendors' layouts", () => {
  it("DailyFan has means beside wins and losses, and ends with nan", () => {
    for (const [header, other] of [
      ["Projection DK (Mean)", "Projection FD (Mean)"],
      ["DK Proj. Points (Mean)", "FD Proj. Points (Mean)"],
    ]) {
      const text = lines(
        `Fighter,Matchup,Salary,Ownership,${header},Projection DK (Win),${other},DK ID`,
        "Ado Kessby,0,9500,30%,72.05,92.05,80.5,39827005",
        "Bor Lander,1,8200,20%,55.5,75.5,61,39827006",
        "nan,,,,,,,",
      );
      expect(of(text).rows).toMatchObject([
        { name: "Ado Kessby", id: "39827005", points: 72.05, ownership: 30 },
        { name: "Bor Lander", id: "39827006", points: 55.5, ownership: 20 },
      ]);
      expect(of(text, { book: "bookB" }).rows.map(({ points }) => points)).toEqual([80.5, 61]);
    }
  });

  it("seats of a showdown stand before or behind their words", () => {
    for (const header of [
      "Player,FLEX Salary,CPT Salary,FLEX Proj,CPT Proj,FLEX Own%,CPT Own%",
      "Player,Salary Flex,Salary CPT,Proj Flex,Proj CPT,Ownership Flex,Ownership CPT",
      "Name,Util Sal,Captain Sal,Util Fpts,Captain Fpts,Util pOwn%,Captain Rost%",
    ]) {
      const { rows, looksLike, columns } = of(lines(header, "Ado Kessby,9000,13500,20,31,25%,8%"));
      expect(rows).toMatchObject([
        { salary: 9000, points: 20, ownership: 25, captain: { points: 31, ownership: 8 } },
      ]);
      expect([looksLike, columns.captainOwnership]).toEqual([[], header.split(",").at(-1)]);
    }
    const all = of("Name,Proj,Own Flex,Own CPT,Own Total\nAdo,20,25,8,33\n");
    expect(all.rows[0]).toMatchObject({ ownership: 33, captain: { ownership: 8 } });
  });

  it("means, medians, totals and ordinals are read, and a total has the points for the finish", () => {
    const of1 = (text: string) => of(text).rows.map(({ points, ownership }) => [points, ownership]);
    expect(of1("Name,Mean,Median,85th,Rost%\nAdo,20,19,30,12%\n")).toEqual([[20, 12]]);
    expect(of("Name,Mean,85th,10th\nAdo,20,30,9\n").unused).toEqual([]);
    expect(of1("Athlete,Exp. Pts,Exp. Own\nAdo,20,12\n")).toEqual([[20, 12]]);
    expect(of1("dk_name,scoring_points,finish_points,total_points\nAdo,83.1,11.7,94.8\n")).toEqual([
      [94.8, null],
    ]);
    expect(of1("dk_name,scoring_points,finish_points\nAdo,83.1,11.7\n")).toEqual([[94.8, null]]);
  });

  it("salaries have commas or dots", () => {
    const text = "Name;Salary;Proj\nAdo;8.800;20,5\nBor;$10.400;18\n";
    expect(of(text).rows.map(({ salary, points }) => [salary, points])).toEqual([
      [8800, 20.5],
      [10_400, 18],
    ]);
  });

  it("a prediction is named around the book", () => {
    expect(of("Name,Predicted_DK_Points,Predicted_FD_Points\nAdo,21.5,24\n").rows).toMatchObject([
      { points: 21.5 },
    ]);
  });

  it("golf rounds add the points for the finish", () => {
    const text = lines(
      "Golfer,Tee Time,Salary,Points,Ownership,Current Score,Finish Points,Value,ID",
      "Ado Kessby,12:04,14200,45.1,6.4,-5,11.2,1,42166373",
      "Bor Lander,12:04,11700,33.7,6.4,-5,,1,42166374",
    );
    expect(of(text).rows.map(({ points }) => points)).toEqual([56.3, 33.7]);
    expect(columnNote(of(text))).toMatch(/^points are "Points", points for the finish are "Finish Points", /);
  });

  it("of groups of equal headers, the one with the slate's salaries counts, also as pandas saves them", () => {
    const rows = ["Ado Kessby,PG,11100,58.2,PG,10700,52.9", "Bor Lander,SG,8900,41,PG/SG,8400,37.5"];
    for (const header of [
      "Player,Pos,Salary,Points,Pos,Salary,Points",
      "Player,Pos,Salary,Points,Pos.1,Salary.1,Points.1",
    ]) {
      const text = lines(header, ...rows);
      const pointsOf = (...salaries: number[]) =>
        of(text, { salaries: new Set(salaries) }).rows.map(({ points, position }) => `${points} ${position}`);
      expect(pointsOf(10_700, 8400, 5000)).toEqual(["52.9 PG", "37.5 PG/SG"]);
      expect(pointsOf(11_100, 8900)).toEqual(["58.2 PG", "41 SG"]);
      expect(of(text, { salaries: new Set([10_700, 8400]) }).repeated).toEqual([]);
      // No salary decides.
      const open = of(text);
      expect(open.rows.map(({ points }) => points)).toEqual([58.2, 41]);
      expect(columnNote(open)).toContain('"Points" occurs twice with different cells: the first is used.');
    }
    const second = of(lines("Player,Points,Points.1", "Ado,1,2"), { columns: { points: "Points.1" } });
    expect(second.rows[0]!.points).toBe(2);
  });
});
