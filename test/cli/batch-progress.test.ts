import { expect, it } from "vitest";
import { BatchProgress } from "../../src/cli/batch-observers.ts";
import { ManualClock } from "../support/clock.ts";

function reported(isTTY: boolean) {
  const clock = new ManualClock();
  const texts: string[] = [];
  const progress = new BatchProgress({ isTTY, write: (text) => texts.push(text) }, clock);
  const checkpoint = (done: number, failed = 0) => ({
    ...{ next: 1, segment: 0, rows: 1, results: 1, timings: 1 },
    states: { done, infeasible: 0, failed },
  });
  return { clock, texts, progress, checkpoint };
}

it("shows jobs done, speed and remaining time on one line of a terminal", () => {
  const { clock, texts, progress, checkpoint } = reported(true);
  progress.started({ jobs: 9_000, checkpoint: checkpoint(1_000), out: "out" });
  clock.advance(10_000);
  progress.written(checkpoint(2_990, 10));
  expect(texts[0]).toContain("9,000 jobs into out, of which 1,000 are already done.");
  expect(texts[1]).toBe(
    "\r\u001b[Kdfs-lineups: [########................] 3,000 of 9,000 jobs, 200/s, 10 failed, 0:30 left",
  );
  progress.written(checkpoint(3_100));
  expect(texts).toHaveLength(2);
  progress[Symbol.dispose]();
  expect(texts[2]).toBe("\r\u001b[K");
});

it("prints a line from time to time if the output is not a terminal", () => {
  const { clock, texts, progress, checkpoint } = reported(false);
  progress.started({ jobs: 100_000, checkpoint: checkpoint(0), out: "out" });
  clock.advance(1_000);
  progress.written(checkpoint(5));
  expect(texts).toHaveLength(1);
  clock.advance(29_000);
  progress.written(checkpoint(30));
  expect(texts[1]).toBe("dfs-lineups: 30 of 100,000 jobs, 1.0/s, 27:46:10 left\n");
  progress[Symbol.dispose]();
  expect(texts).toHaveLength(2);
});
