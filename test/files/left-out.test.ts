import { expect, test } from "vitest";
import type { LeftOutReason } from "../../src/files/slate.ts";
import { describeLeftOut, withHeld } from "../../src/files/slate.ts";
import { listing } from "../support/pool-row.ts";
import { FOOTBALL, read } from "./support.ts";

const out = (reason: LeftOutReason, detail: string, name = "Ado Kessby", salary = 5_000) => ({
  listing: listing({ name, salary }),
  reason,
  detail,
});

test("excluded players are counted by reason, and injury marks individually", () => {
  const text = describeLeftOut([
    out("injured", "O", "Bor Lander"),
    out("game-started", "In Progress"),
    out("injured", "IR", "Cas Moror", 9_000),
    out("injured", "O", "Dar Moror"),
  ]);
  expect(text).toBe(
    "3 marked as out (2 O, 1 IR: Cas Moror, Bor Lander, Dar Moror), 1 whose game has started",
  );
});

test("of many injured players the most expensive are named", () => {
  const many = Array.from({ length: 11 }, (_, index) => out("injured", "O", `No ${index}`, index));
  expect(describeLeftOut(many.slice(3))).toMatch(/, No 4, No 3\)$/);
  expect(describeLeftOut(many)).toBe(
    "11 marked as out (11 O: No 10, No 9, No 8, No 7, No 6, No 5, No 4, No 3, and 3 more)",
  );
});

test("players who do not start, or whose team does not play in the listed game, are named", () => {
  expect(
    describeLeftOut([
      out("not-starting", "Starting: No", "Bor Lander"),
      out("not-in-game", "MOL, not in A@B"),
    ]),
  ).toBe("1 not starting (Bor Lander), 1 whose team is not in the listed game (Ado Kessby)");
});

test("without excluded players there is no message", () => {
  expect(describeLeftOut([])).toBe("");
});

test("a player who is in an entry belongs to the team's game, or to one that has begun", () => {
  const slate = read(FOOTBALL);
  const one = (name: string, team: string) => ({
    ...out("game-started", "In Progress", name),
    listing: listing({ name, team }),
  });
  const [known, other, unheld] = [
    one("Of Ravenport", "RAV"),
    one("Of Nowhere", "NOW"),
    one("Not Held", "NOW"),
  ];
  const withThem = (apart: boolean) =>
    withHeld({ ...slate, leftOut: [known, other, unheld] }, new Set([known, other]), apart);
  const { entries, leftOut } = withThem(true);
  const [ravenport, nowhere] = entries.slice(-2);
  const { opponent, game, startsAt } = slate.entries.find(({ team }) => team === "RAV")!;
  expect(ravenport).toMatchObject({ name: "Of Ravenport", opponent, game, startsAt });
  expect(nowhere).toMatchObject({ name: "Of Nowhere", opponent: "", game: "NOW begun", startsAt: null });
  expect(entries).toHaveLength(slate.entries.length + 2);
  expect(leftOut).toEqual([unheld]);
  expect(withThem(false).entries.at(-1)).toMatchObject({ game: "begun" });
});
