import { getEventListeners, once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isInterrupted, Stop } from "../../../src/engine/solver/interrupt.ts";
import { AbortedError, ClosedError, TimeLimitError } from "../../../src/shared/errors.ts";

describe("Stop", () => {
  it("ends with the caller's signal, and keeps no listener on it", () => {
    const controller = new AbortController();
    const stop = new Stop({ signal: controller.signal });
    expect(isInterrupted(stop.interrupt)).toBe(false);
    controller.abort("enough");
    expect(isInterrupted(stop.interrupt)).toBe(true);
    expect(stop.signal.reason).toBeInstanceOf(AbortedError);
    expect(stop.signal.reason).toMatchObject({ cause: "enough" });
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  it("removes its listener from the caller's signal when it ends by itself", () => {
    const controller = new AbortController();
    const stop = new Stop({ signal: controller.signal });
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
    stop.end(new ClosedError());
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    controller.abort();
    expect(stop.signal.reason).toBeInstanceOf(ClosedError);
  });

  it("ends at the deadline with the original limit", async () => {
    const deadline = performance.now() + 30;
    const stop = new Stop({ deadline, timeLimit: 40 });
    if (!stop.signal.aborted) await once(stop.signal, "abort");
    // By another clock, a timer may fire a millisecond early.
    expect(performance.now()).toBeGreaterThan(deadline - 2);
    expect(() => stop.throwIfEnded()).toThrow(TimeLimitError);
    expect(stop.signal.reason).toMatchObject({ milliseconds: 40 });
  });

  it("has ended from the start if the signal or the deadline has passed", () => {
    expect(new Stop({ signal: AbortSignal.abort() }).signal.reason).toBeInstanceOf(AbortedError);
    expect(new Stop({ deadline: performance.now() - 1 }).signal.reason).toBeInstanceOf(TimeLimitError);
  });

  it("waits for deadlines beyond the maximum delay of a timer", async () => {
    const stop = new Stop({ deadline: performance.now() + 2 ** 40 });
    // An excessive timer delay would fire after a millisecond, before this timer.
    await setTimeout(5);
    expect(stop.signal.aborted).toBe(false);
    stop.end(new ClosedError());
  });
});
