import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { BatchError } from "../batch-error.ts";
import { type BatchRecord, batchRecordSchema } from "../batch-record.ts";
import type { Places } from "./places.ts";

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  EFBIG: "the file would be larger than is allowed",
  EACCES: "the permission is missing",
  EROFS: "the disk is read-only",
};

/** Runs a write to a batch's file. @throws BatchError that says why the write fails and how to continue */
export async function writing<Result>(file: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof BatchError) throw cause;
    const reason = WHY[(cause as NodeJS.ErrnoException).code ?? ""] ?? (cause as Error).message;
    throw new BatchError(
      "batch-unwritable",
      `${file}: cannot be written: ${reason}. All that was counted is safe; mend it and run the same command, which goes on from there.`,
      cause,
    );
  }
}

/** Writes all bytes at a position of a file. */
export async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}

/** Writes and syncs a file that later replaces another; removes it if the write fails. */
export async function writeDraft(draft: string, text: string): Promise<void> {
  try {
    await writeFile(draft, text, { flush: true });
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
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

/** The record of a folder's batch; null if there is none. @throws BatchError for an unreadable record */
export async function readRecord({ record }: Places): Promise<BatchRecord | null> {
  let text: string;
  try {
    text = await readFile(record, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    return batchRecordSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BatchError("other-batch", `${record}: is of no batch that this version knows.`, cause);
  }
}

/** Replaces a file atomically: after a crash it has its old or its new content. @throws BatchError */
export async function writeDurably(file: string, folder: string, text: string): Promise<void> {
  await writing(file, async () => {
    await mkdir(folder, { recursive: true });
    const draft = `${file}.new`;
    await writeDraft(draft, text);
    await rename(draft, file);
    await syncFolder(folder);
  });
}

/** Writes the record of a folder's batch. */
export function writeRecord({ record, out }: Places, batch: BatchRecord): Promise<void> {
  return writeDurably(record, out, `${JSON.stringify(batch, null, 2)}\n`);
}
