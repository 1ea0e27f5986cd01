import { describe, expect, test } from "vitest";
import { headerKey } from "../../src/files/columns.ts";
import { namesIn, VENDOR_HEADERS } from "../../src/files/projection-columns.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { lines } from "./support.ts";

/** Header rows of the vendors' exports, and the header expected for each column. */
const EXPORTS = [
  {
    vendor: "SaberSim",
    header:
      "DFS ID,Name,Pos,Order,Team,Opp,Status,Salary,Actual,SS Proj,Value,My Own,Adj Own,Min Exp,Max Exp,dk_points,fd_points,dk_std,dk_25_percentile",
    columns: { id: "DFS ID", points: "SS Proj", ownership: "My Own", minimumExposure: "Min Exp" },
  },
  {
    vendor: "SaberSim",
    header: "DFS ID,Name,Pos,Team,Opp,Salary,fd_points,dk_points,dk_std,Adj Own",
    columns: { points: "dk_points", ownership: "Adj Own" },
  },
  {
    vendor: "FantasyCruncher",
    header:
      "Player,Inj,Pos,pDepth,Salary,Team,Opp,VegasPts,STDV,Floor,Ceiling,Proj Mins,FC Proj,Proj Own%,Own%,Score,Val,Min,Max",
    columns: { points: "FC Proj", ownership: "Proj Own%", minimumExposure: "Min", maximumExposure: "Max" },
  },
  {
    vendor: "ETR",
    header:
      "Player,Team,Opponent,DK Position,DK Salary,DK Projection,DK Value,DK Small Ownership,DK Large Ownership,DKSlateID,DK Floor,DK Ceiling",
    columns: { id: "DKSlateID", points: "DK Projection", ownership: "DK Large Ownership" },
  },
  {
    vendor: "ETR",
    header: "Player,DK Pos,Team,Opp,DK Salary,DK Proj,DK Ceiling,Small Field,Large Field",
    columns: { position: "DK Pos", points: "DK Proj", ownership: "Large Field" },
  },
  {
    vendor: "LineStar",
    header:
      "LineStarId,Name,Position,Team,Salary,Projected,Scored,IsOverridden,OppRank,Ceiling,Floor,ProjOwn,Consistency",
    columns: { name: "Name", points: "Projected", ownership: "ProjOwn" },
  },
  {
    vendor: "FantasyLabs",
    header: "Player_Name,Pos,Salary,Team,Opp,Proj,Ceil,Floor,Proj Own,Min Exposure,Max Exposure,Pts",
    columns: { name: "Player_Name", points: "Proj", ownership: "Proj Own", maximumExposure: "Max Exposure" },
  },
  {
    vendor: "FantasyLabs",
    header:
      "RylandID_master,rating,name,salary,team,opp,exposure_min,exposure_max,projections_proj,projections_ceiling,projections_floor,projections_proj+/-,projections_projown,projections_actpts",
    columns: {
      points: "projections_proj",
      ownership: "projections_projown",
      minimumExposure: "exposure_min",
    },
  },
  {
    vendor: "Stokastic",
    header: "Name,Position,Team,Salary,Fpts,Ownership %,Boom %,Optimal %",
    columns: { points: "Fpts", ownership: "Ownership %" },
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
      "first_name,last_name,position,injury_status,week,game_date,slate,team,opp,spread,over_under,implied_team_score,salary,L5_dvp_rank,L5_fppg_avg,L10_fppg_avg,szn_fppg_avg,ppg_projection,value_projection,ownership_projection",
    columns: { lastName: "last_name", points: "ppg_projection", ownership: "ownership_projection" },
  },
] as const;

describe("the columns of a vendor's export are found", () => {
  test.each(EXPORTS)("$vendor", ({ header, columns }) => {
    const row = header.split(",").map(() => "5");
    const file = readProjectionsCsv(lines(header, row.join(",")), { file: "export.csv", book: "bookA" });
    expect(file.columns).toMatchObject(columns);
  });
});

test("every vendor except the books and the generic one has a sample here", () => {
  const sampled = new Set<string>(EXPORTS.map(({ vendor }) => vendor));
  const missing = VENDOR_HEADERS.map(({ vendor }) => vendor).filter((vendor) => !sampled.has(vendor));
  expect(missing).toEqual(["one's own", "the books", "anyone"]);
});

test("no header matches two columns", () => {
  const columnOf = new Map<string, string>();
  for (const { vendor: _, ofBook, ...headers } of VENDOR_HEADERS) {
    for (const table of [headers, ...Object.values(ofBook ?? {})]) {
      for (const [column, names] of Object.entries(table ?? {})) {
        for (const name of namesIn(names)) {
          expect(columnOf.get(headerKey(name)) ?? column, name).toBe(column);
          columnOf.set(headerKey(name), column);
        }
      }
    }
  }
  expect(columnOf.size).toBeGreaterThan(80);
});
