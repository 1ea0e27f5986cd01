import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { InvalidFileError } from "../../../shared/errors.ts";
import type { InputFile } from "../../job-request.ts";
import { digestOf } from "../inputs.ts";
import { connect, type Redis } from "./link.ts";

const [compress, expand] = [promisify(gzip), promisify(gunzip)];

/** Seconds for which the queue's server keeps a job's file. */
const KEPT_SECONDS = 3 * 86_400;

/** Maximum size of a file or row in bytes; what unpacks to more is refused. */
const MOST_BYTES = 256_000_000;

const keyOf = (sha256: string) => `{dfs-lineups}:input:${sha256}`;

export const pack = compress;

/** Unpacks what `pack` made. @throws Error for more than `MOST_BYTES` */
export function unpack(bytes: Uint8Array): Promise<Buffer> {
  return expand(bytes, { maxOutputLength: MOST_BYTES });
}

/** Stores contents on the queue's server, each once. */
export class FileSender {
  readonly #redis: Redis;
  #sent = new Map<string, Promise<unknown>>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Stores files if the server lacks them. Their names are relative to `folder`. */
  async send(files: readonly InputFile[], folder: string): Promise<void> {
    await Promise.all(
      files.map(({ name, sha256, path = name }) =>
        this.#once(sha256, () => readFile(resolve(folder, path)).catch(() => null)),
      ),
    );
  }

  /** Stores a text and returns its digest. */
  async sendText(text: string): Promise<string> {
    const sha256 = digestOf(text);
    await this.#once(sha256, async () => Buffer.from(text));
    return sha256;
  }

  /** Forgets what was sent, because the server may have lost it. */
  forget(): void {
    this.#sent = new Map();
  }

  #once(sha256: string, read: () => Promise<Buffer | null>): Promise<unknown> {
    const known = this.#sent.get(sha256);
    if (known !== undefined) return known;
    const sending = this.#store(sha256, read);
    this.#sent.set(sha256, sending);
    return sending;
  }

  async #store(sha256: string, read: () => Promise<Buffer | null>): Promise<void> {
    if ((await this.#redis.expire(keyOf(sha256), KEPT_SECONDS)) === 1) return;
    const bytes = await read();
    // A file that has changed meanwhile is not sent; its jobs fail, as they do without a queue.
    if (bytes === null || digestOf(bytes) !== sha256) return;
    await this.#redis.set(keyOf(sha256), await compress(bytes), "EX", KEPT_SECONDS);
  }
}

/** Whether the server has all these contents. */
export async function hasAll(redis: Redis, digests: readonly string[]): Promise<boolean> {
  const keys = [...new Set(digests)].map(keyOf);
  return (await redis.exists(...keys)) === keys.length;
}

/** A content by its digest; null if the server does not have it. */
export async function contentOf(redis: Redis, sha256: string): Promise<Buffer | null> {
  const packed = await redis.getBuffer(keyOf(sha256));
  const bytes = packed && (await unpack(packed));
  return bytes !== null && digestOf(bytes) === sha256 ? bytes : null;
}

/** Makes a function that reads the files of jobs from the queue's server. */
export function fileReader(url: string): (file: InputFile) => Promise<Uint8Array> {
  const redis = connect(url);
  return async ({ name, sha256 }) => {
    const bytes = await contentOf(redis, sha256);
    if (bytes !== null) return bytes;
    throw new InvalidFileError(name, null, "has changed while the batch ran. Run the batch again.");
  };
}
