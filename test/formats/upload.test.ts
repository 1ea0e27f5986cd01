import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/formats/csv.ts";
import { type UploadLineup, uploadCsv } from "../../src/formats/upload.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";

const { contest } = await loadCatalog({});
const person = (bookId: string | null, captainBookId: string | null = null) => ({
  bookId,
  captainBookId,
  name: `Ado "Bo" Kessby, Jr.`,
});
const records = (text: string) => parseCsv(text, "upload.csv").map(({ cells }) => cells);

describe("uploadCsv", () => {
  /** The books' own upload headers. */
  test.each([
    ["american-football", "bookA", "classic", "QB,RB,RB,WR,WR,WR,TE,FLEX,DST"],
    ["american-football", "bookA", "showdown", "CPT,FLEX,FLEX,FLEX,FLEX,FLEX"],
    ["american-football", "bookB", "classic", "QB,RB,RB,WR,WR,WR,TE,FLEX,DEF"],
    ["basketball", "bookA", "classic", "PG,SG,SF,PF,C,G,F,UTIL"],
    ["basketball", "bookA", "showdown", "CPT,UTIL,UTIL,UTIL,UTIL,UTIL"],
    ["basketball", "bookB", "classic", "PG,PG,SG,SG,SF,SF,PF,PF,C"],
    ["ice-hockey", "bookA", "classic", "C,C,W,W,W,D,D,G,UTIL"],
    ["ice-hockey", "bookA", "showdown", "CPT,FLEX,FLEX,FLEX,FLEX,FLEX"],
  ] as const)("%s %s %s has the columns %s", (sport, book, name, header) => {
    expect(uploadCsv(contest(sport, book, name), [])).toBe(`${header}\n`);
  });

  const showdown = contest("american-football", "bookA", "showdown");
  const lineup = (plain: readonly ReturnType<typeof person>[]): UploadLineup => ({
    slots: [
      { slot: "FLEX", players: plain },
      { slot: "CPT", players: [person("301", "201")] },
    ],
  });

  test("writes a row per lineup, the captain by the captain's id, and names where there is no id", () => {
    const five = ["302", "303", "304", "305"].map((id) => person(id, `2${id}`));
    const [, first, second] = records(
      uploadCsv(showdown, [lineup([...five, person(null)]), lineup([person("9"), ...five])]),
    );
    expect(first).toEqual(["201", "302", "303", "304", "305", `Ado "Bo" Kessby, Jr.`]);
    expect(second).toEqual(["201", "9", "302", "303", "304", "305"]);
  });

  test("refuses a lineup that leaves a seat empty", () => {
    expect(() => uploadCsv(showdown, [lineup([person("302")])])).toThrow(RangeError);
  });
});
