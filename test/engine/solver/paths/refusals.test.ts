import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../../src/engine/solver/paths/limits.ts";
import { Refusals } from "../../../../src/engine/solver/paths/refusals.ts";
import type { Cut } from "../../../../src/engine/solver/paths/side-rules.ts";
import { UnsupportedModelError } from "../../../../src/shared/errors.ts";

const limits = { ...DEFAULT_LIMITS, refusals: 5, refusalsForCut: 2, refusalsForRule: 6 };
const rule = { kind: "groupMaximum", groups: new Int32Array(1), maximum: 1 } as const;
const cut = (key: string, of: Cut["rule"] = rule): Cut => ({
  key,
  rule: of,
  missing: 0,
  counter: () => ({ kind: "atMost" as const, member: new Uint8Array(1), limit: 0 }),
});
const times = <Value>(count: number, act: () => Value) => Array.from({ length: count }, act);

describe("refused lineups", () => {
  it("exceed an allowance that grows with what is found", () => {
    const refusals = new Refusals(limits, { atFirst: 1, perLineup: 2 });
    expect(refusals.exceedAllowance(0)).toBe(false);
    expect(refusals.exceedAllowance(0)).toBe(true);
    expect(refusals.exceedAllowance(1)).toBe(false);
    expect(refusals.exceedAllowance(1)).toBe(true);
  });

  it("are put up with to the limit, without an allowance, and not beyond", () => {
    const refusals = new Refusals(limits);
    expect(times(5, () => refusals.exceedAllowance(0))).toEqual([false, false, false, false, false]);
    expect(() => refusals.exceedAllowance(0)).toThrow(UnsupportedModelError);
  });

  it("call for the cut that refused more than its share, each cut by itself", () => {
    const refusals = new Refusals(limits);
    expect(times(3, () => refusals.callFor(cut("a"), 0))).toEqual([false, false, true]);
    expect(times(2, () => refusals.callFor(cut("b"), 0))).toEqual([false, false]);
    expect(refusals.callFor(cut("b"), 1)).toBe(false);
    expect(refusals.callFor(cut("b"), 1)).toBe(true);
  });

  it("call for a change where a rule refused many by different cuts, counted rule by rule", () => {
    const refusals = new Refusals(limits);
    const other = { ...rule };
    let key = 0;
    expect(times(6, () => refusals.callFor(cut(`c${key++}`), 0))).not.toContain(true);
    expect(times(6, () => refusals.callFor(cut(`c${key++}`, other), 0))).not.toContain(true);
    expect(refusals.callFor(cut("last"), 1)).toBe(false);
    expect(refusals.callFor(cut("later"), 1)).toBe(true);
  });

  it("call for no cut any more once that is said", () => {
    const refusals = new Refusals(limits);
    refusals.makeNoMoreCuts();
    expect(times(9, () => refusals.callFor(cut("a"), 0))).not.toContain(true);
  });
});
