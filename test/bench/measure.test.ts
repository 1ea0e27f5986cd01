import { describe, expect, it } from "vitest";
import { interleave } from "../../bench/measure/interleave.ts";
import { summarize } from "../../bench/measure/statistics.ts";
import { growthOf } from "../../bench/memory/peak.ts";

describe("a summary", () => {
  it("has the median and quartiles", () => {
    expect(summarize([5, 1, 3, 2, 4])).toEqual({ median: 3, lowerQuartile: 2, upperQuartile: 4 });
    expect(summarize([4, 1])).toEqual({ median: 2.5, lowerQuartile: 1.75, upperQuartile: 3.25 });
    expect(summarize([7])).toEqual({ median: 7, lowerQuartile: 7, upperQuartile: 7 });
  });

  it("requires at least one sample", () => {
    expect(() => summarize([])).toThrow(RangeError);
  });
});

describe("a comparison", () => {
  const plan = { warmUp: 0, duration: 0, longest: 60_000, leastPairs: 5, mostPairs: 100 };
  let time = 0;
  const spend = (milliseconds: number) => {
    time += milliseconds;
  };
  const clock = () => time;

  it("times rival and candidate alternately", async () => {
    const calls: string[] = [];
    const compared = await interleave(
      () => calls.push("rival"),
      async () => calls.push("candidate"),
      plan,
    );
    expect(compared.pairs).toBe(5);
    expect(calls.slice(-10)).toEqual(new Array(5).fill(["rival", "candidate"]).flat());
  });

  it("awaits the candidate and divides its time by the rival's", async () => {
    const { ratio, candidate, rival } = await interleave(
      () => spend(0.5),
      async () => spend(2),
      plan,
      clock,
    );
    expect(ratio.median).toBe(4);
    expect([candidate, rival]).toEqual([2, 0.5]);
  });

  it("uses fewer pairs if they take too long", async () => {
    const { pairs } = await interleave(
      () => {},
      () => spend(5),
      { ...plan, longest: 1 },
      clock,
    );
    expect(pairs).toBe(1);
  });
});

describe("the output of a measured process", () => {
  const collection = (isolate: string, before: number) =>
    `[42:${isolate}]      123 ms: Scavenge ${before.toFixed(1)} (9.0) -> 1.0 (9.0) MB, 0.5 / 0.0 ms`;
  const idle = '{"heap":1048576,"buffers":100}';

  it("gives the growth of its heap and buffers", () => {
    const output = [
      collection("0xb", 7),
      collection("0xa", 3),
      idle,
      collection("0xa", 5),
      collection("0xb", 90),
      '{"heap":2097152,"buffers":700}',
      collection("0xa", 80),
    ].join("\n");
    expect(growthOf(output)).toBe(4 * 2 ** 20 + 600);
  });

  it("is refused if V8 or the process prints nothing", () => {
    expect(() => growthOf(`${idle}\n${idle}`)).toThrow("something else");
    expect(() => growthOf(collection("0xa", 3))).toThrow("something else");
  });
});
