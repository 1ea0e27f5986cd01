import { expect, it } from "vitest";
import { BatchProgress } from "../../src/cli/progress.ts";
import { ManualClock } from "../support/clock.ts";

function reported(isTTY: boolean) {
  const clock = new ManualClock();
  const texts: string[] = [];
  const progress = new BatchProgress({ isTTY, write: (text) => texts.push(text) }, clock);
  const through = (done: number, failed = 0, solved = done + failed) => ({
    states: { done, infeasible: 0, failed },
    solved,
  });
  return { clock, texts, progress, through };
}

it("shows jobs done, speed and remaining time on one line of a terminal", () => {
  const { clock, texts, progress, through } = reported(true);
  progress.started({ jobs: 9_000, stored: 1_000, out: "out" });
  clock.advance(10_000);
  progress.written(through(2_990, 10, 2_000));
  expect(texts[0]).toContain("9,000 jobs into out, of which 1,000 are already done.");
  expect(texts[1]).toBe("\r\u001b[Kdfs-lineups: 3,000 of 9,000 jobs, 200/s, 10 failed, 0:30 left");
  progress.written(through(3_100));
  expect(texts).toHaveLength(2);
  progress[Symbol.dispose]();
  expect(texts[2]).toBe("\r\u001b[K");
});

it("prints a line from time to time if the output is not a terminal", () => {
  const { clock, texts, progress, through } = reported(false);
  progress.started({ jobs: 100_000, stored: 0, out: "out" });
  clock.advance(1_000);
  progress.written(through(5));
  expect(texts).toHaveLength(1);
  clock.advance(29_000);
  progress.written(through(30));
  expect(texts[1]).toBe("dfs-lineups: 30 of 100,000 jobs, 1.0/s, 27:46:10 left\n");
  progress[Symbol.dispose]();
  expect(texts).toHaveLength(2);
});
