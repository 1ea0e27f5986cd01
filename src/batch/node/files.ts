import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { access, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { unreadableFile } from "../../platform/node/catalog.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { BatchError, whyUnwritable, writing } from "../batch-error.ts";
import type { InputFile } from "../job-request.ts";

export const placesIn = (out: string) => ({
  out,
  record: join(out, "batch.json"),
  lock: join(out, "lock"),
  /** The jobs as they were when the batch started: the manifest may be rewritten meanwhile. */
  manifest: join(out, "manifest.jsonl"),
  results: join(out, "results.ndjson"),
  summary: join(out, "summary.json"),
  service: join(out, "service"),
});

export type Places = ReturnType<typeof placesIn>;

/** Makes a folder for results, and its parents. @throws BatchError if it cannot be written */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(resolve(folder));
    await access(folder, constants.W_OK);
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

/** Replaces a file by a draft: after a crash it has its old or its new content. @throws BatchError */
export async function writeDurably(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${file}.new`;
  await writing(file, async () => {
    try {
      await write(draft);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
    await rename(draft, file);
    await syncFolder(dirname(file));
  });
}

export function writeText(file: string, text: string): Promise<void> {
  return writeDurably(file, (draft) => writeFile(draft, text, { flush: true }));
}

export async function syncFolder(folder: string): Promise<void> {
  // Some systems can neither open nor sync a folder.
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** A file's lines with their line breaks, which the last one may lack. */
export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const block of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = block.indexOf("\n") + 1; end > 0; end = block.indexOf("\n", start) + 1) {
      yield Buffer.concat([...rest, block.subarray(start, end)]);
      start = end;
      rest = [];
    }
    if (start < block.length) rest.push(block.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

/** Reads a file whose end is known, which devices and pipes may lack. */
export async function readPlain(file: string): Promise<Buffer> {
  const found = await stat(file);
  // Node's own error says what to give instead.
  if (found.isFile() || found.isDirectory()) return readFile(file);
  throw new Error("it is a device or a pipe; give a file");
}

export function digestOf(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

export function inputsIn(folder: string) {
  return async ({ name, sha256, path = name }: InputFile): Promise<Uint8Array> => {
    const bytes = await readPlain(resolve(folder, path)).catch((cause) => {
      throw unreadableFile(name, cause);
    });
    if (digestOf(bytes) === sha256) return bytes;
    throw changedFile(name);
  };
}

export function changedFile(name: string): InvalidFileError {
  return new InvalidFileError(name, null, "has changed while the batch ran. Run the batch again.");
}
