import { expect } from "vitest";
import type { Slate } from "../../src/files/slate.ts";
import { type ReadSlateOptions, readSlateFile } from "../../src/platform/node/files.ts";
import { InvalidFileError } from "../../src/shared/errors.ts";

/** DraftKings' salary header. */
export const DRAFTKINGS =
  "Position,Name + ID,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame";

/** FanDuel's players list header. */
export const FANDUEL =
  "Id,Position,First Name,Nickname,Last Name,FPPG,Played,Salary,Game,Team,Opponent,Injury Indicator,Injury Details,Tier,,,Roster Position";

export const lines = (...rows: readonly string[]): string => rows.map((row) => `${row}\n`).join("");

/** A small DraftKings classic slate for football: two games, a defense, two players with the same name. */
export const FOOTBALL = lines(
  DRAFTKINGS,
  "QB,Ado Kessby (101),Ado Kessby,101,QB,7200,RAV@TIN 10/15/2023 01:00PM ET,RAV,22.41",
  "RB,Bor Lander (102),Bor Lander,102,RB/FLEX,6100,RAV@TIN 10/15/2023 01:00PM ET,TIN,15.5",
  "WR,Bor Lander (103),Bor Lander,103,WR/FLEX,3000,MOL@FOX 11/12/2023 08:20PM ET,FOX,0",
  "DST,Moles  (104),Moles ,104,DST,2900,MOL@FOX 11/12/2023 08:20PM ET,MOL,-1",
);

/** A small showdown slate of DraftKings. */
export const SHOWDOWN = lines(
  DRAFTKINGS,
  "QB,Ado Kessby (201),Ado Kessby,201,CPT,15000,RAV@TIN 10/15/2023 01:00PM ET,RAV,22.4",
  "K,Cas Ingman (202),Cas Ingman,202,CPT,6000,RAV@TIN 10/15/2023 01:00PM ET,TIN,8",
  "DST,Tinkers  (203),Tinkers ,203,CPT,5400,RAV@TIN 10/15/2023 01:00PM ET,TIN,7.5",
  "DST,Tinkers  (303),Tinkers ,303,FLEX,3600,RAV@TIN 10/15/2023 01:00PM ET,TIN,7.5",
  "QB,Ado Kessby (301),Ado Kessby,301,FLEX,10000,RAV@TIN 10/15/2023 01:00PM ET,RAV,22.4",
  "K,Cas Ingman (302),Cas Ingman,302,FLEX,4000,RAV@TIN 10/15/2023 01:00PM ET,TIN,8",
);

/** A small FanDuel football slate with every injury mark in use. */
export const FANDUEL_FOOTBALL = lines(
  FANDUEL,
  "9-1,QB,Ado,Ado Kessby,Kessby,22.4166666667,3,8000,RAV@TIN,RAV,TIN,,,,,,QB",
  "9-2,RB,Bor,Bor Lander,Lander,12,3,7000,RAV@TIN,TIN,RAV,Q,Knee,,,,RB/FLEX",
  "9-3,WR,Cas,Cas Moror,Moror,,0,6000,RAV@TIN,TIN,RAV,O,Knee,,,,WR/FLEX",
  "9-4,WR,Dar,Dar Moror,Moror,1,1,6000,RAV@TIN,TIN,RAV,IR,Knee,,,,WR/FLEX",
  "9-5,WR,El,El Moror,Moror,1,1,6000,RAV@TIN,TIN,RAV,NA,,,,,WR/FLEX",
  "9-6,TE,Fen,Fen Moror,Moror,1,1,6000,RAV@TIN,TIN,RAV,GTD,,,,,TE/FLEX",
  "9-7,D,Ravenport,Ravenport Rooks,Rooks,8,3,4000,RAV@TIN,RAV,TIN,,,,,,DEF",
);

export const read = (text: string, options: Partial<ReadSlateOptions> = {}): Slate =>
  readSlateFile(text, { file: "pool.csv", ...options });

/** The InvalidFileError that `action` throws; fails the test if it throws none. */
export function fileError(action: () => unknown): InvalidFileError {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidFileError);
    return error as InvalidFileError;
  }
  throw new Error("nothing was thrown");
}

/** A slate without the line numbers of its rows, which differ in a file that embeds them. */
export function withoutLines({ entries, leftOut, ...slate }: Slate): Slate {
  return {
    ...slate,
    entries: entries.map(({ line: _, ...entry }) => entry),
    leftOut: leftOut.map(({ listing: { line: _, ...listing }, ...rest }) => ({ ...rest, listing })),
  };
}
