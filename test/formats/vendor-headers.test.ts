import { describe, expect, test } from "vitest";
import { headerKey } from "../../src/formats/header.ts";
import { readProjectionsCsv } from "../../src/formats/projections.ts";
import { VENDOR_HEADERS } from "../../src/formats/vendor-headers.ts";
import { lines } from "./support.ts";

/** Header rows as the vendors' exports have them, and the header that must become each column. */
const EXPORTS = [
  {
    vendor: "SaberSim",
    header:
      "DFS ID,Name,Pos,Team,Opp,Status,Salary,Actual,SS Proj,Value,SS Own,My Own,Min Exp,Max Exp,dk_points",
    columns: { id: "DFS ID", points: "SS Proj", ownership: "My Own", minimumExposure: "Min Exp" },
  },
  {
    vendor: "FantasyCruncher",
    header: "Player,Pos,Team,Opp,Salary,FC Proj,FPPG,Min,Max",
    columns: { name: "Player", points: "FC Proj", minimumExposure: "Min", maximumExposure: "Max" },
  },
  {
    vendor: "ETR",
    header: "Player,Team,Opponent,DK Position,DK Salary,DK Projection,DK Value,DK Ownership,DK Ceiling,DK ID",
    columns: { id: "DK ID", position: "DK Position", points: "DK Projection", ownership: "DK Ownership" },
  },
  {
    vendor: "LineStar",
    header: "Position,Name,Team,VersusStr,Salary,Projected,Ceiling,Floor,ProjOwn,Scored,AvgPointsPerGame",
    columns: { name: "Name", points: "Projected", ownership: "ProjOwn" },
  },
  {
    vendor: "FantasyLabs",
    header: "Player_Name,Pos,Salary,Team,Opp,Proj,Ceil,Floor,Proj Own,Min Exposure,Max Exposure,Pts",
    columns: { name: "Player_Name", points: "Proj", ownership: "Proj Own", maximumExposure: "Max Exposure" },
  },
  {
    vendor: "Stokastic",
    header: "Name,Projection,Std Dev,Position,Team,Salary,Ownership %,Boom%",
    columns: { points: "Projection", ownership: "Ownership %" },
  },
  {
    vendor: "RotoGrinders",
    header: "PLAYERID,PLAYER,SALARY,POS,TEAM,OPP,FPTS,POWN,FLOOR,CEIL,MINEXPOSURE,MAXEXPOSURE",
    columns: {
      id: "PLAYERID",
      name: "PLAYER",
      points: "FPTS",
      ownership: "POWN",
      minimumExposure: "MINEXPOSURE",
    },
  },
  {
    vendor: "4for4",
    header: "PID,Season,Week,Player,Pos,Team,Opp,DK FFPts,FD FFPts,DK Sal ($)",
    columns: { name: "Player", points: "DK FFPts", salary: "DK Sal ($)" },
  },
  {
    vendor: "DailyFantasyFuel",
    header:
      "first_name,last_name,position,injury_status,team,opp,salary,L5_fppg_avg,ppg_projection,value_projection",
    columns: { firstName: "first_name", lastName: "last_name", points: "ppg_projection" },
  },
] as const;

describe("the columns of a vendor's export are found", () => {
  test.each(EXPORTS)("$vendor", ({ header, columns }) => {
    const row = header.split(",").map(() => "5");
    const file = readProjectionsCsv(lines(header, row.join(",")), { file: "export.csv", book: "bookA" });
    expect(file.columns).toMatchObject(columns);
  });
});

test("every vendor but the books and everybody has a sample here", () => {
  const sampled = new Set<string>(EXPORTS.map(({ vendor }) => vendor));
  const missing = VENDOR_HEADERS.map(({ vendor }) => vendor).filter((vendor) => !sampled.has(vendor));
  expect(missing).toEqual(["one's own", "the books", "anyone"]);
});

test("no header stands for two columns", () => {
  const columnOf = new Map<string, string>();
  for (const { headers, ofBook } of VENDOR_HEADERS) {
    for (const table of [headers, ...Object.values(ofBook ?? {})]) {
      for (const [column, names] of Object.entries(table)) {
        for (const name of names as readonly string[]) {
          expect(columnOf.get(headerKey(name)) ?? column, name).toBe(column);
          columnOf.set(headerKey(name), column);
        }
      }
    }
  }
  expect(columnOf.size).toBeGreaterThan(80);
});
