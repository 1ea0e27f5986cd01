import { InvalidRequestError, type RequestIssue } from "../errors.ts";
import type { LastMade } from "../shared/last-made.ts";

/** Collects what is wrong with a request, so that one answer names all of it. */
export class Issues {
  readonly #found: RequestIssue[] = [];

  add(code: string, pointer: string, detail: string): void {
    this.#found.push({ code, detail: `${pointer}: ${detail}`, source: { pointer } });
  }

  /** For what lies in the projections, which are not part of the request body. */
  addProjection(code: string, path: string, detail: string): void {
    this.#found.push({
      code,
      detail: `projections ${path}: ${detail}`,
      source: { parameter: "projections" },
    });
  }

  /** For what lies in the seats that a book's file tells of. */
  addSeats(code: string, detail: string): void {
    this.#found.push({ code, detail, source: { parameter: "seats" } });
  }

  /** What was last made of the same things, else what is made now, which is kept where it brought no issue. */
  soundly<Key extends object, Value>(
    known: LastMade<Key, Value>,
    key: Key,
    others: readonly unknown[],
    make: () => Value,
  ): Value {
    const before = this.#found.length;
    return known.of(key, others, make, () => this.#found.length === before);
  }

  /** @throws InvalidRequestError when anything was added. */
  throwIfAny(): void {
    const [first, ...rest] = this.#found;
    if (first) throw new InvalidRequestError([first, ...rest]);
  }
}
