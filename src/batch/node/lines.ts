import { open } from "node:fs/promises";

/** Bytes read at once. */
const BLOCK = 1 << 18;

const NEWLINE = 10;

/** A line of a file without its end; `number` counts from 0. */
export interface FileLine {
  readonly number: number;
  readonly bytes: Buffer;
}

/**
 * The lines of a file, as many at a time as a block holds. The last line may lack its end. Holds one block and one line
 * in memory.
 */
export async function* readLines(file: string): AsyncGenerator<readonly FileLine[]> {
  const handle = await open(file);
  try {
    let number = 0;
    let rest: Buffer[] = [];
    for (let position = 0; ; ) {
      const block = Buffer.allocUnsafe(BLOCK);
      const { bytesRead } = await handle.read(block, 0, BLOCK, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      const lines: FileLine[] = [];
      let start = 0;
      for (
        let end = block.indexOf(NEWLINE);
        end >= 0 && end < bytesRead;
        end = block.indexOf(NEWLINE, start)
      ) {
        const tail = block.subarray(start, end);
        const bytes = rest.length === 0 ? tail : Buffer.concat([...rest, tail]);
        lines.push({ number, bytes });
        number += 1;
        start = end + 1;
        rest = [];
      }
      if (start < bytesRead) rest.push(block.subarray(start, bytesRead));
      if (lines.length > 0) yield lines;
    }
    if (rest.length > 0) yield [{ number, bytes: Buffer.concat(rest) }];
  } finally {
    await handle.close();
  }
}
