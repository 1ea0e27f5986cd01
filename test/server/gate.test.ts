import { describe, expect, it } from "vitest";
import { AbortedError, TimeLimitError } from "../../src/errors.ts";
import { Gate } from "../../src/server/gate.ts";
import { RefusedError } from "../../src/server/refusal.ts";
import { rejection } from "../support/client.ts";
import { ManualClock } from "../support/clock.ts";

const clock = new ManualClock();

function within(milliseconds = 60_000, signal = new AbortController().signal) {
  return { signal, deadline: clock.elapsed() + milliseconds, timeLimit: milliseconds };
}

/** Work that ends when it is told to. */
function work() {
  const state = { started: false, end: () => {}, fail: (_: Error) => {} };
  const promise = new Promise<void>((resolve, reject) => {
    state.end = resolve;
    state.fail = reject;
  });
  const run = () => {
    state.started = true;
    return promise;
  };
  return Object.assign(state, { run });
}

describe("a gate", () => {
  it("lets the next in when one leaves, in order, also when it fails", async () => {
    const gate = new Gate(1, 2, clock);
    const [first, second, third] = [work(), work(), work()];
    const one = gate.run(within(), first.run);
    const two = gate.run(within(), second.run);
    const three = gate.run(within(), third.run);
    expect([gate.running, gate.waiting]).toEqual([1, 2]);
    first.fail(new Error("broken"));
    await expect(one).rejects.toThrow("broken");
    expect([second.started, third.started, gate.waiting]).toEqual([true, false, 1]);
    second.end();
    await two;
    third.end();
    await three;
    expect([gate.running, gate.waiting]).toEqual([0, 0]);
  });

  it("refuses when every place is taken", async () => {
    const gate = new Gate(1, 0, clock);
    const only = work();
    const one = gate.run(within(), only.run);
    expect(await rejection(gate.run(within(), work().run))).toBeInstanceOf(RefusedError);
    only.end();
    await one;
    await gate.run(within(), async () => {});
    expect(gate.running).toBe(0);
  });

  it("frees the place of who gives up or is gone", async () => {
    const gate = new Gate(1, 2, clock);
    const only = work();
    const one = gate.run(within(), only.run);
    const leaving = new AbortController();
    const gone = gate.run(within(60_000, leaving.signal), work().run);
    const late = rejection(gate.run(within(5), work().run));
    clock.advance(4);
    expect(gate.waiting).toBe(2);
    clock.advance(1);
    leaving.abort();
    expect(await rejection(gone)).toBeInstanceOf(AbortedError);
    expect(await late).toBeInstanceOf(TimeLimitError);
    expect(await rejection(gate.run(within(60_000, leaving.signal), work().run))).toBeInstanceOf(
      AbortedError,
    );
    expect([gate.running, gate.waiting]).toEqual([1, 0]);
    expect(clock.waits).toEqual([]);
    only.end();
    await one;
    expect(gate.running).toBe(0);
  });
});
