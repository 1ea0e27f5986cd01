import { describe, expect, it } from "vitest";
import { AbortedError, TimeLimitError } from "../../src/errors.ts";
import { Gate } from "../../src/server/gate.ts";
import { RefusedError } from "../../src/server/refusal.ts";
import { rejection } from "../support/client.ts";

function patience(milliseconds = 60_000, signal = new AbortController().signal) {
  return { signal, deadline: performance.now() + milliseconds, timeLimit: milliseconds };
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
    const gate = new Gate(1, 2);
    const [first, second, third] = [work(), work(), work()];
    const one = gate.run(patience(), first.run);
    const two = gate.run(patience(), second.run);
    const three = gate.run(patience(), third.run);
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
    const gate = new Gate(1, 0);
    const only = work();
    const one = gate.run(patience(), only.run);
    expect(await rejection(gate.run(patience(), work().run))).toBeInstanceOf(RefusedError);
    only.end();
    await one;
    await gate.run(patience(), async () => {});
    expect(gate.running).toBe(0);
  });

  it("frees the place of who gives up or is gone", async () => {
    const gate = new Gate(1, 2);
    const only = work();
    const one = gate.run(patience(), only.run);
    const leaving = new AbortController();
    const gone = gate.run(patience(60_000, leaving.signal), work().run);
    const late = gate.run(patience(5), work().run);
    leaving.abort();
    expect(await rejection(gone)).toBeInstanceOf(AbortedError);
    expect(await rejection(late)).toBeInstanceOf(TimeLimitError);
    expect(await rejection(gate.run(patience(60_000, leaving.signal), work().run))).toBeInstanceOf(
      AbortedError,
    );
    expect([gate.running, gate.waiting]).toEqual([1, 0]);
    only.end();
    await one;
    expect(gate.running).toBe(0);
  });
});
