import { describe, expect, test } from "vitest";
import { readLineupsFile, readUploadedLineups } from "../../src/files/lineups-file.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { FANDUEL_FOOTBALL, FOOTBALL, fileError, lines, read, SHOWDOWN } from "./support.ts";

const catalog = await loadCatalog();

function lineupsOf(pool: string, text: string) {
  const slate = read(pool);
  const contest = catalog.contest(slate.sport, slate.book, slate.contest);
  return readUploadedLineups(text, { file: "up.csv", contest, slate });
}

const SLOTS = "QB,RB,RB,WR,WR,WR,TE,FLEX,DST";
const football = (...rows: readonly string[]) => lineupsOf(FOOTBALL, lines(SLOTS, ...rows));

describe("the cells of an upload file", () => {
  test.each([
    ["an id", "101"],
    ["a name with its id", "Ado Kessby (101)"],
    ["a name with its id, without a space", "Ado Kessby(101)"],
    ["a name in any spelling", "ado  kessby"],
  ])("%s", (_, cell) => {
    const [lineup] = football(`${cell},,,,,,,,`);
    expect(lineup!.seats[0]).toMatchObject({ slot: "QB", text: cell, fault: null, isOtherId: false });
    expect(lineup!.seats[0]!.listing?.name).toBe("Ado Kessby");
  });

  test("a FanDuel id followed by the name", () => {
    const { entries } = read(FANDUEL_FOOTBALL);
    const { bookId, name } = entries.find(({ kind }) => kind === "player")!;
    const text = lines('"QB","RB","RB","WR","WR","WR","TE","FLEX","DEF"', `"${bookId}:${name}",,,,,,,,`);
    expect(lineupsOf(FANDUEL_FOOTBALL, text)[0]!.seats[0]!.listing?.bookId).toBe(bookId);
  });

  test("an unknown player, an empty seat, an ambiguous name, a cell longer than any name", () => {
    const [long, longer] = [1_000, 1_001].map((length) => "x".repeat(length));
    const [lineup] = football(`Nobody Atall,102,,Bor Lander,${long},${longer},,,`);
    expect(lineup!.seats.map(({ fault }) => fault).slice(0, 6)).toEqual([
      '"Nobody Atall" is not in the slate',
      null,
      "the seat is empty",
      '"Bor Lander" is the name of 2 players: use an id',
      `"${long}" is not in the slate`,
      `"${"x".repeat(80)}…" is not in the slate`,
    ]);
  });

  test("a captain by the captain's id, and by the plain one", () => {
    const { entries } = read(SHOWDOWN);
    const { bookId, captainBookId, uuid } = entries[0]!;
    const rows = [`${captainBookId},,,,,`, `${bookId},,,,,`, `,${captainBookId},,,,`];
    const lineups = lineupsOf(SHOWDOWN, lines("CPT,FLEX,FLEX,FLEX,FLEX,FLEX", ...rows));
    const seated = lineups.map(({ seats }) => seats.find(({ listing }) => listing !== null)!);
    expect(seated.map(({ listing }) => listing?.uuid)).toEqual([uuid, uuid, uuid]);
    expect(seated.map(({ isOtherId }) => isOtherId)).toEqual([false, true, true]);
  });
});

test("lineups of another program, with its figures behind them, are read by their ids", () => {
  const row = "101,102,103,104,105,106,107,108,109";
  const text = lines(
    `${SLOTS},,Proj Score,Ownership,Salary,TE,Small Slate | 1k-10k`,
    `${row},,150.2,88.5,49900,3,0.2`,
  );
  const [lineup, ...others] = lineupsOf(FOOTBALL, text);
  expect(others).toEqual([]);
  expect(lineup!.seats.map(({ text: id }) => id).join()).toBe(row);
  expect(lineup!.seats[0]!.listing?.name).toBe("Ado Kessby");
});

describe("the rows", () => {
  test("of an entries file have the entry's id; reservations and comments are skipped", () => {
    const text = lines(
      `Entry ID,Contest Name,Contest ID,Entry Fee,${SLOTS},,Instructions`,
      "11,Big,55,$4 ,101,,,,,,,,,,1. Do",
      "12,Big,55,$4 ,,,,,,,,,,,2. This",
      "# 13,Big,55,$4 ,102,,,,,,,,,,3. Or that",
    );
    expect(lineupsOf(FOOTBALL, text)).toMatchObject([{ line: 2, entryId: "11" }]);
  });

  test("of an upload file begin below the slots", () => {
    const text = lines(`${SLOTS},,Instructions`, ",,,,,,,,,,1. Do", "101,,,,,,,,,,");
    expect(lineupsOf(FOOTBALL, text)).toMatchObject([{ line: 3, entryId: null }]);
  });

  test("are not found under the slots of another contest, which the error names", () => {
    const error = fileError(() => lineupsOf(FOOTBALL, lines("QB,RB,WR,FLEX,DST", "101,102,,,")));
    expect(error.message).toContain(SLOTS);
    expect(fileError(() => football()).line).toBe(1);
  });
});

describe("a file of lineups", () => {
  const slate = read(SHOWDOWN);
  const [first, second] = slate.entries.map(({ uuid }) => uuid) as [string, string];
  const at = (text: string | Uint8Array, given: Partial<{ slate: typeof slate }> = { slate }) =>
    readLineupsFile(Buffer.from(text), { file: "mine", catalog, ...given });
  const none = { data: [] };
  const lineup = {
    id: "1",
    type: "FantasyLineup",
    attributes: {
      ...{ uuid: first, book: "bookA", contest: "showdown", updatedAt: "2024-12-15T00:00:00Z" },
      ...{ salaryCap: 50_000, salaryTotal: 9_000, salaryRemaining: 41_000, points: 9 },
      byPositions: { CPT: [{ uuid: first, points: 6 }], FLEX: [{ uuid: second, points: 3 }] },
    },
    relationships: {
      mustInclude: none,
      mustExclude: none,
      selections: none,
      defenseSpecialTeams: { data: null },
    },
  };

  test("is a document, or with a salary file the book's own file, whose unknown players are ignored", () => {
    const seats = [
      { uuid: first, slot: "CPT" },
      { uuid: second, slot: "FLEX" },
    ];
    const document = JSON.stringify({ data: [lineup, lineup] });
    for (const text of [document, `\uFEFF \n${document}`]) expect(at(text, {})).toEqual([seats, seats]);
    const { captainBookId } = slate.entries[0]!;
    const { bookId } = slate.entries[1]!;
    const upload = lines("CPT,FLEX,FLEX,FLEX,FLEX,FLEX", `${captainBookId},${bookId},Nobody Atall,,,`);
    expect(at(upload)).toEqual([seats]);
  });

  test("is refused if it is another document, text without a salary file, or invalid JSON", () => {
    expect(fileError(() => at('{"data":[{}]}')).message).toContain("not a FantasyLineup document");
    expect(fileError(() => at("CPT,FLEX\n", {})).message).toContain("is not JSON");
    expect(fileError(() => at('{"data":\n  [1,]}'))).toMatchObject({ file: "mine", line: 2 });
    expect(fileError(() => at(Buffer.from('{"data":"\xff"}', "latin1"))).message).toContain("is not UTF-8");
  });
});

describe("the slots of a file of lineups", () => {
  test("may be numbered, in any order, and beside other columns", () => {
    const seats = SLOTS.split(",");
    const people = ["101", "102", "", "103", "", "", "", "", "104"];
    const numbered = (form: (slot: string, number: number) => string) =>
      seats.map((slot, at) => {
        const number = seats.slice(0, at).filter((other) => other === slot).length + 1;
        return seats.filter((other) => other === slot).length > 1 ? form(slot, number) : slot;
      });
    const forms = [
      (slot: string, number: number) => `${slot}${number}`,
      (slot: string, number: number) => `${slot} ${number}`,
      (slot: string, number: number) => (number === 1 ? slot : `${slot}.${number - 1}`),
      (slot: string, number: number) => `${slot.toLowerCase()}_${number}`,
    ];
    let read = 0;
    for (const form of forms)
      for (let turn = 0; turn < seats.length; turn += 1) {
        const turned = <Item>(items: readonly Item[]) => [...items.slice(turn), ...items.slice(0, turn)];
        const text = lines(
          `Lineup,${turned(numbered(form)).join()},Salary`,
          `1,${turned(people).join()},49900`,
        );
        const [lineup] = lineupsOf(FOOTBALL, text);
        const found = lineup!.seats.filter(({ listing }) => listing !== null);
        expect(found.map(({ slot, listing }) => `${slot} ${listing!.bookId}`).sort()).toEqual([
          "DST 104",
          "QB 101",
          "RB 102",
          "WR 103",
        ]);
        read += 1;
      }
    expect(read).toBe(36);
  });
});
