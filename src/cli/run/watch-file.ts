import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { LineupError } from "../../shared/errors.ts";
import { note } from "../output.ts";

/**
 * Does work now and whenever a file's content changes, until the signal ends it. Watches the folder, because
 * editors replace the file. Reports errors in the file's content and waits for the next change.
 */
export async function watchFile(file: string, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  let told: () => void = () => {};
  let isDue = true;
  const watcher = watch(dirname(file), { signal }, (_, name) => {
    if (name !== null && name !== basename(file)) return;
    isDue = true;
    told();
  });
  const ended = new Promise<void>((resolve) => watcher.once("close", resolve));
  signal.addEventListener("abort", () => told(), { once: true });
  let before: string | null = null;
  while (!signal.aborted) {
    if (!isDue) {
      await new Promise<void>((resolve) => {
        told = resolve;
        if (isDue || signal.aborted) resolve();
      });
      continue;
    }
    isDue = false;
    const content = await readFile(file, "latin1").catch(() => null);
    if (content === null ? before !== null : content === before) continue;
    before = content;
    try {
      await work();
      note(`${file} is watched; Ctrl-C ends it.`);
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof LineupError) || error.kind !== "input") throw error;
      note(`${error.message} Waiting for it to change.`);
    }
  }
  await ended;
}
