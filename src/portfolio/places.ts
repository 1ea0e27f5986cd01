import { type Message, placeRef } from "../shared/errors/message-parts.ts";
import { InvalidRequestError, type RequestIssue } from "../shared/errors.ts";
import { didYouMean } from "../shared/name-index.ts";
import { pointerOf } from "../shared/pointer.ts";

export const FIELD = "portfolio";

export type Path = readonly (string | number)[];

/**
 * The line of each value in the description's file, by JSON pointer into the description. If the description
 * was made from parts of another one, also the path of a value there.
 */
export type Lines = ReadonlyMap<string, number | WrittenPlace>;

export interface WrittenPlace {
  readonly path: Path;
  readonly line?: number | undefined;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["", "the portfolio"],
  ["columns", "the file's columns"],
]);

/** The path of a place in the whole description, if this one was made from parts of it. */
export function wholePath(path: Path, lines: Lines | undefined): Path {
  const found = nearest(path, lines, (place) => (typeof place === "number" ? undefined : place.path));
  return found === undefined ? path : [...found.value, ...path.slice(found.length)];
}

/** Names a place in messages: `exposure[3]`. */
export function placeName(path: Path, lines?: Lines): string {
  const words = wholePath(path, lines)
    .map((key, at) => (typeof key === "number" ? `[${key}]` : at === 0 ? key : `.${key}`))
    .join("");
  return WORDS.get(words) ?? words;
}

/** Like `placeName`, with the place's line in the description's file if `lines` has it. */
export function placeWords(path: Path, lines?: Lines): string {
  const line = nearest(path, lines, (place) => (typeof place === "number" ? place : place.line));
  return `${placeName(path, lines)}${line === undefined ? "" : ` (line ${line.value})`}`;
}

/** The place that the message about a rule begins with; see `withoutPlaces`. */
export function placeOf(path: Path, lines?: Lines): Message {
  return placeRef(placeWords(path, lines), typeof path[1] === "number" ? "a rule" : placeName(path));
}

/** What `of` finds for a place, or for the nearest place that contains it, whose path has `length` keys. */
function nearest<Value>(
  path: Path,
  lines: Lines | undefined,
  of: (place: number | WrittenPlace) => Value | undefined,
): { readonly value: Value; readonly length: number } | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const place = lines?.get(pointerOf(path.slice(0, length)));
    const value = place === undefined ? undefined : of(place);
    if (value !== undefined) return { value, length };
  }
  return undefined;
}

export function requestPointer(path: Path): string {
  return pointerOf([FIELD, ...path]);
}

/** Maximum number of issues per answer, as a hostile description can have tens of thousands. */
const MOST_ISSUES = 20;

/** Collects the errors and warnings of a portfolio's description, so that one answer lists all of them. */
export class Findings {
  readonly #lines: Lines | undefined;
  readonly #issues: RequestIssue[] = [];
  readonly #warnings: string[] = [];

  constructor(lines?: Lines) {
    this.#lines = lines;
  }

  name(path: Path): string {
    return placeName(path, this.#lines);
  }

  words(path: Path): string {
    return placeWords(path, this.#lines);
  }

  /** The place that the message about a rule begins with, like `placeOf`. */
  placeOf(path: Path): Message {
    return placeOf(path, this.#lines);
  }

  /** Records an error. @throws InvalidRequestError at the maximum number of issues. */
  refuse(code: string, path: Path, detail: string, at = this.words(path)): void {
    this.#issues.push({
      code,
      detail: `${at}: ${detail}`,
      source: { pointer: requestPointer(path) },
    });
    if (this.#issues.length === MOST_ISSUES) this.throwIfAny();
  }

  refuseColumn(path: Path, column: string, known: readonly string[]): void {
    const remedy = known.length === 0 ? "Give a file that has it." : `Columns are ${known.join(", ")}.`;
    const own = { nameOf: (header: string) => header, labelOf: (header: string) => `"${header}"` };
    const suggested = didYouMean(known, column, own);
    this.refuse("unknown-column", path, `there is no column "${column}".${suggested} ${remedy}`);
  }

  warn(path: Path, detail: string, at = this.words(path)): void {
    this.#warnings.push(`${at}: ${detail}`);
  }

  get refused(): number {
    return this.#issues.length;
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }

  throwIfAny(): void {
    const [first, ...rest] = this.#issues;
    if (first) throw new InvalidRequestError([first, ...rest]);
  }
}
