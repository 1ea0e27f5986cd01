import type { StartupCase } from "../cases/case.ts";
import type { Plan } from "../measure/interleave.ts";
import { summarize } from "../measure/statistics.ts";
import type { Result } from "../result.ts";
import { nodeProcess } from "./process-time.ts";

/** The base cost of every command: Node that does nothing. */
const NOTHING = ["-e", "0"];

/** Pairs of processes; a single one is not conclusive. */
const PAIRS = 15;

/**
 * Checks a command's output, then times it and Node alone alternately, by processor time.
 * @throws WrongAnswerError
 */
export async function runStartup(
  { name, args, goal, check }: StartupCase,
  plan: Plan | null,
): Promise<Result> {
  const proof = check((await nodeProcess(args)).output);
  const [own, rival]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < (plan === null ? 1 : PAIRS); pair += 1) {
    rival.push((await nodeProcess(NOTHING)).milliseconds);
    own.push((await nodeProcess(args)).milliseconds);
  }
  return {
    name,
    phase: "start to end",
    unit: "node -e 0",
    goal,
    ...summarize(own.map((time, pair) => time / rival[pair]!)),
    samples: own.length,
    milliseconds: { candidate: summarize(own).median, rival: summarize(rival).median },
    solver: "",
    proof,
  };
}
