import { describe, expect, it } from "vitest";
import { allowedSlots, atLeast, noneOf, type RuleData } from "../../../src/engine/model/model.ts";

const origin = { constraint: "test", pointer: null, words: "" };

const withOrigins = (...rules: RuleData[]) => rules.map((rule) => ({ ...rule, origin }));
const allowed = (...rules: RuleData[]) => allowedSlots(withOrigins(...rules));

describe("the slots left by rules", () => {
  it("are one for a locked slot, all but one for an excluded slot, none for an excluded entry", () => {
    const left = allowed(
      { kind: "allow", entries: [4], slots: 1 << 2 },
      { kind: "allow", entries: [5, 6], slots: ~(1 << 0) },
      atLeast([7]),
      noneOf([8]),
    );
    expect([...left.keys()].sort()).toEqual([4, 5, 6, 8]);
    expect(left.get(8)).toBe(0);
    expect(left.get(4)).toBe(0b100);
    expect(left.get(5)! & 0b111).toBe(0b110);
    expect(left.get(6)! & 0b111).toBe(0b110);
  });

  it("are the intersection over all rules", () => {
    const left = allowed(
      { kind: "allow", entries: [1], slots: ~(1 << 0) },
      { kind: "allow", entries: [1], slots: ~(1 << 1) },
      { kind: "allow", entries: [2], slots: 1 << 1 },
      { kind: "allow", entries: [2], slots: ~(1 << 1) },
    );
    expect(left.get(1)! & 0b111).toBe(0b100);
    expect(left.get(2)).toBe(0);
  });
});
