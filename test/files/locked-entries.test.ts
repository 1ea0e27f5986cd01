import { describe, expect, test } from "vitest";
import { FOOTBALL, fileError, lines, read, withoutLines } from "./support.ts";

const HEADER = "Entry ID,Contest Name,Contest ID,Entry Fee,QB,RB,,Instructions";

/** An entries file with these entries and the pool to their right from the third row on. */
function entriesFile(...entries: readonly string[]): string {
  const pool = FOOTBALL.trimEnd().split("\n");
  const rows = [HEADER, ...entries];
  const count = Math.max(rows.length, pool.length + 2);
  return lines(
    ...Array.from({ length: count }, (_, index) => {
      const left = (rows[index] ?? "").split(",");
      const cells = Array.from({ length: 8 }, (_, cell) => left[cell] ?? "");
      return [...cells, pool[index - 2] ?? ""].join(",");
    }),
  );
}

const free = "11,Big Contest,55,$4 ,Ado Kessby (101),Bor Lander(102)";

describe("an entries file", () => {
  test("with a locked player is refused at that line, with the remedy", () => {
    const text = entriesFile(free, free.replace("(102)", "(102) (LOCKED)"));
    const error = fileError(() => read(text));
    expect(error).toMatchObject({ code: "invalid-file", line: 3 });
    expect(error.message).toContain("Bor Lander(102) (LOCKED)");
    expect(error.message).toContain("entries with locked players: 1");
    expect(error.message).toContain("dfs-lineups swap");
  });

  test("reports the number of locked entries", () => {
    const locked = free.replace("(101)", "(101) (locked)");
    expect(fileError(() => read(entriesFile(locked, free, locked))).message).toContain(
      "entries with locked players: 2",
    );
  });

  test("without locked players gives its pool", () => {
    expect(withoutLines(read(entriesFile(free, "12,Big Contest,55,$4 ,,")))).toEqual({
      ...withoutLines(read(FOOTBALL)),
      slotRow: ["QB", "RB"],
    });
  });

  test("with locked names only in its pool gives its pool, without the locked players", () => {
    const text = entriesFile(free, free, free, free).replace("Lander (102)", "Lander (102) (LOCKED)");
    const { entries, leftOut } = read(text);
    expect(leftOut).toMatchObject([
      { reason: "game-started", detail: "LOCKED", listing: { bookId: "102", name: "Bor Lander" } },
    ]);
    expect(entries).toHaveLength(read(FOOTBALL).entries.length - 1);
  });
});
