import { describe, expect, it } from "vitest";
import { withAttributes, withNews } from "../../src/files/attributes.ts";
import { readDrawnPoints } from "../../src/files/drawn-points.ts";
import { leftOutBy } from "../../src/files/player-marks.ts";
import { describeLeftOut } from "../../src/files/slate.ts";
import { readProjectionFile } from "../../src/files/stat-lines.ts";
import type { InvalidFileError } from "../../src/shared/errors.ts";
import { scoringTable } from "../support/scoring.ts";
import { DRAFTKINGS, fileError, lines, read } from "./support.ts";

const slate = read(
  lines(
    DRAFTKINGS,
    "D,Ado Kessby (1),Ado Kessby,1,D,9000,Winter 400,Nasca,40",
    "D,Bor Lander (2),Bor Lander,2,D,8000,Winter 400,Nasca,30",
    "D,Cal Dunby (3),Cal Dunby,3,D,7000,Winter 400,Nasca,20",
  ),
);
const added = (text: string) => withAttributes(slate, text, { file: "starts.csv" });
const columnOf = (name: string, { entries }: typeof slate) =>
  entries.map(({ columns = {} }) => columns[name] ?? null);

describe("a file of attributes", () => {
  it("adds its columns to the players by name or id, and names the rows without a player", () => {
    const { slate: whole, note } = added(
      lines("Driver,Start,Row", "Lander, B,12,6", '"Kessby, Ado",3,2', "Zed,1,1"),
    );
    expect(columnOf("Start", whole)).toEqual(["3", null, null]);
    expect(note).toBe("adds Start, Row to 1 player; rows that match no player: 2 (Lander, Zed).");
    expect(columnOf("Start", added(lines("ID,Start", "2,12")).slate)).toEqual([null, "12", null]);
  });

  it("adds lines and batting orders, which raise correlations in simulations", () => {
    const { slate: whole, note } = added(lines("Name,Line,PP", "Ado Kessby,2,", "Bor Lander,1,PP1"));
    expect(note).toBe("adds Line, PP to 2 players.");
    const { known } = readDrawnPoints({ slate: whole, points: undefined }, { file: "starts.csv" });
    expect(known).toEqual([
      { uuid: whole.entries[0]!.uuid, line: 2 },
      { uuid: whole.entries[1]!.uuid, line: 1, powerPlay: 1 },
    ]);
  });

  it("does not replace the salary file's own columns", () => {
    const { slate: whole } = added(lines("Name,Salary,Start", "Ado Kessby,1,3"));
    expect(columnOf("Salary", whole)[0]).toBe("9000");
    expect(whole.entries[0]!.salary).toBe(9000);
  });

  it("adds stats to the stat lines of projections, which take precedence", async () => {
    const { slate: whole } = added(lines("Name,Start", "Ado Kessby,21", "Bor Lander,21"));
    const table = await scoringTable("nascar", "bookA");
    const pointsOf = async (of: typeof slate, text: string) => {
      const options = { file: "lines.csv", table: async () => table };
      const { rows } = await readProjectionFile(of, new TextEncoder().encode(text), options);
      return rows.map(({ points }) => points);
    };
    const finishes = lines("Name,Finish,Laps Led", "Ado Kessby,1,100", "Bor Lander,11,0");
    // 45 for the win, 25 for the laps and 20 places; 32 for the 11th place and 10 places.
    expect(await pointsOf(whole, finishes)).toEqual([90, 42]);
    expect(await pointsOf(slate, finishes)).toEqual([70, 32]);
    const own = lines("Name,Finish,Laps Led,Start", "Ado Kessby,1,100,2", "Bor Lander,11,0,12");
    expect(await pointsOf(whole, own)).toEqual([71, 33]);
  });

  it("is refused without names or ids, and without any player of the slate", () => {
    const errorOf = (text: string): InvalidFileError => fileError(() => added(text));
    expect(errorOf(lines("Pilot,Start", "Ado Kessby,3")).message).toContain("has no column for the name");
    expect(errorOf(lines("Name,Start", "Zed,3")).message).toContain("no row matches a player");
  });
});

describe("a file of news", () => {
  const told = (of: typeof slate, text: string, leaveOut: readonly string[] = []) =>
    withNews(of, text, { file: "news.csv", isOut: leftOutBy({ leaveOut }) });
  const names = ({ entries }: typeof slate) => entries.map(({ name }) => name);

  it("takes players out by their marks, keeps the doubtful ones, and brings back who is fit again", () => {
    const first = told(slate, lines("Player,Status", "Ado Kessby,OUT", "Bor Lander,Q", "Zed,O"));
    expect(names(first.slate)).toEqual(["Bor Lander", "Cal Dunby"]);
    expect(describeLeftOut(first.slate.leftOut)).toContain("Ado Kessby");
    expect(first.note).toBe(
      "out: Ado Kessby (OUT); kept: Bor Lander (Q); rows that match no player: 1 (Zed).",
    );
    const second = told(first.slate, lines("ID,Injury Status", "1,", "2,D"), ["D"]);
    expect(names(second.slate).toSorted()).toEqual(["Ado Kessby", "Cal Dunby"]);
    expect(second.note).toBe("out: Bor Lander (D).");
    expect(second.slate.leftOut).toMatchObject([
      { listing: { name: "Bor Lander", status: "D" }, reason: "injured", played: { game: "Winter 400" } },
    ]);
  });

  it("without marks is a list of who is out", () => {
    const { slate: left, note } = told(slate, lines("Name", "Cal Dunby", "Ado Kessby"));
    expect(names(left)).toEqual(["Bor Lander"]);
    expect(note).toBe("out: Ado Kessby (O), Cal Dunby (O).");
    expect(told(slate, lines("Name,Status", "Zed,O")).note).toBe(
      "out: nobody of this slate; rows that match no player: 1 (Zed).",
    );
  });
});
