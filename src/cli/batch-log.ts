import { type Logger, pino } from "pino";
import type { BatchObserver } from "../batch/node/contract.ts";
import { InvalidFileError } from "../shared/errors.ts";

/** The log of a batch: one JSON object per line. */
export interface BatchLog extends BatchObserver, Disposable {
  readonly logger: Logger;
}

/** Opens a log for appending. @throws InvalidFileError */
export function openBatchLog(file: string): BatchLog {
  let destination: ReturnType<typeof pino.destination>;
  try {
    destination = pino.destination({ dest: file, append: true, sync: true });
  } catch (cause) {
    throw new InvalidFileError(file, null, `cannot be written: ${(cause as Error).message}.`, cause);
  }
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    logger,
    started: ({ jobs, checkpoint, out }) =>
      logger.info({ jobs, out, next: checkpoint.next, ...checkpoint.states }, "started"),
    written: ({ next, segment, states }) => logger.info({ next, segment, ...states }, "written"),
    [Symbol.dispose]: () => destination.end(),
  };
}
