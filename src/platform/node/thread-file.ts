import { existsSync } from "node:fs";

/**
 * Whether the file that threads load exists. It does not when the sources themselves run, for example under
 * tsx, whose compiler does not work in threads.
 */
export function canStartThreads(file: URL): boolean {
  return existsSync(file);
}
