import { InvalidFileError } from "../../errors.ts";
import { type FileLine, readLines } from "./lines.ts";

/** A byte order mark at a file's start. */
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const CARRIAGE_RETURN = 13;

/** A manifest's lines, without a byte order mark and without carriage returns. @throws InvalidFileError */
export async function* manifestLines(file: string): AsyncGenerator<readonly FileLine[]> {
  try {
    for await (const lines of readLines(file)) yield lines.map(plain);
  } catch (cause) {
    const reason = WHY_UNREADABLE[(cause as NodeJS.ErrnoException).code ?? ""];
    throw reason === undefined
      ? cause
      : new InvalidFileError(file, null, `cannot be read: ${reason}.`, cause);
  }
}

function plain({ number, bytes }: FileLine): FileLine {
  const start = number === 0 && bytes.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0;
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return { number, bytes: bytes.subarray(start, end) };
}

const WHY_UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder; give a file",
  EACCES: "you have no permission to read it",
};
