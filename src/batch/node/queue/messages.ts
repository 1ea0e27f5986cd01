import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { SOLVER_NAMES } from "../../../engine/solver/registry.ts";
import { InvalidFileError } from "../../../shared/errors.ts";
import * as z from "../../../shared/schema/zod.ts";
import { isFault, readJob } from "../../job.ts";
import type { InputFile } from "../../job-request.ts";
import { digestOf } from "../inputs.ts";
import type { PreparedJob } from "../manifest.ts";
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

/** Maximum length of a job's line in the manifest, of a file's name, and of a packed row, in characters. */
const [LONGEST_LINE, LONGEST_NAME, LONGEST_ROW] = [64_000_000, 10_000, 128_000_000];

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const name = z.string().check(z.maxLength(LONGEST_NAME));

/** What a worker solves: a line of the manifest, with the digests of its files and of its settings. */
const messageSchema = z.strictObject({
  text: z.string().check(z.maxLength(LONGEST_LINE)),
  line: z.int().check(z.positive()),
  inputs: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  files: z.record(name, z.strictObject({ name, sha256 })),
  avoided: z.array(z.strictObject({ name, sha256, asWritten: name })),
  settings: sha256,
});

export type JobMessage = z.output<typeof messageSchema>;

/** The settings as workers read them from the queue's server. */
export const settingsSchema = z.strictObject({
  stamp: z.iso.datetime(),
  solver: z.enum(["auto", ...SOLVER_NAMES]),
  jobTimeout: z.int().check(z.positive()),
  rules: z.array(z.record(z.string(), z.unknown())),
  scoring: z.array(z.record(z.string(), z.unknown())),
});

/** A worker's answer: a packed row in base 64. */
export const answerSchema = z.string().check(z.maxLength(LONGEST_ROW));

/** The error message of a worker that does not find a content on the queue's server. */
export const MISSING = "inputs-missing";

export function messageOf({ job, head, files, avoided }: PreparedJob, settings: string): JobMessage {
  const plain = Object.entries(files).flatMap(([field, file]) =>
    file === undefined ? [] : [[field, { name: file.name, sha256: file.sha256 }]],
  );
  return {
    ...{ text: JSON.stringify(job), line: head.line, inputs: head.inputs, settings },
    files: Object.fromEntries(plain) as JobMessage["files"],
    avoided: avoided.map(({ name, sha256, asWritten }) => ({ name, sha256, asWritten })),
  };
}

/** Checks a message. @throws Error for one that no batch sends */
export function readMessage(data: unknown): { readonly job: PreparedJob; readonly settings: string } {
  const { text, line, inputs, files, avoided, settings } = z.parse(messageSchema, data);
  const job = readJob(text, line);
  if (isFault(job)) throw new Error(job.reasons.join(" "));
  return { job: { job, files, avoided, head: { id: job.id, line, inputs } }, settings };
}
