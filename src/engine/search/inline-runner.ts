import { LineupError } from "../../shared/errors.ts";
import { turn } from "../../shared/turn.ts";
import type { Machinery } from "../solver/registry.ts";
import type { Runner } from "./runner.ts";
import { createTasks } from "./tasks.ts";
import { errorOf, failureOf } from "./wire.ts";

/** Runs tasks in the calling thread, and lets it take a breath before each. */
export function createInlineRunner(machinery: Machinery): Runner {
  const tasks = createTasks(machinery);
  return {
    threads: 0,
    async run(kind, input, stop, report = () => {}) {
      await turn();
      stop.throwIfEnded();
      try {
        return await tasks[kind](
          input,
          stop.interrupt,
          (progress) => stop.ended === undefined && report(progress),
        );
      } catch (error) {
        throw error instanceof LineupError ? error : errorOf(failureOf(error));
      }
    },
    async close() {},
  };
}
