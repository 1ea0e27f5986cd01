import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { unreadableFile } from "../../platform/node/catalog.ts";

/** Number of bytes that are read at once. */
const BLOCK = 1 << 16;

const NEWLINE = 10;

/** A line of a file, without its line break; `number` counts from 0. */
export interface FileLine {
  readonly number: number;
  readonly bytes: Buffer;
}

/** The bytes of a file, in blocks. */
export function blocksOf(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: BLOCK });
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
    const found = await stat(file);
    if (!found.isFile() && !found.isDirectory())
      throw new Error("it must be a file, because it is read more than once");
    for await (const lines of splitLines(blocksOf(file))) for (const line of lines) yield plain(line);
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
