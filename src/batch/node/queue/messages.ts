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

/**
 * The settings with which workers on any machine solve a batch's jobs. Workers fetch the tables of rules and
 * scoring from the queue's server by their digests.
 */
export interface SharedSettings {
  readonly stamp: string;
  readonly solver: SolverName | "auto";
  readonly jobTimeout: number;
  readonly rules: readonly InputFile[];
  readonly scoring: readonly InputFile[];
}

/** A message to a worker: the jobs of a chunk, or one of them if the chunk is sent job by job. */
export interface ChunkMessage {
  /** Identifies the batch. */
  readonly token: string;
  /** Identifies the chunk. */
  readonly id: string;
  /** The job's index in the chunk, if it is sent alone; null for a whole chunk. */
  readonly single: number | null;
  readonly index: number;
  readonly segment: number;
  readonly settings: SharedSettings;
  readonly jobs: readonly PreparedJob[];
}

/** A worker's answer to a `ChunkMessage`. `rows`, `results` and `timings` are bytes in base 64. */
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

/** The versions that the bytes of results depend on. All workers of a batch must have the same. */
export interface Versions {
  readonly engine: string;
  readonly zlib: string;
}

/** The name of the queue of chunks for workers with these versions. */
export function chunksQueue({ engine, zlib }: Versions): string {
  return `chunks-${engine}-${zlib}`.replaceAll(/[^\w.-]/g, "-");
}

/** The name of the queue of a batch's results. */
export function resultsQueue(token: string): string {
  return `results-${token}`;
}

/** The key of a running batch's announcement; without a token, the prefix of all such keys. */
export function batchKey(token = ""): string {
  return `batch:${token}`;
}

/**
 * After this many workers have died with a chunk, it is sent job by job. A job that was sent alone fails
 * after as many deaths.
 */
export const DEATHS = 2;

/** Options with which BullMQ fails a message after `DEATHS` workers died with it. */
export const STALLED = { stalledInterval: 2_000, maxStalledCount: DEATHS - 1 } as const;

/** The key of a counter: how many times workers have started a job that was sent alone. */
export function begunKey(message: Pick<ChunkMessage, "id" | "single">): string {
  return `begun:${messageIds(message).chunk}`;
}

/** The ids of a message (`chunk`) and of its answer (`result`) in their queues. */
export function messageIds({ id, single }: Pick<ChunkMessage, "id" | "single">) {
  const name = single === null ? id : `${id}-s${single}`;
  return { chunk: `c-${name}`, result: `r-${name}` };
}

const [compress, expand] = [promisify(gzip), promisify(gunzip)];

/** Seconds for which the queue's server keeps a job's file. */
const KEPT_SECONDS = 3 * 86_400;

/** Maximum number of bytes of files in a worker's folder. */
const MOST_BYTES = 500_000_000;

/** The beginning of the name of a worker's folder; the machine's name and process id follow. */
const FOLDER_PREFIX = "dfs-lineups-worker-";

/** The error message of a worker that does not find a job's file on the queue's server. */
export const MISSING = "inputs-missing";

const keyOf = (sha256: string) => `input:${sha256}`;

/** Makes a sender that stores the files of jobs on the queue's server, each once. */
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
    /** Stores the files on the queue's server if it lacks them. Their names are relative to `folder`. */
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
    /** Forgets which files were sent, because the server may have lost them. */
    forget() {
      sent = new Map();
    },
  };
}

/**
 * Creates a worker's folder, in which each job's file has its digest as name. Removes the folders of dead
 * workers of this machine.
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
    /** Fetches the files that the folder lacks. @throws Error `MISSING` if the server lacks one too */
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
