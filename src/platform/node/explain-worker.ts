import { setPriority } from "node:os";
import type { Model } from "../../engine/model/model.ts";
import { createInlineRunner } from "../../engine/search/runner.ts";
import { createSearch } from "../../engine/search/search.ts";
import { failureOf, type TaskResult } from "../../engine/search/tasks.ts";
import { type Interrupt, isInterrupted } from "../../engine/solver/interrupt.ts";
import { type Finding, findConflict } from "../../lineup/explain/explain.ts";
import { machinery } from "./machinery.ts";

/** A model without lineups, whose contradicting rules the worker finds. */
export interface ExplainMessage {
  readonly model: Model;
  readonly interrupt: Interrupt;
  /** Milliseconds after which all rules together are reported as the conflict. */
  readonly patience: number;
}

/** How often the worker checks whether the caller still waits, in milliseconds. */
const POLL_MS = 20;

/** The lowest priority, set on Linux only: other systems would apply it to the whole process. */
const LEAST_PRIORITY = 19;
if (process.platform === "linux") setPriority(LEAST_PRIORITY);

const search = createSearch(createInlineRunner(machinery));

/** Finds a model's contradicting rules; never throws, because an exception means a broken worker. */
export default async function explain(message: ExplainMessage): Promise<TaskResult<Finding>> {
  const { model, interrupt, patience } = message;
  const abandoned = new AbortController();
  const polling = setInterval(() => isInterrupted(interrupt) && abandoned.abort(), POLL_MS);
  try {
    const { signal } = abandoned;
    const deadline = interrupt.deadline - performance.timeOrigin;
    const control = { signal, deadline, timeLimit: interrupt.milliseconds, patience };
    return { value: await findConflict(model, search, control) };
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    clearInterval(polling);
  }
}
