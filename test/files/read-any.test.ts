import { readFileSync } from "node:fs";
import { expect, it, test } from "vitest";
import { parseCsv } from "../../src/files/csv.ts";
import { readEntries } from "../../src/files/entries/read-entries.ts";
import { standingsTablesOf } from "../../src/files/entries/read-standings.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { readAny, readSlateFile } from "../../src/platform/node/files.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { InvalidFileError } from "../../src/shared/errors.ts";
import { SAMPLE_SLATES, sampleSlate } from "../support/sample-slates.ts";

const file = "dropped.csv";
const evening = (name: string) =>
  readFileSync(new URL(`../../examples/evening/${name}`, import.meta.url), "utf8");

it.each(SAMPLE_SLATES.filter((_, at) => at % 4 === 0))(
  "%s is a slate, or a template with its pool, as text and as bytes",
  async (name) => {
    const text = sampleSlate(name);
    const slate = readSlateFile(text, { file });
    const read = await readAny(text, { file });
    expect(read).toMatchObject({ kind: slate.slotRow === null ? "slate" : "template", slate });
    expect(await readAny(new TextEncoder().encode(text), { file })).toEqual(read);
  },
);

test("a book's entries file has its pool next to the entries, or none", async () => {
  const text = evening("DKEntries.csv");
  const entries = readEntries(text, { file });
  const slate = readSlateFile(text, { file, begun: true });
  expect(await readAny(text, { file })).toEqual({ kind: "entries", entries, slate });
  const alone = "Entry ID,Contest Name,Contest ID,Entry Fee,PG,SG\n77,One,5,$1,Some Body (12),(LOCKED)\n";
  const read = { kind: "entries", entries: readEntries(alone, { file }), slate: null };
  expect(await readAny(alone, { file })).toEqual(read);
});

test("entries of contests that have started are read with their locked players", async () => {
  const text = evening("DKEntries.csv").replace(/^(\d+,.*?),,,/m, "$1,Ado Kessby (1) (LOCKED),,");
  expect(text).toContain("LOCKED");
  const read = await readAny(text, { file });
  expect(
    read.kind === "entries" && read.entries.entries.some(({ seats }) => seats.some((s) => s.locked)),
  ).toBe(true);
});

it.each(["projections.csv", "news.csv"])("%s is a projections file", async (name) => {
  const text = evening(name);
  const projections = readProjectionsCsv(text, { file });
  expect(await readAny(text, { file })).toEqual({ kind: "projections", projections });
  expect(projections.rows.length).toBeGreaterThan(10);
});

it.each([
  "Rank,EntryId,EntryName,TimeRemaining,Points,Lineup,,Player,Roster Position,%Drafted,FPTS\n1,11,one,0,99.5,CPT A B FLEX C D,,C D,FLEX,40%,9\n",
  "Rank,EntryId,EntryName,Points,Lineup\n1,11,one,99.5,CPT A B FLEX C D\n",
  "Points\n99.5\n98\n",
])("standings are standings, with or without players: %j", async (text) => {
  const standings = standingsTablesOf(parseCsv(text, file));
  expect(await readAny(text, { file })).toEqual({ kind: "standings", standings });
});

test("a table of players with FPTS is projections, not the players' part of standings", async () => {
  expect(await readAny("Player,FPTS\nAdo Kessby,12.5\n", { file })).toMatchObject({ kind: "projections" });
});

test("a table of players without points has attributes, for callers that ask for them", async () => {
  const asked = { file, attributes: true };
  expect(await readAny("Name,Line\nAdo Kessby,1\n", asked)).toEqual({ kind: "attributes" });
  expect(await readAny("Player,FPTS\nAdo Kessby,12.5\n", asked)).toMatchObject({ kind: "projections" });
  await expect(readAny("a,b,c\n1,2,3\n", asked)).rejects.toThrow("is not a salary file");
});

test("lineups of the optimizer are lineups", async () => {
  await using optimizer = await createOptimizer({ threads: 0 });
  const document = await optimizer.optimize(
    slateInputs(readSlateFile(sampleSlate(SAMPLE_SLATES[0]!), { file })),
  );
  const lineups = JSON.parse(JSON.stringify(document));
  expect(await readAny(JSON.stringify(document), { file })).toEqual({ kind: "lineups", lineups });
});

it.each([
  ["a,b,c\n1,2,3\n", "dropped.csv, line 1: is not a salary file, entries file, upload template"],
  ["Id,Title,Entry Fee,Winnings,Points\n1,Free,$0,$0,7\n", "a history of your own contests"],
  ["Name,Age\nAdo,7\n", "Its first row is Name, Age."],
  ["", "dropped.csv"],
  ['{"data": 7}', "is JSON, but not a FantasyLineup document"],
  ['{"data": ', "dropped.csv, line 1"],
])("any other file is refused with one error: %j", async (text, words) => {
  const error = await readAny(text, { file }).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(InvalidFileError);
  expect((error as InvalidFileError).message).toContain(words);
});
