import { describe, expect, it } from "vitest";
import { Semaphore } from "../../../src/service/server/admission.ts";
import { AbortedError, TimeLimitError } from "../../../src/shared/errors.ts";
import { rejection } from "../../support/client.ts";
import { ManualClock } from "../../support/clock.ts";

const clock = new ManualClock();

function limit(milliseconds = 60_000, signal = new AbortController().signal) {
  return { signal, deadline: clock.elapsed() + milliseconds, timeLimit: milliseconds };
}

/** Enters the semaphore for each key in turn, and records who got a slot when. */
function callers(semaphore: Semaphore, keys: readonly string[]) {
  const entered: string[] = [];
  const slots = keys.map(async (key, index) => {
    const slot = await semaphore.enter(key, limit());
    entered.push(`${key}${index}`);
    return slot;
  });
  return {
    entered,
    /** Releases the slot of the `index`-th caller, and lets the next one in. */
    async leave(index: number) {
      (await slots[index]!)[Symbol.dispose]();
      await new Promise(setImmediate);
    },
  };
}

describe("a semaphore", () => {
  it("admits a key with few requests before the many of another", async () => {
    const semaphore = new Semaphore(1, clock);
    const { entered, leave } = callers(semaphore, ["a", "a", "a", "a", "b", "a"]);
    for (const index of [0, 1, 4, 2]) await leave(index);
    expect(entered).toEqual(["a0", "a1", "b4", "a2", "a3"]);
  });

  it("gives a free slot to the key with the fewest running", async () => {
    const semaphore = new Semaphore(3, clock);
    const { entered, leave } = callers(semaphore, ["a", "a", "b", "a", "b", "c"]);
    await leave(0);
    expect(entered.at(-1)).toBe("c5");
    await leave(2);
    expect(entered.at(-1)).toBe("b4");
    expect(semaphore.running).toBe(3);
  });

  it("keeps the last of several slots free for other keys", async () => {
    const semaphore = new Semaphore(3, clock);
    const { entered, leave } = callers(semaphore, ["a", "a", "a", "a", "b"]);
    await new Promise(setImmediate);
    expect(entered).toEqual(["a0", "a1", "b4"]);
    await leave(4);
    expect(entered).toEqual(["a0", "a1", "b4"]);
    await leave(0);
    expect(entered).toEqual(["a0", "a1", "b4", "a2"]);
  });

  it("forgets callers that give up or disconnect", async () => {
    const semaphore = new Semaphore(1, clock);
    const slot = await semaphore.enter("a", limit());
    const leaving = new AbortController();
    const gone = semaphore.enter("a", limit(60_000, leaving.signal));
    const late = semaphore.enter("a", limit(5));
    leaving.abort();
    expect(await rejection(gone)).toBeInstanceOf(AbortedError);
    clock.advance(5);
    expect(await rejection(late)).toBeInstanceOf(TimeLimitError);
    expect(await rejection(semaphore.enter("a", limit(60_000, leaving.signal)))).toBeInstanceOf(AbortedError);
    slot[Symbol.dispose]();
    expect(semaphore.running).toBe(0);
    await semaphore.enter("a", limit());
    expect(semaphore.running).toBe(1);
  });
});
