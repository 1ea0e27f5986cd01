import { mkdir, readFile, rename } from "node:fs/promises";
import { BatchError } from "../batch-error.ts";
import { type BatchRecord, batchRecordSchema } from "../batch-record.ts";
import { syncFolder, writeDraft, writing } from "./durable.ts";
import type { Places } from "./places.ts";

/** What a folder's batch is; null where there is none. @throws BatchError for a record that cannot be read */
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

/** Writes a file whole, for certain: it is the old one or the new one, whatever happens. @throws BatchError */
export async function writeDurably(file: string, folder: string, text: string): Promise<void> {
  await writing(file, async () => {
    await mkdir(folder, { recursive: true });
    const draft = `${file}.new`;
    await writeDraft(draft, text);
    await rename(draft, file);
    await syncFolder(folder);
  });
}

/** Writes what a folder's batch is. */
export function writeRecord({ record, out }: Places, batch: BatchRecord): Promise<void> {
  return writeDurably(record, out, `${JSON.stringify(batch, null, 2)}\n`);
}
