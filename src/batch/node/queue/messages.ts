import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { SolverName } from "../../../engine/solver/registry.ts";
import type { InputFile } from "../../job-request.ts";
import type { State } from "../../row.ts";
import { digestOf, UNREADABLE } from "../file-digests.ts";
import { isRunning } from "../folder.ts";
import type { PreparedJob } from "../prepare.ts";
import type { Values } from "./link.ts";

/** The settings for solving a batch's jobs on any machine; tables by digest, with their text in the queue. */
export interface SharedSettings {
  readonly stamp: string;
  readonly solver: SolverName | "auto";
  readonly jobTimeout: number;
  readonly rules: readonly InputFile[];
  readonly scoring: readonly InputFile[];
}

/** Jobs sent to a worker. */
export interface ChunkMessage {
  /** The batch of the jobs. */
  readonly token: string;
  /** The chunk's id, and the index of the job if the chunk is sent job by job. */
  readonly id: string;
  readonly single: number | null;
  readonly index: number;
  readonly segment: number;
  readonly settings: SharedSettings;
  readonly jobs: readonly PreparedJob[];
}

/** A worker's answer; bytes are in base 64. */
export interface ResultMessage {
  readonly id: string;
  readonly single: number | null;
  readonly index: number;
  readonly segment: number;
  readonly rows: string;
  readonly results: string;
  readonly timings: string;
  readonly states: Readonly<Record<State, number>>;
}

/** The versions that a job's bytes depend on: a batch needs workers of one kind. */
export interface Kind {
  readonly engine: string;
  readonly zlib: string;
}

export function chunksQueue({ engine, zlib }: Kind): string {
  return `chunks-${engine}-${zlib}`.replaceAll(/[^\w.-]/g, "-");
}

/** The name of the queue of a batch's results. */
export function resultsQueue(token: string): string {
  return `results-${token}`;
}

/** The key of a running batch's kind; without a token, the prefix of all these keys. */
export function batchKey(token = ""): string {
  return `batch:${token}`;
}

/** Worker deaths after which a chunk is split into single jobs, or a job that was sent alone is to blame. */
export const DEATHS = 2;

/** BullMQ's own limit on worker deaths, so high that it has no effect. */
export const STALLED = { stalledInterval: 2_000, maxStalledCount: DEATHS - 1 } as const;

/** The key of the number of times that workers have started a job that was sent alone. */
export function begunKey(message: Pick<ChunkMessage, "id" | "single">): string {
  return `begun:${messageIds(message).chunk}`;
}

/** The queue's job ids of a chunk's message and of its answer. */
export function messageIds({ id, single }: Pick<ChunkMessage, "id" | "single">) {
  const name = single === null ? id : `${id}-s${single}`;
  return { chunk: `c-${name}`, result: `r-${name}` };
}

const [compress, expand] = [promisify(gzip), promisify(gunzip)];

/** Seconds that the queue keeps files after the last send. */
const KEPT_SECONDS = 3 * 86_400;

/** Maximum number of bytes of files that a worker keeps. */
const MOST_BYTES = 500_000_000;

/** The prefix of workers' folders, before machine and process. */
const FOLDER_PREFIX = "dfs-lineups-worker-";

/** The message of the error for a missing file. */
export const MISSING = "inputs-missing";

const keyOf = (sha256: string) => `input:${sha256}`;

/** Sends the files of jobs to the queue, each once. */
export function fileSender(values: Values) {
  let sent = new Map<string, Promise<void>>();
  const sendFile = async (file: string, sha256: string): Promise<void> => {
    if (await values.has(keyOf(sha256))) return;
    const bytes = await readFile(file).catch(() => null);
    // A file that has changed meanwhile is not sent; its jobs fail, as they do without a queue.
    if (bytes === null || digestOf(bytes) !== sha256) return;
    await values.put(keyOf(sha256), await compress(bytes), KEPT_SECONDS);
  };
  return {
    /** Makes sure that the queue has the files; `folder` is the folder that their names are relative to. */
    async send(files: readonly InputFile[], folder: string): Promise<void> {
      await Promise.all(
        files.map(({ name, sha256, path = name }) => {
          if (sha256 === UNREADABLE) return undefined;
          const sending = sent.get(sha256) ?? sendFile(resolve(folder, path), sha256);
          sent.set(sha256, sending);
          return sending;
        }),
      );
    },
    /** Forgets which files were sent, because the queue may have lost them. */
    forget() {
      sent = new Map();
    },
  };
}

/**
 * Creates a worker's folder for files named by digest, and removes the folders of this machine's dead
 * workers.
 */
export async function openFileFolder(values: Values) {
  const own = `${FOLDER_PREFIX}${hostname()}-`;
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(own) ? /^(\d+)-/.exec(name.slice(own.length))?.[1] : undefined;
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
  const folder = await mkdtemp(join(tmpdir(), `${own}${process.pid}-`));
  const pathOf = (sha256: string) => join(folder, sha256);

  /** Removes the oldest files when there are too many bytes; they are fetched again when needed. */
  async function makeRoom(): Promise<void> {
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => ({ name, ...(await stat(join(folder, name))) })),
    );
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (bytes < MOST_BYTES) return;
      await rm(join(folder, name), { force: true });
      bytes -= size;
    }
  }

  return {
    folder,
    pathOf,
    /** Fetches missing files. @throws Error `MISSING` if the queue does not have a file */
    async fetch(files: readonly InputFile[]): Promise<void> {
      for (const { sha256 } of files) {
        const file = pathOf(sha256);
        if (sha256 === UNREADABLE || (await stat(file).catch(() => null)) !== null) continue;
        const bytes = await values.get(keyOf(sha256));
        if (bytes === null) throw new Error(MISSING);
        await makeRoom();
        await writeFile(`${file}.new`, await expand(bytes));
        await rename(`${file}.new`, file);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
