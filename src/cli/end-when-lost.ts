import { BatchError } from "../batch/batch-error.ts";

/** Milliseconds to wait for the last output. */
const LAST_WORDS = 1_000;

/** Runs work; if its queue is lost, ends the process despite pending connection attempts. */
export async function endWhenLost<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BatchError && error.code === "batch-queue")
      setTimeout(() => process.exit(), LAST_WORDS).unref();
    throw error;
  }
}
