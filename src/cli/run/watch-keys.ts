import { unwatchFile, watchFile } from "node:fs";
import type { Logger } from "pino";
import type { OptimizerHandler } from "../../service/server/handler.ts";
import { readKeyHashes } from "./serve-keys.ts";

/** Milliseconds between looks at the file: names that move, as in mounted secrets, escape a watch of the file itself. */
const LOOK = 1_000;

/**
 * Gives the handler the keys anew at SIGHUP and when the key file changes, until it is disposed of. Keys that cannot be
 * read leave those in force that were.
 */
export function watchKeys(
  file: string | undefined,
  environment: string | undefined,
  handler: OptimizerHandler,
  logger: Logger,
): Disposable {
  const reload = async () => {
    try {
      const keys = await readKeyHashes(file, environment);
      handler.setKeys(keys);
      logger.info({ keys: keys.length }, "keys read anew");
    } catch (error) {
      logger.error({ err: error }, "the keys could not be read; those from before stay in force");
    }
  };
  const onHangUp = () => void reload();
  process.on("SIGHUP", onHangUp);
  // Standard input is read once.
  const watched = file === undefined || file === "-" ? null : file;
  if (watched !== null) watchFile(watched, { interval: LOOK, persistent: false }, onHangUp);
  return {
    [Symbol.dispose]: () => {
      process.off("SIGHUP", onHangUp);
      if (watched !== null) unwatchFile(watched, onHangUp);
    },
  };
}
