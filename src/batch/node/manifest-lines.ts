import { createReadStream } from "node:fs";
import { unreadableFile } from "../../platform/node/tables.ts";

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
