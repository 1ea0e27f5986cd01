import { createHash } from "node:crypto";
import { InvalidFileError } from "../../shared/errors.ts";
import { isFault, type LineFault, manifestError, readJob } from "../manifest.ts";
import { manifestLines } from "./manifest-lines.ts";
import { TwinSearch } from "./twin-search.ts";

/** How many lines with faults are told of. */
const TOLD = 20;

/** What a manifest is, its lines all found to be jobs. */
interface Survey {
  readonly sha256: string;
  readonly lines: number;
}

/** What a manifest is, and whether any job names the service. */
export interface SurveyedManifest {
  readonly survey: Survey;
  readonly asksService: boolean;
}

/**
 * Reads a manifest from end to end and keeps next to nothing of it.
 * @throws InvalidFileError with line and field for lines that are no jobs, and for ids that two jobs have.
 */
export async function surveyManifest(file: string): Promise<SurveyedManifest> {
  const faults: LineFault[] = [];
  const hash = createHash("sha256");
  const ids = new TwinSearch();
  let lines = 0;
  let asksService = false;
  for await (const { bytes, number } of manifestLines(file)) {
    const text = bytes.toString("utf8");
    hash.update(text).update("\n");
    lines += 1;
    const read = readJob(text, number + 1);
    if (isFault(read)) {
      if (faults.length < TOLD) faults.push(read);
      continue;
    }
    ids.add(read.id);
    asksService ||= read.service !== undefined;
  }
  if (faults.length > 0) throw manifestError(file, faults);
  if (lines === 0) throw new InvalidFileError(file, null, "has no lines. Each line is a job, a JSON object.");
  if (ids.hasSuspects()) await refuseTwins(file, ids);
  return { survey: { sha256: hash.digest("hex"), lines }, asksService };
}

async function refuseTwins(file: string, ids: TwinSearch): Promise<void> {
  const first = new Map<string, number>();
  const faults: LineFault[] = [];
  for await (const { bytes, number } of manifestLines(file)) {
    const { id } = JSON.parse(bytes.toString("utf8")) as { readonly id: string };
    if (!ids.isSuspect(id)) continue;
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, number + 1);
    else if (faults.length < TOLD)
      faults.push({
        line: number + 1,
        reasons: [`/id ${JSON.stringify(id)} is that of line ${earlier}, too.`],
      });
  }
  if (faults.length > 0) throw manifestError(file, faults);
}
