import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Redis } from "ioredis";
import { SOLVER_NAMES } from "../../../engine/solver/registry.ts";
import * as z from "../../../shared/schema/zod.ts";
import { isFault, readJob } from "../../job.ts";
import type { InputFile, InputFiles, PreparedJob } from "../../job-request.ts";
import { changedFile, digestOf, inputsIn } from "../files.ts";
import { connect, PREFIX } from "./link.ts";

/** Seconds for which the queue's server keeps a job's file. */
const KEPT_SECONDS = 3 * 86_400;

/** Maximum size of a file or row in bytes; what unpacks to more is refused. */
const MOST_BYTES = 256_000_000;

const keyOf = (sha256: string) => `${PREFIX}:input:${sha256}`;

export const pack = promisify(gzip);
const expand = promisify(gunzip);

export const unpack = (bytes: Uint8Array): Promise<Buffer> => expand(bytes, { maxOutputLength: MOST_BYTES });

/** Stores a job's file unless the server has it. @throws InvalidFileError if it has changed meanwhile */
export async function storeFile(file: InputFile, folder: string, redis: Redis): Promise<void> {
  const key = keyOf(file.sha256);
  if ((await redis.expire(key, KEPT_SECONDS)) === 0)
    await redis.set(key, await pack(await inputsIn(folder)(file)), "EX", KEPT_SECONDS);
}

export async function hasAll(redis: Redis, files: readonly InputFile[]): Promise<boolean> {
  const keys = [...new Set(files.map(({ sha256 }) => keyOf(sha256)))];
  return keys.length === 0 || (await redis.exists(...keys)) === keys.length;
}

export function fileReader(url: string): (file: InputFile) => Promise<Uint8Array> {
  const redis = connect(url);
  return async ({ name, sha256 }) => {
    const packed = await redis.getBuffer(keyOf(sha256));
    const bytes = packed && (await unpack(packed));
    if (bytes === null || digestOf(bytes) !== sha256) throw changedFile(name);
    return bytes;
  };
}

/** Maximum length of a job in the manifest, of a file's name, and of a packed row, in characters. */
const [LONGEST_JOB, LONGEST_NAME, LONGEST_ROW] = [64_000_000, 10_000, 128_000_000];

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const name = z.string().check(z.maxLength(LONGEST_NAME));

const settingsSchema = z.strictObject({
  stamp: z.iso.datetime(),
  solver: z.enum(["auto", ...SOLVER_NAMES]),
  jobTimeout: z.int().check(z.positive()),
  rules: z.array(z.record(z.string(), z.unknown())),
  scoring: z.array(z.record(z.string(), z.unknown())),
});

/** What a job's outcome depends on apart from the job and its files; `jobTimeout` is in milliseconds. */
export type JobSettings = z.output<typeof settingsSchema>;

const messageSchema = z.strictObject({
  version: z.string(),
  settings: settingsSchema,
  job: z.string().check(z.maxLength(LONGEST_JOB)),
  line: z.int().check(z.positive()),
  inputs: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  files: z.record(name, z.strictObject({ name, sha256 })),
});

type JobMessage = z.output<typeof messageSchema>;

export const answerSchema = z.string().check(z.maxLength(LONGEST_ROW));

export const MISSING = "inputs-missing";

export function messageOf(
  { job, head, files }: PreparedJob,
  terms: Pick<JobMessage, "version" | "settings">,
): JobMessage {
  const plain = Object.entries(files).flatMap(([use, file]) =>
    file === undefined ? [] : [[use, { name: file.name, sha256: file.sha256 }] as const],
  );
  const { line, inputs } = head;
  return { ...terms, job: JSON.stringify(job), line, inputs, files: Object.fromEntries(plain) };
}

export function readMessage(data: unknown) {
  const { job: text, line, inputs, files, ...terms } = z.parse(messageSchema, data);
  const job = readJob(text, line);
  if (isFault(job)) throw new Error(job.reasons.join(" "));
  const prepared: PreparedJob = { job, files: files as InputFiles, head: { id: job.id, line, inputs } };
  return { ...terms, prepared };
}
