import { describe, expect, it } from "vitest";
import { AbortedError } from "../../../src/errors.ts";
import { createPathEngine } from "../../../src/solver/paths/index.ts";
import { slate } from "../../../src/testing/models/slate.ts";
import { free, stopped } from "../../support/interrupts.ts";

const [small, large] = [slate(12), slate(24)];

describe("createPathEngine", () => {
  it("gives the same answer at once and in turns, whatever else it solves", async () => {
    const engine = createPathEngine();
    const inTurns = [engine.best(large, 4000, free()), engine.best(small, 300, free())];
    const atOnce = [engine.bestNow(large, 4000), engine.bestNow(small, 300)];
    expect(await Promise.all(inTurns)).toEqual(atOnce);
    expect(atOnce[0]!.points).toHaveLength(4000);
  });

  it("ends a solve whose answer nobody waits for, and solves on", async () => {
    const engine = createPathEngine();
    expect(() => engine.bestNow(large, 4000, stopped())).toThrow(AbortedError);
    await expect(engine.best(large, 4000, stopped())).rejects.toBeInstanceOf(AbortedError);
    expect((await engine.best(large, 10, free())).points).toEqual(engine.bestNow(large, 10).points);
  });
});
