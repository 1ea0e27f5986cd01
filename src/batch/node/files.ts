import { mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { BatchError, whyUnwritable, writing } from "../batch-error.ts";

/** The paths in a batch's folder. */
export const placesIn = (out: string) => ({
  out,
  record: join(out, "batch.json"),
  lock: join(out, "lock"),
  /** The jobs as they were when the batch started: the manifest may be rewritten meanwhile. */
  manifest: join(out, "manifest.jsonl"),
  results: join(out, "results.ndjson"),
  summary: join(out, "summary.json"),
  /** The folder of saved answers of the prediction service. */
  service: join(out, "service"),
});

export type Places = ReturnType<typeof placesIn>;

/** Makes a folder for results, and its parents. @throws BatchError if it cannot be written */
export async function makeFolder(folder: string): Promise<void> {
  const draft = join(folder, `.${process.pid}.new`);
  try {
    await makeOne(resolve(folder));
    await writeFile(draft, "");
    await rm(draft);
  } catch (cause) {
    throw new BatchError(
      "batch-folder",
      `${folder}: cannot be used for results: ${whyUnwritable(cause)}. Give a folder that can be written.`,
      cause,
    );
  }
}

/** Makes a folder. Node's own recursive `mkdir` never ends in `/proc`. */
async function makeOne(folder: string): Promise<void> {
  const isThere = async () => (await stat(folder).catch(() => null))?.isDirectory() === true;
  if (await isThere()) return;
  if (dirname(folder) !== folder) await makeOne(dirname(folder));
  await mkdir(folder).catch(async (error) => {
    if (!(await isThere())) throw error;
  });
}

/** Writes a new file and syncs it to disk, to be renamed later; removes it if the write fails. */
export async function writeDraft(draft: string, text: string): Promise<void> {
  try {
    await writeFile(draft, text, { flush: true });
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Replaces a file by a complete and synced draft: after a crash it has its old or its new content. */
export async function replaceBy(draft: string, file: string): Promise<void> {
  await rename(draft, file);
  await syncFolder(dirname(file));
}

/** Replaces a file atomically by an object as JSON. @throws BatchError */
export async function writeDurably(file: string, content: object): Promise<void> {
  await writing(file, async () => {
    await writeDraft(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`);
    await replaceBy(`${file}.new`, file);
  });
}

/** Syncs a folder's list of files to disk; does nothing where folders cannot be synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EINVAL" && code !== "EPERM" && code !== "EISDIR") throw error;
  } finally {
    await handle.close();
  }
}
