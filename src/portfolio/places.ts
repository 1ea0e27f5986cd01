import { InvalidRequestError, type RequestIssue } from "../shared/errors.ts";
import { pointerOf } from "../shared/pointer.ts";

/** The field of a request that the description stands in. */
export const FIELD = "portfolio";

/** A path into the description, such as `["exposure", 3]`. */
export type Path = readonly (string | number)[];

/** By JSON pointer into the description, the line of its file. */
export type Lines = ReadonlyMap<string, number>;

/** Places that are no field of a description. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["", "the portfolio"],
  ["columns", "the file's columns"],
]);

/** What messages call a place: `exposure[3]`, with its line where the description is from a file. */
export function placeWords(path: Path, lines?: Lines): string {
  const words = path
    .map((key, at) => (typeof key === "number" ? `[${key}]` : at === 0 ? key : `.${key}`))
    .join("");
  const line = lineOf(path, lines);
  return `${WORDS.get(words) ?? words}${line === undefined ? "" : ` (line ${line})`}`;
}

/** The line of a place, or of the nearest one around it. */
function lineOf(path: Path, lines: Lines | undefined): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines?.get(pointerOf(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return undefined;
}

/** The pointer of a place into the request, whose field the description is. */
export function requestPointer(path: Path): string {
  return pointerOf([FIELD, ...path]);
}

/** How many things one answer names; the first ones say enough, and a hostile description has them by the 10,000. */
const MOST_ISSUES = 20;

/** Collects what is wrong with a description and what to tell of it, so that one answer names all of it. */
export class Findings {
  readonly #lines: Lines | undefined;
  readonly #issues: RequestIssue[] = [];
  readonly #warnings: string[] = [];

  constructor(lines?: Lines) {
    this.#lines = lines;
  }

  /** What messages call a place. */
  words(path: Path): string {
    return placeWords(path, this.#lines);
  }

  /** @throws InvalidRequestError when there is no need to look for more. */
  refuse(code: string, path: Path, detail: string, at = this.words(path)): void {
    this.#issues.push({
      code,
      detail: `${at}: ${detail}`,
      source: { pointer: requestPointer(path) },
    });
    if (this.#issues.length === MOST_ISSUES) this.throwIfAny();
  }

  warn(path: Path, detail: string, at = this.words(path)): void {
    this.#warnings.push(`${at}: ${detail}`);
  }

  /** How many things were refused. */
  get refused(): number {
    return this.#issues.length;
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** @throws InvalidRequestError when anything was refused. */
  throwIfAny(): void {
    const [first, ...rest] = this.#issues;
    if (first) throw new InvalidRequestError([first, ...rest]);
  }
}
