import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { InputFile } from "../../job-request.ts";
import type { Executor } from "../executor.ts";
import { digestOf } from "../file-digests.ts";
import { writeDurably } from "../record-file.ts";
import type { BatchOptions } from "../run-batch.ts";
import type { OpenBatch } from "../solve-chunks.ts";
import { openLink } from "./link.ts";
import { QueueExecutor } from "./queue-executor.ts";
import { ownKind } from "./serve-chunks.ts";

/** A queue to send chunks through. */
export interface QueueAddress {
  readonly url: string;
  /** Milliseconds for which its server may not answer. */
  readonly patience: number;
}

/** Chunks on their way: as much as some hundred workers have at a time, and no more answers than memory holds. */
const WINDOW = 128;

/** Solves chunks by the workers of a queue. */
export async function openQueueExecutor(
  options: BatchOptions & { readonly queue: QueueAddress },
  { places, record }: OpenBatch,
  folder: string,
): Promise<Executor> {
  const { queue, solver, jobTimeout } = options;
  const link = await openLink(queue.url, queue.patience);
  const sending = {
    ...{ link, folder, token: await tokenIn(places.out), kind: ownKind() },
    settings: {
      stamp: record.stamp,
      solver,
      jobTimeout,
      rules: await inputFiles(options.rules),
      scoring: await inputFiles(options.scoring),
    },
  };
  const executor = new QueueExecutor(sending, WINDOW);
  return {
    window: WINDOW,
    execute: (chunk) => executor.execute(chunk),
    written: (chunks) => executor.written(chunks),
    stop: () => executor.stop(),
    async close(isFinished) {
      await executor.close(isFinished);
      await link.close();
    },
  };
}

/** What tells a folder's batch from all others in the same queue; made once. */
async function tokenIn(out: string): Promise<string> {
  const file = join(out, "token");
  const known = await readFile(file, "utf8").catch(() => "");
  if (/^[0-9a-f]{16}$/.test(known)) return known;
  const token = randomBytes(8).toString("hex");
  await writeDurably(file, out, token);
  return token;
}

async function inputFiles(files: readonly string[]): Promise<InputFile[]> {
  return Promise.all(
    files.map(async (name) => ({ name: resolve(name), sha256: digestOf(await readFile(name)) })),
  );
}
