import { expect, test } from "vitest";
import { describeLeftOut } from "../../src/formats/left-out.ts";
import type { LeftOutReason } from "../../src/formats/slate.ts";
import { listing } from "../support/pool-row.ts";

const out = (reason: LeftOutReason, detail: string) => ({ listing: listing(), reason, detail });

test("who was left out is counted by reason, and the marks of the injured each", () => {
  const text = describeLeftOut([
    out("injured", "O"),
    out("game-started", "In Progress"),
    out("injured", "IR"),
    out("injured", "O"),
  ]);
  expect(text).toBe("3 marked as out (2 O, 1 IR), 1 whose game has started");
});

test("nobody left out is nothing to say", () => {
  expect(describeLeftOut([])).toBe("");
});
