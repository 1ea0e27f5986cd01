import { InvalidFileError } from "../shared/errors.ts";

/** How many faults of a file an error lists. */
const MOST_LISTED = 20;

/** Gathers what is wrong with a file, so that one error names all of it. */
export class FileFaults {
  readonly file: string;
  readonly #found: { readonly line: number; readonly reason: string }[] = [];

  constructor(file: string) {
    this.file = file;
  }

  add(line: number, reason: string): void {
    this.#found.push({ line, reason });
  }

  /** @throws InvalidFileError when anything was added: the first 20 by line, and how many there are beside them. */
  throwIfAny(): void {
    const [first, ...others] = this.#found.sort((a, b) => a.line - b.line);
    if (first === undefined) return;
    const listed = others.slice(0, MOST_LISTED - 1);
    const unlisted = others.length - listed.length;
    const rest = unlisted === 0 ? [] : [{ line: null, reason: `has ${unlisted} more such faults.` }];
    throw new InvalidFileError(this.file, first.line, first.reason, undefined, [...listed, ...rest]);
  }
}
