import { createReadStream } from "node:fs";

/** Bytes read at once. */
const BLOCK = 1 << 16;

const NEWLINE = 10;

/** A line without its end; `number` counts from 0. */
export interface FileLine {
  readonly number: number;
  readonly bytes: Buffer;
}

/** The lines of a file, as many at a time as a block holds. The last line may lack its end. */
export function readLines(file: string): AsyncGenerator<readonly FileLine[]> {
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
