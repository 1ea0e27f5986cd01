import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { InputFile } from "../../job-request.ts";
import { UNREADABLE } from "../file-digests.ts";
import type { Values } from "./backend.ts";

const [compress, expand] = [promisify(gzip), promisify(gunzip)];

/** Seconds that the queue keeps files after the last send. */
const KEPT = 3 * 86_400;

/** Maximum number of bytes of files that a worker keeps. */
const MOST_BYTES = 500_000_000;

/** The prefix of workers' folders, before machine and process. */
const FOLDERS = "dfs-lineups-worker-";

/** The message of the error for a missing file. */
export const MISSING = "inputs-missing";

const keyOf = (sha256: string) => `input:${sha256}`;

/** Whether a process of this machine runs, whoever owns it. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Sends the files of jobs, each once. */
export class FileSender {
  readonly #values: Values;
  #sent = new Map<string, Promise<void>>();

  constructor(values: Values) {
    this.#values = values;
  }

  /** Makes sure that the queue has the files; `folder` is the folder that their names are relative to. */
  async send(files: Iterable<InputFile>, folder: string): Promise<void> {
    await Promise.all(
      [...files].map(({ name, sha256, path = name }) => {
        if (sha256 === UNREADABLE) return undefined;
        let sending = this.#sent.get(sha256);
        if (sending === undefined) {
          sending = this.#send(resolve(folder, path), sha256);
          this.#sent.set(sha256, sending);
        }
        return sending;
      }),
    );
  }

  /** Forgets which files were sent, because the queue may have lost them. */
  forget(): void {
    this.#sent = new Map();
  }

  async #send(file: string, sha256: string): Promise<void> {
    if (await this.#values.has(keyOf(sha256))) return;
    const bytes = await readFile(file).catch(() => null);
    // A file that has changed meanwhile is not sent; its jobs fail, as they do without a queue.
    if (bytes === null || createHash("sha256").update(bytes).digest("hex") !== sha256) return;
    await this.#values.put(keyOf(sha256), await compress(bytes), KEPT);
  }
}

/** A worker's folder of files by digest; fetches a file when a job first names it. */
export class FileFolder {
  readonly folder: string;
  readonly #values: Values;

  private constructor(folder: string, values: Values) {
    this.folder = folder;
    this.#values = values;
  }

  /** Creates a folder, and removes the folders that dead workers of this machine left behind. */
  static async open(values: Values): Promise<FileFolder> {
    const own = `${FOLDERS}${hostname()}-`;
    for (const name of await readdir(tmpdir())) {
      const pid = name.startsWith(own) ? /^(\d+)-/.exec(name.slice(own.length))?.[1] : undefined;
      if (pid !== undefined && !isAlive(Number(pid)))
        await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
    }
    return new FileFolder(await mkdtemp(join(tmpdir(), `${own}${process.pid}-`)), values);
  }

  /** Fetches missing files. @throws Error `MISSING` if the queue does not have a file */
  async fetch(files: Iterable<InputFile>): Promise<void> {
    for (const { sha256 } of files) {
      const file = this.pathOf(sha256);
      if (sha256 === UNREADABLE || (await stat(file).catch(() => null)) !== null) continue;
      const bytes = await this.#values.get(keyOf(sha256));
      if (bytes === null) throw new Error(MISSING);
      await this.#makeRoom();
      await writeFile(`${file}.new`, await expand(bytes));
      await rename(`${file}.new`, file);
    }
  }

  pathOf(sha256: string): string {
    return join(this.folder, sha256);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Removes the oldest files when there are too many bytes; they are fetched again when needed. */
  async #makeRoom(): Promise<void> {
    const files = await Promise.all(
      (await readdir(this.folder)).map(async (name) => ({ name, ...(await stat(join(this.folder, name))) })),
    );
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (bytes < MOST_BYTES) return;
      await rm(join(this.folder, name), { force: true });
      bytes -= size;
    }
  }
}
