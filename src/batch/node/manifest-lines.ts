import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { unreadableFile } from "../../platform/node/catalog.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { isFault, type LineFault, manifestError, readJob } from "../job.ts";

/** Number of bytes that are read at once. */
const BLOCK = 1 << 16;

const NEWLINE = 10;

/** A line of a file, without its line break; `number` counts from 0. */
export interface FileLine {
  readonly number: number;
  readonly bytes: Buffer;
}

/** Yields, for each block of a file, the lines that end in it. The last line may lack its line break. */
function readLines(file: string): AsyncGenerator<readonly FileLine[]> {
  return splitLines(createReadStream(file, { highWaterMark: BLOCK }));
}

/** Splits a stream of bytes into lines. Yields, for each block, the lines that end in it. */
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
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

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
  const start =
    number === 0 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
      ? BYTE_ORDER_MARK.length
      : 0;
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return { number, bytes: bytes.subarray(start, end) };
}

/** Finds lines of a manifest by their numbers, which must ascend: it reads the file only once. */
export class LineFinder {
  readonly #lines: AsyncGenerator<FileLine>;

  constructor(manifest: string) {
    this.#lines = manifestLines(manifest);
  }

  /** Finds a line by its number, from 1; null past the end. Each call needs a larger number than the last. */
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

/** Maximum number of faulty lines in an error. */
const MOST_LISTED = 20;

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
    hash.update(text).update("\n");
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
