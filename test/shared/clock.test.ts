import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/shared/clock.ts";

describe("the system's clock", () => {
  it("reports the machine's time of day and its own elapsed time", () => {
    const [day, passed] = [systemClock.now(), systemClock.elapsed()];
    expect(Math.abs(day - Date.now())).toBeLessThan(60_000);
    expect(systemClock.elapsed()).toBeGreaterThanOrEqual(passed);
  });

  it("calls back once, and not at all if cancelled", async () => {
    const calls: string[] = [];
    const cancel = systemClock.later(1, () => calls.push("cancelled"));
    cancel();
    await new Promise<void>((resolve) => {
      systemClock.later(1, () => calls.push("first"));
      // Of two timers of equal length the later one ends later.
      systemClock.later(1, resolve);
    });
    expect(calls).toEqual(["first"]);
  });
});
