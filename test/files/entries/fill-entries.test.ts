import { describe, expect, test } from "vitest";
import { entriesLines } from "../../../bench/slates/entries-lines.ts";
import { fillEntries, type SeatPlayer } from "../../../src/files/entries/fill-entries.ts";
import { readEntries } from "../../../src/files/entries/read-entries.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { readSlateFile } from "../../../src/platform/node/files.ts";
import { smallSalaryFile, UPLOADED_FORMS } from "../../support/salary-file.ts";

const file = "entries.csv";
const { contest } = await loadCatalog({});

const KINDS = ["entries", "template"] as const;
const LINE_ENDS = { "line feeds": "\n", "carriage returns and line feeds": "\r\n", "carriage returns": "\r" };

/** A text's bytes by encoding; for Windows-1252 only letters that Latin-1 also has. */
const ENCODINGS: Readonly<Record<string, (text: string) => Uint8Array>> = {
  "UTF-8": (text) => Buffer.from(text, "utf8"),
  "UTF-8 with a mark": (text) => Buffer.from(`\uFEFF${text}`, "utf8"),
  "UTF-16": (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  "UTF-16 of the other order": (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
  "Windows-1252": (text) => Buffer.from(text, "latin1"),
};

/** A contest's file with its pool and players in the seats, legal or not. */
function sampleOf(name: string, kind: (typeof KINDS)[number], lineups = 4) {
  const [sport, , contestName] = name.split(".") as [string, string, string];
  const book = name.includes("draftkings") ? "bookA" : "bookB";
  const pool = smallSalaryFile(name, 1).trimEnd().split("\n");
  const { entries } = readSlateFile(pool.join("\n"), { file, sport });
  const table = contest(sport, book, contestName);
  const slots = table.uploadOrder.flatMap((slotName) => {
    const slot = table.slots.find((one) => one.name === slotName)!;
    return Array<string>(slot.count).fill(slot.uploadColumn);
  });
  const person = (index: number): SeatPlayer => {
    const { bookId, name } = entries[index % entries.length]!;
    return { bookId: bookId!, name };
  };
  const cell = ({ bookId, name }: SeatPlayer) => (book === "bookA" ? `${name} (${bookId})` : bookId);
  const seated = Array.from({ length: lineups }, (_, entry) => slots.map((_, seat) => person(entry + seat)));
  const rows = entriesLines({
    book,
    kind,
    slots,
    pool,
    lineups: seated.map((people, entry) => (entry === 2 && kind === "entries" ? null : people.map(cell))),
  });
  return { book, slots, rows, seated, person, cell } as const;
}

const text = (content: string | Uint8Array) =>
  typeof content === "string" ? content : Buffer.from(content).toString("latin1");

describe.each(UPLOADED_FORMS.filter((_, at) => at % 6 === 0))("a file of %s", (name) => {
  describe.each(KINDS)("(%s)", (kind) => {
    test.each(Object.keys(LINE_ENDS))("with %s is identical byte for byte if no player changes", (ends) => {
      const { book, rows, seated } = sampleOf(name, kind);
      const whole =
        rows.join(LINE_ENDS[ends as keyof typeof LINE_ENDS]) + LINE_ENDS[ends as keyof typeof LINE_ENDS];
      const lineups =
        kind === "entries" ? seated.with(2, []).map((one) => (one.length === 0 ? null : one)) : seated;
      for (const encode of Object.values(ENCODINGS)) {
        const bytes = encode(whole);
        const [again, ...more] = fillEntries(bytes, { file, book, lineups });
        expect(more).toEqual([]);
        expect(Buffer.from(again as Uint8Array).equals(bytes)).toBe(true);
      }
      expect(fillEntries(whole.trimEnd(), { file, book, lineups })).toEqual([whole.trimEnd()]);
    });

    test("changes only the cells of changed players", () => {
      const { book, rows, seated, person, cell } = sampleOf(name, kind);
      const seat = seated[0]!.length - 1;
      const [old, other] = [seated[1]![seat]!, person(0)];
      expect(other.bookId).not.toBe(old.bookId);
      const lineups = seated.map((lineup, index) => {
        if (index === 1) return lineup.with(seat, other);
        return kind === "entries" && index === 2 ? null : lineup;
      });
      const at = rows[2]!.lastIndexOf(cell(old));
      const changed = rows[2]!.slice(0, at) + cell(other) + rows[2]!.slice(at + cell(old).length);
      for (const encode of Object.values(ENCODINGS)) {
        const [again] = fillEntries(encode(rows.join("\r\n")), { file, book, lineups });
        expect(text(again!)).toBe(text(encode(rows.with(2, changed).join("\r\n"))));
      }
    });
  });

  test("fills reservations in the file's format, and keeps its pool", () => {
    const { book, rows, seated, cell } = sampleOf(name, "entries");
    const [again] = fillEntries(rows.join("\n"), { file, book, lineups: seated });
    const lines = String(again).split("\n");
    expect(lines.filter((_, row) => row !== 3)).toEqual(rows.filter((_, row) => row !== 3));
    const { entries } = readEntries(again!, { file });
    expect(entries.map(({ seats }) => seats.map((seat) => seat.text))).toEqual(
      seated.map((lineup) => lineup.map(cell)),
    );
    expect(readSlateFile(again!, { file })).toEqual(readSlateFile(rows.join("\n"), { file }));
  });

  test("is split into files with a maximum number of lineups, each with the whole pool", () => {
    for (const kind of KINDS) {
      const { book, slots, rows, seated, cell } = sampleOf(name, kind, 7);
      const files = fillEntries(rows.join("\n"), { file, book, lineups: seated, most: 3 });
      expect(files).toHaveLength(3);
      const read = files.map((one) => readEntries(one, { file }).entries);
      expect(read.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(read.flat().map(({ seats }) => seats.map((seat) => seat.text))).toEqual(
        seated.map((lineup) => lineup.map(cell)),
      );
      const ids = readEntries(rows.join("\n"), { file }).entries.map(({ entryId }) => entryId);
      expect(read.flat().map(({ entryId }) => entryId)).toEqual(ids);
      for (const one of files)
        expect(readSlateFile(one, { file })).toEqual({
          ...readSlateFile(rows.join("\n"), { file }),
          slotRow: slots,
        });
      const six = sampleOf(name, kind, 6);
      expect(fillEntries(six.rows.join("\n"), { file, book, lineups: six.seated, most: 3 })).toHaveLength(2);
    }
  });

  test("fills several templates with the maximum number of lineups each, even beyond their ends", () => {
    const { book, slots, rows, person } = sampleOf(name, "template", 3);
    const most = rows.length + 2;
    const lineups = Array.from({ length: most + 2 }, (_, index) =>
      slots.map((_, seat) => person(index + seat)),
    );
    const files = fillEntries(rows.join("\n"), { file, book, lineups, most });
    expect(files.map((one) => readEntries(one, { file }).entries.length)).toEqual([most, 2]);
  });

  test("writes new lineups over existing ones in its template, and beyond its end", () => {
    const { book, slots, rows, person } = sampleOf(name, "template", 3);
    const count = rows.length + 20;
    const lineups = Array.from({ length: count }, (_, index) => slots.map((_, seat) => person(index + seat)));
    const [full] = fillEntries(rows.join("\r\n"), { file, book, lineups });
    expect(String(full).split("\r\n")).toHaveLength(count + 2);
    expect(
      readEntries(full!, { file }).entries.map(({ seats }) => seats.map(({ bookId }) => bookId)),
    ).toEqual(lineups.map((lineup) => lineup.map(({ bookId }) => bookId)));
    expect(readSlateFile(full!, { file })).toEqual(readSlateFile(rows.join("\r\n"), { file }));
    const [fewer] = fillEntries(full!, { file, book, lineups: lineups.slice(0, 2) });
    expect(readEntries(fewer!, { file }).entries).toHaveLength(2);
    expect(readSlateFile(fewer!, { file })).toEqual(readSlateFile(rows.join("\r\n"), { file }));
  });
});

describe("a hand-edited file", () => {
  const header = "Entry ID,Contest Name,Contest ID,Entry Fee,QB,RB,,Instructions";
  const lineup: readonly SeatPlayer[] = [
    { bookId: "7", name: "Ado Kessby" },
    { bookId: "8", name: 'Bor "B" Lander, Jr.' },
  ];
  const fill = (rows: readonly string[], lineups: readonly (readonly (SeatPlayer | null)[] | null)[]) =>
    String(fillEntries(rows.join("\n"), { file, book: "bookA", lineups })[0]).split("\n");

  test("keeps comments, blank rows, trailing columns, spaces and needless quotes", () => {
    const rows = [
      "# mine",
      header,
      "// the big one",
      '1,"C, one",5,$4 , "x" y , Old (1) ,,note,,',
      "",
      "2,C,5,$4 ,Old (1),Old Too (2)",
      ",,,,,,,pool",
    ];
    expect(fill(rows, [[lineup[0]!, null], lineup])).toEqual(
      rows
        .with(3, '1,"C, one",5,$4 ,Ado Kessby (7), Old (1) ,,note,,')
        .with(5, '2,C,5,$4 ,Ado Kessby (7),"Bor ""B"" Lander, Jr. (8)"'),
    );
  });

  test("pads rows that are cut short", () => {
    expect(fill([header, "1,C,5", "2,C,5,$4 ,,"], [lineup, lineup])).toEqual([
      header,
      "1,C,5,,7,8",
      "2,C,5,$4 ,7,8",
    ]);
  });

  test("that is a template keeps comments, and is unchanged without new lineups", () => {
    const rows = ["QB,RB,,Instructions", "# mine", ",,,pool", "# yours"];
    expect(fill(rows, [])).toEqual(rows);
    expect(fill(rows, [lineup])).toEqual(rows.with(2, "7,8,,pool"));
  });

  test("gets a question mark for a letter outside its encoding", () => {
    const bytes = Buffer.from(`${header}\n1,Größe,5,$4 ,Old (1),Old (2)\n`, "latin1");
    const lineups = [[{ bookId: "7", name: "Łu Bor" }, null]];
    const [filled] = fillEntries(bytes, { file, book: "bookA", lineups });
    expect(text(filled!)).toContain("1,Größe,5,$4 ,?u Bor (7),Old (2)\n");
  });

  test("quotes a name that contains its separator, too", () => {
    const [, row] = fill(
      [header, "1,C,5,$4 ,Old (1),Old Too (2)"],
      [[{ bookId: "7", name: "Lander, Bor" }, null]],
    );
    expect(row).toBe('1,C,5,$4 ,"Lander, Bor (7)",Old Too (2)');
  });

  test("uses ids alone if one of its lineups has an id without a name", () => {
    expect(fill([header, "1,C,5,$4 ,Old (1),2"], [lineup])[1]).toBe("1,C,5,$4 ,7,8");
  });

  test("never lets a spreadsheet evaluate a name, and means the same to the book", () => {
    for (const name of ["=cmd|' /C calc'!A0", "+1", "-Bo", "@Sum(1)", " =1", "\t=1", "＝1"]) {
      const [, row] = fill([header, "1,C,5,$4 ,Old (1),Old (2)"], [[{ bookId: "7", name }, null]]);
      expect(row).toBe("1,C,5,$4 ,7,Old (2)");
    }
    const unsafe = [{ bookId: "=1+1", name: "Ado" }, null];
    expect(() => fill([header, "1,C,5,$4 ,,"], [unsafe])).toThrow(
      'the id "=1+1" of Ado is not a book\'s id: a spreadsheet would run it as a formula',
    );
  });

  test("keeps locked players, and puts no other player into their seats", () => {
    const rows = [header, "1,C,5,$4 ,Ado Kessby (7) (LOCKED),Old (1)"];
    expect(fill(rows, [lineup])[1]).toBe('1,C,5,$4 ,Ado Kessby (7) (LOCKED),"Bor ""B"" Lander, Jr. (8)"');
    expect(() => fill(rows, [[lineup[1]!, null]])).toThrow("Seat 1 of the entry on line 2 is locked");
  });

  test("is refused with another number of lineups or seats", () => {
    expect(() => fill([header, "1,C,5,$4 ,,"], [])).toThrow(
      "entries.csv has 1 entries, but 0 lineups are given",
    );
    expect(() => fill([header, "1,C,5,$4 ,,"], [[null]])).toThrow("A lineup has 1 seats; the file has 2");
  });

  test("with an incomplete multi-byte letter is refused", () => {
    const bytes = Buffer.from(`\uFEFF${header}\n`, "utf16le").subarray(0, -1);
    expect(() => readEntries(bytes, { file })).toThrow("is damaged: not all of its bytes are valid UTF-16LE");
    const half = Buffer.from(`\uFEFF${header}\uD800\n`, "utf16le");
    expect(() => readEntries(half, { file })).toThrow("is damaged");
  });
});

test("players who are not in the file's own pool are refused, and nothing is written", () => {
  const { book, rows, seated } = sampleOf("basketball.draftkings.classic", "entries");
  const stranger = { bookId: "99999999", name: "Of Yesterday" };
  const lineups = seated.map((lineup) => lineup.with(3, stranger));
  expect(() => fillEntries(rows.join("\n"), { file, book, lineups })).toThrow(
    "entries.csv: has no Of Yesterday (99999999) in its own pool: the lineups are of another slate.",
  );
  const withoutPool = rows.map((row) => row.split(",,").slice(0, 1).join()).slice(0, 2);
  expect(() =>
    fillEntries(withoutPool.join("\n"), { file, book, lineups: lineups.slice(0, 1) }),
  ).not.toThrow();
});
