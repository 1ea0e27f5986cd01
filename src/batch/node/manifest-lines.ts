import { unreadableFile } from "../../platform/node/tables.ts";
import { type FileLine, readLines } from "./lines.ts";

/** A byte order mark at a file's start. */
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const CARRIAGE_RETURN = 13;

/** A manifest's lines, without a byte order mark and without carriage returns. @throws InvalidFileError */
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

/** Reads a manifest once for lines that are asked for in their order. */
export class LineFinder {
  readonly #lines: AsyncGenerator<FileLine>;

  constructor(manifest: string) {
    this.#lines = manifestLines(manifest);
  }

  /** A line by its number from 1, behind all that were asked for before; null where there is none any more. */
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
