import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { unreadableFile } from "../../platform/node/catalog.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { isFault, type LineFault, manifestError, readJob } from "../job.ts";

/** Bytes read at once. */
const BLOCK = 1 << 16;

const NEWLINE = 10;

/** A line without its end; `number` counts from 0. */
export interface FileLine {
  readonly number: number;
  readonly bytes: Buffer;
}

/** The lines of a file, one block at a time. The last line may lack its line end. */
function readLines(file: string): AsyncGenerator<readonly FileLine[]> {
  return splitLines(createReadStream(file, { highWaterMark: BLOCK }));
}

/** The lines of a stream of bytes. Holds one block and one line in memory. */
export async function* splitLines(blocks: AsyncIterable<Buffer>): AsyncGenerator<readonly FileLine[]> {
  let number = 0;
  let rest: Buffer[] = [];
  for await (const block of blocks) {
    const lines: FileLine[] = [];
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      const tail = block.subarray(start, end);
      lines.push({ number, bytes: rest.length === 0 ? tail : Buffer.concat([...rest, tail]) });
      number += 1;
      start = end + 1;
      rest = [];
    }
    if (start < block.length) rest.push(block.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (rest.length > 0) yield [{ number, bytes: Buffer.concat(rest) }];
}

/** A byte order mark at a file's start. */
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const CARRIAGE_RETURN = 13;

/** A manifest's lines without byte order mark and carriage returns. @throws InvalidFileError */
export async function* manifestLines(file: string): AsyncGenerator<FileLine> {
  try {
    for await (const lines of readLines(file)) for (const line of lines) yield plain(line);
  } catch (cause) {
    throw unreadableFile(file, cause);
  }
}

function plain({ number, bytes }: FileLine): FileLine {
  const start = number === 0 && bytes.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0;
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return { number, bytes: bytes.subarray(start, end) };
}

/** Reads a manifest once to find lines in ascending order. */
export class LineFinder {
  readonly #lines: AsyncGenerator<FileLine>;

  constructor(manifest: string) {
    this.#lines = manifestLines(manifest);
  }

  /** A line by its number from 1, greater than all earlier requests; null past the end. */
  async at(line: number): Promise<FileLine | null> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) return null;
      if (value.number + 1 === line) return value;
    }
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }
}

/** Finds repeated texts. Stores only 8 bytes per text, so it can suspect a few that are not repeated. */
class TwinSearch {
  #hashes = new Float64Array(1 << 10);
  #size = 0;
  #suspects: ReadonlySet<number> | null = null;

  add(text: string): void {
    if (this.#size === this.#hashes.length) {
      const larger = new Float64Array(2 * this.#size);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[this.#size] = hashOf(text);
    this.#size += 1;
  }

  hasSuspects(): boolean {
    return this.#found().size > 0;
  }

  isSuspect(text: string): boolean {
    return this.#found().has(hashOf(text));
  }

  #found(): ReadonlySet<number> {
    if (this.#suspects) return this.#suspects;
    const sorted = this.#hashes.subarray(0, this.#size).sort();
    const twice = new Set<number>();
    for (let at = 1; at < sorted.length; at += 1) if (sorted[at] === sorted[at - 1]) twice.add(sorted[at]!);
    this.#suspects = twice;
    return twice;
  }
}

/** 53 bits of a text's digest, as a whole number. */
function hashOf(text: string): number {
  const bytes = createHash("sha1").update(text).digest();
  return bytes.readUIntBE(0, 6) * 32 + (bytes[6]! & 31);
}

/** Maximum number of faulty lines in an error. */
const TOLD = 20;

/** The size and digest of a manifest whose lines are all valid jobs. */
interface Survey {
  readonly sha256: string;
  readonly lines: number;
}

/** A survey of a manifest, and whether any job uses the prediction service. */
export interface SurveyedManifest {
  readonly survey: Survey;
  readonly asksService: boolean;
}

/**
 * Reads a manifest from start to end in little memory.
 * @throws InvalidFileError with line and field for invalid jobs and for duplicate ids.
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
