import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/files/csv.ts";
import { type UploadLineup, uploadCsv, uploadFiles } from "../../src/files/upload.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";

const { contest } = await loadCatalog({});
const person = (bookId: string | null, captainBookId: string | null = null) => ({
  bookId,
  captainBookId,
  name: `Ado "Bo" Kessby, Jr.`,
});
const records = (text: string) => parseCsv(text, "upload.csv").map(({ cells }) => cells);

describe("uploadCsv", () => {
  const showdown = contest("american-football", "bookA", "showdown");
  test("is refused for a book that takes no files", () => {
    const yahoo = contest("golf", "bookC", "classic");
    for (const write of [uploadCsv, uploadFiles])
      expect(() => write(yahoo, [])).toThrow("Yahoo takes no files of lineups");
  });

  test("writes the player's id for a captain if the book's captains have none of their own", () => {
    const own = {
      ...contest("american-football", "bookB", "classic"),
      slots: [
        { ...showdown.slots[0]!, name: "MVP", uploadColumn: "MVP - 1.5X Points" },
        { ...showdown.slots[1]!, count: 1 },
      ],
      uploadOrder: ["MVP", "FLEX"],
    };
    const slots = [
      { slot: "MVP", players: [person("107295-64401")] },
      { slot: "FLEX", players: [person("107295-64402")] },
    ];
    expect(records(uploadCsv(own, [{ slots }]))).toEqual([
      ["MVP - 1.5X Points", "FLEX"],
      ["107295-64401", "107295-64402"],
    ]);
  });

  const lineup = (plain: readonly ReturnType<typeof person>[]): UploadLineup => ({
    slots: [
      { slot: "FLEX", players: plain },
      { slot: "CPT", players: [person("301", "201")] },
    ],
  });

  const five = ["302", "303", "304", "305"].map((id) => person(id, `2${id}`));

  test("writes a row per lineup, with the captain's own id", () => {
    const [, first, second] = records(
      uploadCsv(showdown, [lineup([...five, person("306")]), lineup([person("9"), ...five])]),
    );
    expect(first).toEqual(["201", "302", "303", "304", "305", "306"]);
    expect(second).toEqual(["201", "9", "302", "303", "304", "305"]);
  });

  test("refuses players without ids by name, once each, because books do not accept names", () => {
    try {
      uploadCsv(showdown, [lineup([...five, person(null)]), lineup([person(null), ...five])]);
      expect.fail("nothing was refused");
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidRequestError);
      const { code, detail } = (error as InvalidRequestError).issues[0]!;
      expect(code).toBe("no-book-ids");
      expect(detail.match(/Kessby/g)).toHaveLength(1);
      expect(detail).toContain("DraftKings");
    }
  });

  test("names eight players without ids, and the number of the others", () => {
    const nameless = (count: number) => {
      const people = Array.from({ length: 12 }, (_, at) => ({
        ...person(at < count ? null : "1", at < count ? null : "1"),
        name: `No ${at}`,
      }));
      const lineups = [people.slice(0, 6), people.slice(6)].map(([captain, ...plain]) => ({
        slots: [
          { slot: "CPT", players: [captain!] },
          { slot: "FLEX", players: plain },
        ],
      }));
      return () => uploadCsv(showdown, lineups);
    };
    expect(nameless(8)).toThrow(/No 6, No 7\. /);
    expect(nameless(9)).toThrow("No 6, No 7 and 1 more. ");
  });

  test.each([
    ["bookA", "classic", 500],
    ["bookB", "classic", 250],
  ] as const)("splits files at the maximum number of rows that %s accepts", (book, name, most) => {
    const table = contest("american-football", book, name);
    const numbered = (lineup: number): UploadLineup => ({
      slots: table.slots.map((slot) => ({
        slot: slot.name,
        players: Array.from({ length: slot.count }, () => person(String(lineup))),
      })),
    });
    const rowsOf = (count: number) =>
      uploadFiles(
        table,
        Array.from({ length: count }, (_, lineup) => numbered(lineup)),
      ).map((text) => records(text).slice(1));
    expect(rowsOf(0)).toEqual([[]]);
    expect(rowsOf(most).map(({ length }) => length)).toEqual([most]);
    const files = rowsOf(2 * most + 1);
    expect(files.map(({ length }) => length)).toEqual([most, most, 1]);
    expect(files.flat().map(([cell]) => Number(cell))).toEqual(
      Array.from({ length: 2 * most + 1 }, (_, at) => at),
    );
  });

  test("refuses a lineup with an empty seat", () => {
    expect(() => uploadCsv(showdown, [lineup([person("302")])])).toThrow(RangeError);
  });
});
