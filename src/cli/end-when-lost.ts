import { BatchError } from "../batch/batch-error.ts";

/** Milliseconds for what is still to be said. */
const LAST_WORDS = 1_000;

/**
 * Runs work with a queue. Once its server is given up, connections that are still being tried do not keep the process
 * alive.
 */
export async function endWhenLost<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BatchError && error.code === "batch-queue")
      setTimeout(() => process.exit(), LAST_WORDS).unref();
    throw error;
  }
}
