import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { INPUT_FIELDS, type InputField, type Job } from "../job.ts";
import type { InputFile, JobFiles } from "../job-request.ts";
import type { RowHead } from "../row.ts";
import type { FileDigests } from "./file-digests.ts";

/** Hexadecimal digits of the digest of a job's inputs. */
const DIGITS = 32;

/** A job ready to be solved, wherever its files' bytes can be had. */
export interface PreparedJob extends JobFiles {
  readonly head: RowHead;
}

/** What all jobs of a batch have in common. */
export interface Preparing {
  /** The folder that files' names start from. */
  readonly folder: string;
  /** A digest of all that every job's answer depends on. */
  readonly common: string;
  readonly digests: FileDigests;
}

/** Finds the digests of all that a job depends on; `line` is its line as it stands, `number` counts from 0. */
export async function prepareJob(
  job: Job,
  line: Uint8Array,
  number: number,
  { folder, common, digests }: Preparing,
): Promise<PreparedJob> {
  const files: Partial<Record<InputField, InputFile>> = {};
  const hash = createHash("sha256").update(common).update(line);
  for (const field of INPUT_FIELDS) {
    const name = job[field];
    if (typeof name !== "string") continue;
    const sha256 = await digests.of(resolve(folder, name));
    files[field] = { name, sha256 };
    hash.update(` ${field} ${sha256}`);
  }
  const inputs = hash.digest("hex").slice(0, DIGITS);
  return { job, files, head: { id: job.id, line: number + 1, inputs } };
}
