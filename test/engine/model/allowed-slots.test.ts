import { describe, expect, it } from "vitest";
import { allowedSlots, type RuleData } from "../../../src/engine/model/model.ts";

const origin = { constraint: "test", pointer: null, words: "" };
const allowed = (...rules: RuleData[]) => allowedSlots(rules.map((rule) => ({ ...rule, origin })));

describe("the slots that rules leave", () => {
  it("are one for who is seated, and all but one for who is unseated", () => {
    const left = allowed(
      { kind: "seat", entry: 4, slot: 2 },
      { kind: "unseat", entries: [5, 6], slot: 0 },
      { kind: "require", entry: 7 },
    );
    expect([...left.keys()].sort()).toEqual([4, 5, 6]);
    expect(left.get(4)).toBe(0b100);
    expect(left.get(5)! & 0b111).toBe(0b110);
    expect(left.get(6)! & 0b111).toBe(0b110);
  });

  it("are what all of them leave", () => {
    const left = allowed(
      { kind: "unseat", entries: [1], slot: 0 },
      { kind: "unseat", entries: [1], slot: 1 },
      { kind: "seat", entry: 2, slot: 1 },
      { kind: "unseat", entries: [2], slot: 1 },
    );
    expect(left.get(1)! & 0b111).toBe(0b100);
    expect(left.get(2)).toBe(0);
  });
});
