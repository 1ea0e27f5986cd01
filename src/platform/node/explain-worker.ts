import { setPriority } from "node:os";
import type { Model } from "../../engine/model/model.ts";
import { createInlineRunner } from "../../engine/search/runner.ts";
import { createSearch } from "../../engine/search/search.ts";
import type { TaskResult } from "../../engine/search/tasks.ts";
import type { Interrupt } from "../../engine/solver/interrupt.ts";
import { type Finding, findConflict } from "../../lineup/explain/explain.ts";
import { machinery, resultUnlessEnded } from "./machinery.ts";

export interface ExplainMessage {
  readonly model: Model;
  readonly interrupt: Interrupt;
  /** Milliseconds after which all rules together are reported as the conflict. */
  readonly patience: number;
}

/** The lowest priority, set on Linux only: other systems would apply it to the whole process. */
const LEAST_PRIORITY = 19;
if (process.platform === "linux") setPriority(LEAST_PRIORITY);

const search = createSearch(createInlineRunner(machinery));

export default function explain(message: ExplainMessage): Promise<TaskResult<Finding>> {
  const { model, interrupt, patience } = message;
  return resultUnlessEnded(interrupt.flag, (signal) => {
    const deadline = interrupt.deadline - performance.timeOrigin;
    return findConflict(model, search, { signal, deadline, timeLimit: interrupt.milliseconds, patience });
  });
}
