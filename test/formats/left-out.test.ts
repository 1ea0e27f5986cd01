import { expect, test } from "vitest";
import { describeLeftOut } from "../../src/formats/left-out.ts";
import type { LeftOutReason } from "../../src/formats/slate.ts";
import { listing } from "../support/pool-row.ts";

const out = (reason: LeftOutReason, detail: string, name = "Ado Kessby", salary = 5_000) => ({
  listing: listing({ name, salary }),
  reason,
  detail,
});

test("who was left out is counted by reason, and the marks of the injured each", () => {
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

test("of many injured the dearest are named", () => {
  const many = Array.from({ length: 11 }, (_, index) => out("injured", "O", `No ${index}`, index));
  expect(describeLeftOut(many)).toBe(
    "11 marked as out (11 O: No 10, No 9, No 8, No 7, No 6, No 5, No 4, No 3, and 3 more)",
  );
});

test("nobody left out is nothing to say", () => {
  expect(describeLeftOut([])).toBe("");
});
