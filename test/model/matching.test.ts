import { describe, expect, it } from "vitest";
import { canSeat } from "../../src/model/matching.ts";

const [FIRST, SECOND, BOTH] = [1, 2, 3];

describe("canSeat", () => {
  it("moves others along to make room", () => {
    expect(canSeat([BOTH, BOTH, FIRST], [2, 1], [true, true])).toBe(true);
    expect(canSeat([BOTH, FIRST, FIRST], [1, 2], [false, false])).toBe(false);
  });

  it("asks for the seats of mandatory slots only", () => {
    expect(canSeat([BOTH], [1, 1], [false, true])).toBe(true);
    expect(canSeat([FIRST], [1, 1], [false, true])).toBe(false);
    expect(canSeat([], [1, 1], [false, false])).toBe(true);
  });

  it("fills a mandatory slot although a pick would sit elsewhere first", () => {
    expect(canSeat([BOTH, SECOND], [1, 1], [true, false])).toBe(true);
    expect(canSeat([SECOND, SECOND], [1, 2], [true, false])).toBe(false);
  });

  it("lets nobody sit who accepts no slot", () => {
    expect(canSeat([0], [1], [false])).toBe(false);
  });
});
