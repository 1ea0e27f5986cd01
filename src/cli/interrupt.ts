import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** The first SIGINT or SIGTERM aborts the work, with its name as the reason; a second ends the process. */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const abort = (name: NodeJS.Signals) => controller.abort(name);
  for (const name of SIGNALS) process.once(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of SIGNALS) process.removeListener(name, abort);
  }
}

export function interruptedExitCode(reason: unknown): number {
  const name = SIGNALS.find((signal) => signal === reason) ?? "SIGINT";
  return 128 + constants.signals[name];
}

const LAST_WORDS = 1_000;

/** If the queue is lost, ends the process, which pending connection attempts would keep alive. */
export async function endWhenLost<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { BatchError } = await import("../batch/row.ts");
    if (error instanceof BatchError && error.code === "batch-queue")
      setTimeout(() => process.exit(), LAST_WORDS).unref();
    throw error;
  }
}
