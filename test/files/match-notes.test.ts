import { expect, test } from "vitest";
import type { MatchReport, UnusedCause } from "../../src/files/match-projections.ts";
import { matchNotes } from "../../src/files/match-projections.ts";
import type { ProjectionRow } from "../../src/files/projections.ts";
import { columnNote, readProjectionsCsv } from "../../src/files/projections.ts";
import { FOOTBALL, read } from "./support.ts";

const SLATE = read(FOOTBALL);

const unused = (
  cause: UnusedCause,
  line: number,
  own: Partial<ProjectionRow>,
): MatchReport["unused"][number] => ({
  row: { line, id: null, name: null, team: null, position: null, points: 1, ...own } as ProjectionRow,
  cause,
  candidates: [],
});

const report = (own: Partial<MatchReport>): MatchReport => ({
  rows: 5,
  projected: 5,
  matched: 3,
  captains: 0,
  unused: [],
  guesses: [],
  checks: [],
  withoutProjection: [],
  ...own,
});

test("a file that matches completely gets one sentence", () => {
  expect(matchNotes(report({}), SLATE)).toEqual(["3 pool players have a projection, from 5 rows."]);
});

test("rows that need attention are named with team and line, others counted", () => {
  const notes = matchNotes(
    report({
      unused: [
        unused("unknown", 4, { name: "Bo Lander", team: "RAV" }),
        unused("unknown", 6, { id: "77" }),
        unused("blank", 7, { name: "Cas Moror" }),
      ],
    }),
    SLATE,
  ).join("\n");
  expect(notes).toContain("2 rows");
  expect(notes).toContain("line 4: Bo Lander RAV; nearest Bor Lander (RB, TIN, 6100)");
  expect(notes).toContain("line 6: 77");
  expect(notes).not.toContain("Cas Moror");
  expect(notes).toContain("1 row has no points");
});

test("every cause has singular and plural text, and a single candidate is named", () => {
  const causes = ["unknown", "ambiguous", "repeated", "blank", "captain-alone", "left-out"] as const;
  for (const cause of causes)
    for (const rows of [
      [unused(cause, 4, { name: "Bor" })],
      [4, 5].map((line) => unused(cause, line, { name: "Bor" })),
    ])
      expect(matchNotes(report({ unused: rows }), SLATE)[1]).toMatch(
        rows.length === 1
          ? /^1 row (?:is|has|fits|matches|repeats) /
          : /^2 rows (?:are|have|fit|match|repeat) /,
      );
  const isNamed = causes.filter(
    (cause) => matchNotes(report({ unused: [unused(cause, 4, { name: "Bor" })] }), SLATE).length > 2,
  );
  expect(isNamed).toEqual(["unknown", "ambiguous", "captain-alone"]);
  const fits = { ...unused("ambiguous", 4, { name: "Bor" }), candidates: [SLATE.entries[0]!] };
  expect(matchNotes(report({ unused: [fits] }), SLATE).at(-1)).toBe(
    "  line 4: Bor; fits Ado Kessby (QB, RAV, 7200)",
  );
});

test("the note on columns lists the sources of points, ownership and exposures", () => {
  const columns = {
    points: "My Proj",
    ownership: "Own%",
    minimumExposure: "Min",
    maximumExposure: "Max",
    id: "Id",
  };
  const noted =
    'points are "My Proj", ownership is "Own%", minimum exposure is "Min", maximum exposure is "Max".';
  expect(columnNote({ rows: [], columns })).toBe(noted);
  const rowsOf = (text: string) => readProjectionsCsv(`Name,My Proj,Max\n${text}`, { file: "p.csv" }).rows;
  expect(columnNote({ rows: rowsOf("A,9,0\nB,8,\n"), columns })).toBe(noted);
  expect(columnNote({ rows: rowsOf("A,9,0\nB,8,0%\n"), columns })).toBe(
    `${noted} "Max" is 0 in every row: it is not used, as no player would be left.`,
  );
});

test("a captain without a plain row is named, one with a plain row is counted", () => {
  const notes = matchNotes(
    report({
      captains: 1,
      unused: [{ ...unused("captain-alone", 4, { name: "Bor Lander" }), candidates: [SLATE.entries[0]!] }],
    }),
    SLATE,
  );
  expect(notes.slice(1)).toEqual([
    "1 row is for a captain.",
    "1 row is for a captain and was not used: add a plain row, without the multiplier:",
    "  line 4: Bor Lander",
  ]);
});

test("pool players without a projection are counted, one and several", () => {
  const [one, other] = SLATE.entries;
  const notesOf = (withoutProjection: MatchReport["withoutProjection"]) =>
    matchNotes(report({ withoutProjection }), SLATE).join(" ");
  expect(notesOf([one!])).toContain("1 pool player has no projection and is left out.");
  expect(notesOf([one!, other!])).toContain("2 pool players have no projection and are left out.");
});
