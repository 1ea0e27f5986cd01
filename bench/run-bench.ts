import type { MemoryCase, Suite } from "./cases/case.ts";
import { WrongAnswerError } from "./check/wrong-answer.ts";
import { summarize } from "./measure/statistics.ts";
import { peakMemory } from "./memory/peak.ts";
import type { Result } from "./result.ts";
import { type Effort, runCase } from "./run-case.ts";
import { runStartup } from "./startup/run-startup.ts";

export interface BenchRun {
  readonly results: readonly Result[];
  /** Descriptions of wrong answers. */
  readonly wrong: readonly string[];
}

/** Bytes of a megabyte. */
const MEGABYTE = 1e6;

/** Runs a suite, case by case; wrong answers are not timed. `onResult` receives every result. */
export async function runBench(
  { timed, memory, startup }: Suite,
  effort: Effort,
  onResult: (result: Result) => void,
): Promise<BenchRun> {
  const results: Result[] = [];
  const wrong: string[] = [];
  const add = (result: Result) => {
    results.push(result);
    onResult(result);
  };
  for (const bench of timed) {
    try {
      for await (const result of runCase(bench, effort)) add(result);
    } catch (error) {
      if (!(error instanceof WrongAnswerError)) throw error;
      wrong.push(`${bench.name}: ${error.message}`);
    }
  }
  for (const bench of startup) {
    try {
      add(await runStartup(bench, effort.plan));
    } catch (error) {
      if (!(error instanceof WrongAnswerError)) throw error;
      wrong.push(`${bench.name}: ${error.message}`);
    }
  }
  for (const bench of memory) add(await measureMemory(bench, effort));
  return { results, wrong };
}

async function measureMemory(bench: MemoryCase, { processes, mostLineups }: Effort): Promise<Result> {
  const count = Math.min(bench.count, mostLineups);
  const peaks: number[] = [];
  while (peaks.length < processes) peaks.push((await peakMemory({ ...bench, count })) / MEGABYTE);
  return {
    name: bench.name,
    phase: `memory of ${count.toLocaleString("en-US")}`,
    unit: "MB",
    goal: bench.goal,
    ...summarize(peaks),
    samples: processes,
    milliseconds: null,
    solver: "paths",
    proof: "",
  };
}
