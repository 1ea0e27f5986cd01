import { expect, test } from "vitest";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { type ReadSpreadsOptions, readSpreads, spreadNote } from "../../src/files/spreads.ts";
import { InvalidFileError } from "../../src/shared/errors.ts";

/** The spreads of a file, with each row's GUID as its id. */
function spreadsOf(lines: readonly string[], options: Partial<ReadSpreadsOptions> = {}) {
  const { rows } = readProjectionsCsv(lines.join("\n"), { file: "p.csv", book: "bookA" });
  return readSpreads(new Map(rows.map((row) => [row.id!, row])), {
    file: "p.csv",
    book: "bookA",
    ...options,
  });
}

test("chances to make the cut are parts or percents, and starting places whole numbers", () => {
  const { known } = spreadsOf([
    "ID,Proj,Make Cut,Start",
    "1,10,0.8,3",
    "2,10,80%,P12",
    "3,10,,0",
    "4,10,1,DNQ",
  ]);
  expect(known).toEqual([
    { uuid: "1", cut: 0.8, start: 3 },
    { uuid: "2", cut: 0.8, start: 12 },
    { uuid: "4", cut: 1 },
  ]);
  expect(() => spreadsOf(["ID,Proj,Make Cut", "1,10,80"])).toThrow(
    /80 is not a chance. Write one from 0 to 1/,
  );
});

test("samples take precedence over percentiles, these over a deviation, and that over floor and ceiling", () => {
  const { known, headers } = spreadsOf([
    "ID,Proj,Samples,25th Percentile,dk_75_percentile,StdDev,Floor,Ceiling",
    "1,10,3 4.5;20|8,5,15,4,2,20",
    "7,10,3 4,5,15,4,2,20",
    "2,10,,5,15,4,2,20",
    "3,10,,5,N/A,4,2,20",
    "4,10,,,,,2,20",
    "5,10,,,,,2,",
    "6,10,,,,,,",
  ]);
  expect(known).toEqual([
    { uuid: "1", samples: [3, 4.5, 20, 8] },
    { uuid: "7", samples: [3, 4] },
    {
      uuid: "2",
      percentiles: [
        { at: 25, points: 5 },
        { at: 75, points: 15 },
      ],
    },
    { uuid: "3", deviation: 4 },
    {
      uuid: "4",
      percentiles: [
        { at: 15, points: 2 },
        { at: 85, points: 20 },
      ],
    },
  ]);
  expect([...headers.values()]).toEqual([2, 1, 1, 1]);
});

test("percentiles may be in any column order, and may have equal points", () => {
  const percentiles = [
    { at: 25, points: 5 },
    { at: 50, points: 5 },
    { at: 75, points: 9 },
  ];
  const lines = ["ID,Proj,75th Percentile,25th Percentile,50th Percentile", "1,10,9,5,5"];
  expect(spreadsOf(lines).known).toEqual([{ uuid: "1", percentiles }]);
});

test("of two equivalent columns the usual name counts", () => {
  expect(spreadsOf(["ID,Proj,Proj Floor,Floor,Ceiling", "1,10,3,2,20"]).known).toEqual([
    {
      uuid: "1",
      percentiles: [
        { at: 15, points: 2 },
        { at: 85, points: 20 },
      ],
    },
  ]);
});

test("of columns for both books the slate's own count, and those of the book before those of any", () => {
  const lines = [
    "ID,Proj,dk_25_percentile,25th Percentile,dk_95_percentile,fd_25_percentile,fd_95_percentile,fd_std",
    "1,10,5,6,30,7,28,9",
  ];
  const pointsOf = (options: Partial<ReadSpreadsOptions>) =>
    spreadsOf(lines, options).known.map(({ percentiles }) => percentiles?.map(({ points }) => points));
  expect(pointsOf({})).toEqual([[5, 30]]);
  expect(pointsOf({ book: "bookB" })).toEqual([[7, 28]]);
});

test("a requested column replaces the recognised ones", () => {
  const lines = ["ID,Proj,StdDev,Mine", "1,10,4,2"];
  expect(spreadsOf(lines).known).toEqual([{ uuid: "1", deviation: 4 }]);
  expect(spreadsOf(lines, { columns: { deviation: "Mine" } }).known).toEqual([{ uuid: "1", deviation: 2 }]);
});

test("the note lists the columns, their numbers of players, and the meaning of floor and ceiling", () => {
  const spreads = spreadsOf(["ID,Proj,StdDev,Floor,Ceiling", "1,10,4,2,20", "2,10,5,2,20", "3,10,,2,20"]);
  expect(spreadNote(spreads)).toBe(
    'the spread of points is from "StdDev" for 2 players; from "Floor" (as the 15th percentile), "Ceiling" (as the 85th percentile) for 1 player.',
  );
  expect(spreadNote(spreadsOf(["ID,Proj", "1,10"]))).toBeNull();
});

test("all faults are reported, by line and column", () => {
  const wrong = [
    ["StdDev", "-1", "column StdDev: -1 is below 0"],
    ["StdDev", "high", 'column StdDev: "high" is not a number'],
    ["Samples", "4", "column Samples: has fewer than two samples"],
    ["Samples", "4 x", 'column Samples: "x" is not a number'],
    ["P10,P50,P90", "1,x,8", 'column P50: "x" is not a number'],
    ["Floor,Ceiling", "9,3", "column Ceiling: 3 is less than the 9 of Floor"],
    ["P10,P50,P90", "1,9,8", "column P90: 8 is less than the 9 of P50"],
  ] as const;
  for (const [header, cells, reason] of wrong) {
    const read = () => spreadsOf([`ID,Proj,${header}`, `1,10,${cells}`]);
    expect(read).toThrow(InvalidFileError);
    expect(read).toThrow(reason);
  }
});

test("lines, power-play units and batting orders are read with or without a spread", () => {
  const { known, headers } = spreadsOf([
    "ID,Proj,StdDev,Line,PP,Batting Order",
    "1,10,4,1,PP2,",
    "2,10,,L3,,9",
    "3,10,,0,-,10",
    "4,10,,,1.0,BN",
  ]);
  expect(known).toEqual([
    { uuid: "1", deviation: 4, line: 1, powerPlay: 2 },
    { uuid: "2", line: 3, order: 9 },
    { uuid: "4", powerPlay: 1 },
  ]);
  expect([...headers]).toEqual([['"StdDev"', 1]]);
});
