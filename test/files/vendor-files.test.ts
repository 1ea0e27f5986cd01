import fc from "fast-check";
import { expect, test } from "vitest";
import { matchProjections } from "../../src/files/match-projections.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import type { ProjectionColumn } from "../../src/shared/books.ts";
import { runs, share, Tally } from "../support/runs.ts";
import { DRAFTKINGS, lines, read } from "./support.ts";

interface Person {
  readonly name: string;
  readonly team: string;
  readonly position: string;
  readonly id: string;
  readonly salary: number;
  readonly points: number;
  readonly ownership: number;
  readonly floor: number;
  readonly ceiling: number;
  readonly deviation: number;
}

type Field = Exclude<keyof Person, "name"> | "name" | "firstName" | "lastName";

/** The headers of each vendor's export; where there are several, one of them is drawn. */
const LAYOUTS: Readonly<Record<string, Readonly<Partial<Record<Field, string>>>>> = {
  "Establish The Run": {
    ...{
      name: "Player",
      position: "DK Pos|DK Position",
      team: "Team",
      salary: "DK Salary",
      id: "id|DKSlateID",
    },
    ...{
      points: "DK Proj|DK Projection",
      ownership: "Large Field|DK Ownership",
      floor: "DK Floor",
      ceiling: "DK Ceiling",
    },
  },
  SaberSim: {
    ...{ id: "DFS ID", name: "Name", position: "Pos", team: "Team", salary: "Salary" },
    ...{ points: "SS Proj|My Proj", ownership: "My Own|Adj Own", deviation: "dk_std" },
  },
  "Blitz and RotoGrinders": {
    ...{ name: "player|PLAYER", salary: "salary|SALARY", position: "pos|POS", team: "team|TEAM" },
    ...{ points: "fpts|FPTS", floor: "floor|FLOOR", ceiling: "ceil|CEIL", ownership: "POWN|ownership" },
  },
  LineStar: {
    ...{ name: "Name", position: "Position", team: "Team", salary: "Salary", points: "Projected" },
    ...{ ceiling: "Ceiling", floor: "Floor", ownership: "ProjOwn" },
  },
  RotoWire: {
    ...{ name: "PLAYER", position: "POS", team: "TEAM", salary: "SAL", points: "FPTS|Proj FPTS" },
    ownership: "RST%|Rost%",
  },
  Stokastic: {
    ...{ name: "Name", position: "Position", team: "Team", salary: "Salary", points: "Projection|Fpts" },
    ...{ ownership: "Own%|Ownership %", deviation: "Std_Dev", ceiling: "Ceiling", floor: "Floor" },
  },
  FTN: {
    ...{ name: "Player", position: "Pos.|Pos", team: "Tm", salary: "DK Sal|Salary DK" },
    ...{ points: "DK Proj|Proj", ownership: "DK pOwn|Proj Own %" },
  },
  "a table of means": {
    ...{ name: "PlayerName|dk_name", team: "Team", points: "Mean|Median", ownership: "Roster %|Exp Own" },
    ...{ deviation: "std|DK Stdev", ceiling: "Ceiling FPts|DK Ceiling Projection", floor: "Floor Pts" },
  },
  "Daily Fantasy Fuel": {
    ...{
      firstName: "first_name",
      lastName: "last_name",
      position: "position",
      team: "team",
      salary: "salary",
    },
    ...{ points: "ppg_projection", ownership: "ownership_projection" },
  },
  DailyFan: {
    ...{ name: "Fighter", salary: "Salary", ownership: "Ownership", id: "DK ID" },
    points: "Projection DK (Mean)|DK Proj. Points (Mean)",
  },
  FantasyLabs: {
    ...{ name: "name|Player_Name", salary: "salary", team: "team", points: "projections_proj" },
    ...{ ceiling: "projections_ceiling", floor: "projections_floor", ownership: "projections_projown" },
  },
  "a spreadsheet of one's own": {
    ...{ name: "Name|Athlete", team: "Tm|Team", points: "Predicted_DK_Points|Proj Fpts|Projections" },
    ...{ ownership: "Public %|Own%", deviation: "Std Dev|StdDev", ceiling: "Ceil", salary: "Cost|Price" },
  },
};

/** Columns of no known meaning; the first looks like ownership. */
const OTHERS = ["Crowd Own", "Opp", "Value", "Notes", "Game Time", "Leverage", "Rank", "Saber Team"];

const FIRST = ["Adó", "Börn", "Cas", "Dél", "Eik", "Fenrick", "Gúst", "Hal"];
const LAST = ["Kessby", "Länder", "Moror", "Nesdale", "O'Quil", "Pérrin", "Quade", "St. Rowe"];

const person = (at: number, [points, ownership, salary]: readonly number[]): Person => ({
  name: `${FIRST[at % 8]} ${LAST[(at * 3 + (at >> 3)) % 8]}`,
  ...{
    team: at % 2 === 0 ? "RAV" : "TIN",
    position: ["QB", "RB", "WR", "TE"][at % 4]!,
    id: String(44_220_100 + at),
  },
  ...{ salary: salary! * 100, points: points! / 100, ownership: ownership! / 10 },
  ...{
    floor: Math.round(points! / 2) / 100,
    ceiling: (points! * 2) / 100,
    deviation: Math.round(points! / 3) / 100,
  },
});

const people = fc
  .array(
    fc.tuple(
      ...[
        fc.integer({ min: 100, max: 4000 }),
        fc.integer({ min: 11, max: 600 }),
        fc.integer({ min: 30, max: 99 }),
      ],
    ),
    { minLength: 4, maxLength: 16 },
  )
  .map((drawn) => drawn.map((numbers, at) => person(at, numbers)));

const form = fc.record({
  separator: fc.constantFrom(",", ";", "\t"),
  encoding: fc.constantFrom("text", "utf-8", "utf-16le", "windows-1252"),
  lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  ...{ mark: fc.boolean(), quotes: fc.boolean(), percent: fc.boolean(), strangers: fc.boolean() },
  ...{ twice: fc.boolean(), sums: fc.boolean(), nan: fc.boolean(), withdrawn: fc.boolean() },
  currency: fc.constantFrom("", "$", "$,", ".0"),
  order: fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 24, maxLength: 24 }),
  choice: fc.integer({ min: 0, max: 1 }),
  others: fc.subarray(OTHERS),
});

function encoded(text: string, encoding: string): string | Uint8Array {
  if (encoding === "text") return text;
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "windows-1252") return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return Uint8Array.from([
    0xff,
    0xfe,
    ...[...text].flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8]),
  ]);
}

test("projections in any vendor's layout and any saved form are read as drawn, and every unused column is named", () => {
  const tally = new Tally();
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(LAYOUTS)), people, form, (vendor, drawn, how) => {
      const isDecimalComma = how.separator === ";";
      const number = (value: number) => (isDecimalComma ? String(value).replace(".", ",") : String(value));
      const money = (value: number) => {
        if (how.currency === ".0") return `${value}.0`;
        return how.currency === "$," ? `$${value.toLocaleString("en-US")}` : `${how.currency}${value}`;
      };
      const isPercent = how.percent;
      const cellOf = (field: string, one: Person): string => {
        const [first, ...last] = one.name.split(" ");
        if (field === "firstName") return first!;
        if (field === "lastName") return last.join(" ");
        if (field === "salary") return money(one.salary);
        if (field === "ownership") return number(one.ownership) + (isPercent ? "%" : "");
        if (field === "Crowd Own") return number(one.ownership / 2);
        const value = one[field as keyof Person] ?? `${field[0]!.toLowerCase()}x`;
        return typeof value === "number" ? number(value) : value;
      };
      const headers = Object.entries(LAYOUTS[vendor]!).map(([field, names]) => {
        const choices = names.split("|");
        return { field, header: choices[how.choice % choices.length]! };
      });
      const columns = [...headers, ...how.others.map((header) => ({ field: header, header }))]
        .map((column, at) => ({ column, key: how.order[at]! }))
        .sort((a, b) => a.key - b.key)
        .map(({ column }) => column);
      const has = (field: Field) => headers.some((one) => one.field === field);
      const isWithdrawn = how.withdrawn && has("salary");
      const [last] = drawn.slice(-1);
      const listed = [
        ...drawn.map((one) => (isWithdrawn && one === last ? { ...one, salary: 0 } : one)),
        ...(how.strangers
          ? [{ ...person(40, [500, 30, 50]), name: "Zed Nobody", team: "ZZZ", id: "99999999" }]
          : []),
        ...(how.twice ? [drawn[0]!] : []),
      ];
      const table = [
        ...(how.sums ? [columns.map(({ field }) => (field === "points" ? "131.5" : ""))] : []),
        columns.map(({ header }) => header),
        ...listed.map((one) => columns.map(({ field }) => cellOf(field, one))),
        ...(how.nan ? [columns.map((_, at) => (at === 0 ? "nan" : ""))] : []),
      ];
      const isQuoted = (cell: string) => how.quotes || cell.includes(how.separator);
      const text = table
        .map((row) => row.map((cell) => (isQuoted(cell) ? `"${cell}"` : cell)).join(how.separator))
        .map((line) => line + how.lineEnd)
        .join("");
      const isMarked = how.mark && (how.encoding === "text" || how.encoding === "utf-8");
      const input = encoded((isMarked ? "\uFEFF" : "") + text, how.encoding);

      const found = readProjectionsCsv(input, { file: `${vendor}.csv`, book: "bookA" });
      const used = Object.fromEntries(headers.map(({ field, header }) => [field, header]));
      expect(found.columns).toEqual(used);
      const unused = columns.flatMap(({ field, header }) => (how.others.includes(field) ? header : []));
      expect(found.unused).toEqual(unused);
      const like = unused.flatMap((header) => (header === "Crowd Own" ? [{ header, as: "ownership" }] : []));
      expect(found.looksLike).toEqual(like);
      expect(found.rowsLeftOut.map(({ why }) => why)).toEqual([
        ...(isWithdrawn ? ["withdrawn"] : []),
        ...(how.nan ? ["unnamed"] : []),
      ]);
      const inUse = listed.filter(({ salary }) => salary > 0 || !has("salary"));
      const fields = ["name", "team", "position", "id", "salary", "points", "ownership"] as const;
      expect(found.rows).toHaveLength(inUse.length);
      for (const [at, one] of inUse.entries())
        for (const field of fields)
          expect(found.rows[at]![field as ProjectionColumn & keyof (typeof found.rows)[number]], field).toBe(
            has(field) || (field === "name" && has("firstName")) ? one[field] : null,
          );

      const salaries = drawn.map(
        ({ name, team, position, id, salary }) =>
          `${position},${name} (${id}),${name},${id},${position}/FLEX,${salary},RAV@TIN 10/15/2023 01:00PM ET,${team},1`,
      );
      const other = "QB,Yon Other (1),Yon Other,1,QB,5000,MOL@FOX 10/15/2023 01:00PM ET,MOL,1";
      const slate = read(lines(DRAFTKINGS, ...salaries, other), {
        sport: "american-football",
        contest: "classic",
      });
      const { points } = matchProjections(slate, found.rows);
      const wanted = drawn.filter((one) => !(isWithdrawn && one === last));
      const pointsOf = new Map(slate.entries.map(({ uuid, bookId }) => [bookId, points.get(uuid)]));
      for (const one of wanted) expect(pointsOf.get(one.id), one.name).toBe(one.points);
      expect(points.size).toBe(wanted.length);
      for (const part of ["mark", "quotes", "percent", "strangers", "twice", "sums", "nan"] as const)
        if (how[part]) tally.add(part);
      if (isWithdrawn) tally.add("withdrawn");
      if (like.length > 0) tally.add("looks like");
      tally.add(vendor);
      tally.add(how.encoding);
    }),
    runs(150),
  );
  for (const vendor of Object.keys(LAYOUTS))
    expect(tally.of(vendor), `${tally}`).toBeGreaterThan(share(150, 0.03));
  for (const part of [
    "mark",
    "quotes",
    "percent",
    "strangers",
    "twice",
    "sums",
    "nan",
    "withdrawn",
    "looks like",
  ])
    expect(tally.of(part), `${tally}`).toBeGreaterThan(share(150, 0.2));
  for (const encoding of ["text", "utf-8", "utf-16le", "windows-1252"])
    expect(tally.of(encoding), `${tally}`).toBeGreaterThan(share(150, 0.1));
});
