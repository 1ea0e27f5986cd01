import { createHash } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { isOfPool, matchNotes, matchProjections } from "../../src/files/match-projections.ts";
import { columnNote, readProjectionsCsv } from "../../src/files/projections.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { LineupError } from "../../src/shared/errors.ts";
import { seededRandom } from "../../src/testing/property.ts";
import { type Target, targets } from "../fuzz/targets.ts";
import { sampleSlate } from "../support/sample-slates.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());

const file = "given";
const PEOPLE = readSlateFile(sampleSlate("ice-hockey.bookA.classic.csv"), { file });

/** A name in another spelling. */
const WRITTEN: readonly ((first: string, last: string, team: string) => string)[] = [
  (first, last) => `${first} ${last}`,
  (first, last) => `"${last}, ${first}"`,
  (first, last) => `${first.slice(0, 1)}. ${last}`,
  (first, last, team) => `${first} ${last} (${team})`,
  (first, last) => `${first.toUpperCase()} ${last} Jr.`,
  (first, last) => `${first} ${last}y`,
];

/** Projections by variously spelled names, some repeated, some unknown. */
const NAMED = PEOPLE.entries
  .slice(0, 60)
  .map(({ firstName, lastName, name, team, position, salary, bookId }, at) => {
    const [first = "", ...rest] = name.split(" ");
    const written = WRITTEN[at % WRITTEN.length]?.(firstName ?? first, lastName ?? rest.join(" "), team);
    return `${at % 9 === 0 ? bookId : ""},${written},${at % 4 === 0 ? team : ""},${position},${salary},${8 + (at % 7)}`;
  });
const MATCHED = ["Id,Player,Team,Pos,Salary,Fpts", ...NAMED, NAMED[3], ",Nobody Known,,C,4000,9"].join("\n");

/** Readers whose results the other readers return only in part. */
const MORE: readonly Pick<Target, "name" | "samples" | "isJson" | "run">[] = [
  {
    name: "matched names",
    samples: [MATCHED],
    isJson: false,
    run(text) {
      const read = readProjectionsCsv(text, { file });
      const matched = matchProjections(PEOPLE, read.rows, { file });
      const notes = matchNotes(matched.report, PEOPLE, 4).map((note) => note.match(/\d+/g));
      return { matched, notes, isOfPool: isOfPool(matched.report), columns: columnNote(read) };
    },
  },
  {
    name: "whole slate",
    samples: ["american-football.bookA.showdown.csv", "ice-hockey.bookB.classic.csv"].map((name) =>
      sampleSlate(name).split("\n").slice(0, 40).join("\n"),
    ),
    isJson: false,
    run: (text) => readSlateFile(text, { file }),
  },
];

/** Texts of each reader, so that each edit occurs several times. */
const TEXTS = 45;
/** Readers that also solve what they read. */
const SOLVING = ["optimize", "portfolio", "swap"];
const WORDS = ["", " ", "0", "-1", "1e3", "$5,000", "much", "100%", "1.5", ".5", "O", "PK", "QB", "N/A", "-"];
const MARKS = ["A@B", "NYK@BOS 07:30PM ET", "Ünï Cödé", "#1", "TRUE", "99999999", "Jr.", "UTIL", "a,b", "7'"];
const ODD = [...WORDS, ...MARKS];
const ODD_VALUES: readonly unknown[] = [null, true, -1, 0.5, 1e9, "", "QB", [], {}, [1], ["QB", "QB"]];

type Random = (below: number) => number;
type Rows = string[][];

/** Edits of a table's rows; the first row is its header. */
const EDITS: readonly ((rows: Rows, random: Random) => Rows)[] = [
  (rows, random) => without(rows, random((rows[0] ?? []).length)),
  (rows, random) => moved(rows, random((rows[0] ?? []).length)),
  (rows, random) => changed(rows, 0, random, (cell) => `${cell}x`),
  (rows, random) => changed(rows, 0, random, () => ""),
  (rows) => changedRow(rows, 0, (cell) => cell.toUpperCase()),
  (rows) => changedRow(rows, 0, (cell) => ` ${cell.replaceAll(" ", "_")} `),
  (rows, random) => changed(rows, 1 + random(rows.length - 1), random, () => ODD[random(ODD.length)] ?? ""),
  (rows, random) => changed(rows, 1 + random(rows.length - 1), random, () => ODD[random(ODD.length)] ?? ""),
  (rows, random) => changed(rows, 1 + random(rows.length - 1), random, (cell) => `"${cell}"`),
  (rows, random) => changed(rows, 1 + random(rows.length - 1), random, (cell) => `-${cell}`),
  (rows, random) => changedRow(rows, 1 + random(rows.length - 1), () => ""),
  (rows, random) => rows.toSpliced(1 + random(rows.length - 1), 1),
  (rows, random) => rows.toSpliced(1, 0, rows[1 + random(rows.length - 1)] ?? []),
  (rows, random) =>
    rows.map((row, at) => (at === 0 ? row : [rows[1 + random(2)]?.[0] ?? "", ...row.slice(1)])),
  (rows) => [["# of nobody"], [], ...rows],
  (rows) => rows.map((row) => [...row, "", ""]),
  (rows, random) => rows.map((row) => row.slice(0, 1 + random(row.length))),
];

const without = (rows: Rows, column: number) => rows.map((row) => row.toSpliced(column, 1));
const moved = (rows: Rows, column: number) =>
  rows.map((row) => [...row.slice(column, column + 1), ...row.toSpliced(column, 1)]);
const changedRow = (rows: Rows, at: number, to: (cell: string) => string): Rows =>
  rows.map((row, index) => (index === at ? row.map(to) : row));
function changed(rows: Rows, at: number, random: Random, to: (cell: string) => string): Rows {
  const column = random((rows[at] ?? []).length);
  return rows.map((row, index) =>
    index === at ? row.map((cell, place) => (place === column ? to(cell) : cell)) : row,
  );
}

/** A table in another style. */
function oddTable(text: string, random: Random): string {
  let rows = text.split(/\r?\n/).map((line) => line.split(","));
  for (let edits = 1 + random(2); edits > 0; edits -= 1)
    rows = EDITS[random(EDITS.length)]?.(rows, random) ?? rows;
  const separator = [",", ",", ",", ",", ";", "\t"][random(6)] ?? ",";
  const end = ["\n", "\n", "\r\n", "\r"][random(4)] ?? "\n";
  const before = random(8) === 0 ? `sep=${separator}${end}` : "";
  return `${random(5) === 0 ? "\uFEFF" : ""}${before}${rows.map((row) => row.join(separator)).join(end)}`;
}

/** A document with one value replaced or missing. */
function oddDocument(text: string, random: Random): string {
  const document = JSON.parse(text) as unknown;
  for (let edits = 1 + random(2); edits > 0; edits -= 1) {
    let holder = document as Record<string, unknown>;
    for (let depth = random(7); ; depth -= 1) {
      const keys = Object.keys(holder);
      const key = keys[random(keys.length)];
      if (key === undefined) break;
      const inner = holder[key];
      if (depth > 0 && typeof inner === "object" && inner !== null) {
        holder = inner as Record<string, unknown>;
        continue;
      }
      if (random(4) > 0) holder[key] = structuredClone(ODD_VALUES[random(ODD_VALUES.length)]);
      else if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      break;
    }
  }
  return JSON.stringify(document);
}

/** A reader's outcome for a text: a hash of its result, or its error and place, without the wording. */
async function outcomeOf(run: (text: string) => unknown, text: string): Promise<string> {
  try {
    const answer = JSON.stringify(await run(text), plain) ?? "nothing";
    return `answered ${createHash("sha256").update(answer).digest("hex").slice(0, 12)}`;
  } catch (error) {
    if (!(error instanceof LineupError)) throw error;
    const { name, code, cause: _, ...fields } = error;
    return `refused ${name} ${code} ${JSON.stringify(fields, withoutWords)}`;
  }
}

function plain(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  // A copy: a library for drawing pages adds a toJSON to sets.
  const own = this[key];
  if (own instanceof Map || own instanceof Set) return [...own];
  return Object.is(value, -0) ? "-0" : value;
}

/** Words, and what the code already states. */
const UNSAID = new Set([
  ..."detail message reason cause stack".split(" "),
  ..."kind status title file".split(" "),
]);

function withoutWords(key: string, value: unknown): unknown {
  return UNSAID.has(key) ? undefined : value;
}

// `npx vitest run test/files/odd-texts.test.ts -u` updates the record; each changed line is a text that is
// now read differently.
it("every reader has the recorded outcome for odd texts", async () => {
  const lines: string[] = [];
  const tally = { answered: 0, refused: 0 };
  for (const { name, samples, isJson, run } of [...(await targets(optimizer)), ...MORE]) {
    if (SOLVING.includes(name)) continue;
    const next = seededRandom(17);
    const random: Random = (below) => Math.floor(next() * below);
    for (let at = 0; at < TEXTS; at += 1) {
      const sample = samples[at % samples.length] ?? "";
      const text = isJson ? oddDocument(sample, random) : oddTable(sample, random);
      const outcome = await outcomeOf(run, text);
      tally[outcome.startsWith("answered") ? "answered" : "refused"] += 1;
      lines.push(`${name} ${at}: ${outcome}`);
    }
  }
  expect(tally.answered).toBeGreaterThan(100);
  expect(tally.refused).toBeGreaterThan(100);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("odd-texts.txt");
});
