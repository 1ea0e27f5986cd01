import { existsSync } from "node:fs";

/**
 * Whether the file that threads load is there. It is not where the sources themselves run, as under tsx: what compiles
 * them on the way does not reach threads.
 */
export function canStartThreads(file: URL): boolean {
  return existsSync(file);
}
