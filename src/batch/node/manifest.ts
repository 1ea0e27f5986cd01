import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { InvalidFileError } from "../../shared/errors.ts";
import { writing } from "../batch-error.ts";
import { isFault, type LineFault, manifestError, readJob } from "../job.ts";
import { replaceBy } from "./files.ts";
import { manifestLines } from "./lines.ts";

/** Maximum number of faulty lines in an error. */
export const MOST_LISTED = 20;

/**
 * Checks a manifest. Returns its digest, its number of lines, and whether any job uses the prediction
 * service.
 * @throws InvalidFileError with line and field for invalid jobs and for duplicate ids.
 */
export async function surveyManifest(file: string) {
  const faults: LineFault[] = [];
  const twins: LineFault[] = [];
  const hash = createHash("sha256");
  const lineOf = new Map<string, number>();
  let lines = 0;
  let asksService = false;
  for await (const { bytes } of manifestLines(file)) {
    const text = bytes.toString("utf8");
    hash.update(bytes).update("\n");
    lines += 1;
    const read = readJob(text, lines);
    if (isFault(read)) {
      if (faults.length < MOST_LISTED) faults.push(read);
      continue;
    }
    const earlier = lineOf.get(read.id);
    if (earlier === undefined) lineOf.set(read.id, lines);
    else if (twins.length < MOST_LISTED)
      twins.push({
        line: lines,
        reasons: [`/id ${JSON.stringify(read.id)} is already on line ${earlier}. Give each job its own id.`],
      });
    asksService ||= read.service !== undefined;
  }
  for (const found of [faults, twins]) if (found.length > 0) throw manifestError(file, found);
  if (lines === 0) throw new InvalidFileError(file, null, "has no lines. Each line is a job, a JSON object.");
  return { survey: { sha256: hash.digest("hex"), lines }, asksService };
}

const LINE_BREAK = Buffer.from("\n");

/**
 * Copies a manifest that was surveyed, so that a later change to it does not affect the batch.
 * @throws InvalidFileError if it has changed since
 */
export async function copyManifest(file: string, { sha256 }: { readonly sha256: string }, copy: string) {
  const hash = createHash("sha256");
  const draft = `${copy}.new`;
  async function* lines() {
    for await (const { bytes } of manifestLines(file)) {
      hash.update(bytes).update("\n");
      yield Buffer.concat([bytes, LINE_BREAK]);
    }
  }
  await writing(copy, () => pipeline(lines, createWriteStream(draft, { flush: true })));
  if (hash.digest("hex") !== sha256)
    throw new InvalidFileError(file, null, "is being written. Run the batch when it is complete.");
  await writing(copy, () => replaceBy(draft, copy));
}
