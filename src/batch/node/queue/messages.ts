import { SOLVER_NAMES } from "../../../engine/solver/registry.ts";
import * as z from "../../../shared/schema/zod.ts";
import { isFault, readJob } from "../../job.ts";
import type { PreparedJob } from "../prepare.ts";

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
