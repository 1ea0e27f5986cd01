import type { LastMade } from "../../shared/collections.ts";
import { fieldRef, type Message, message } from "../../shared/errors/message-parts.ts";
import { InvalidRequestError, type WrittenIssue } from "../../shared/errors.ts";

/** Collects all faults of a request, so that one error names all of them. */
export class Issues {
  readonly #found: WrittenIssue[] = [];

  add(code: string, pointer: string, detail: Message): void {
    this.#found.push({ code, detail: message`${fieldRef(pointer)}: ${detail}`, source: { pointer } });
  }

  /** Adds an issue in the projections, which are not part of the request body. */
  addProjection(code: string, path: string, detail: Message): void {
    this.#found.push({
      code,
      detail: message`projections ${path}: ${detail}`,
      source: { parameter: "projections" },
    });
  }

  addSeats(code: string, detail: Message): void {
    this.#found.push({ code, detail, source: { parameter: "seats" } });
  }

  /** Returns the value cached for these keys, or makes it; caches it only if making it added no issue. */
  soundly<Key extends object, Value>(
    known: LastMade<Key, Value>,
    key: Key,
    others: readonly unknown[],
    make: () => Value,
  ): Value {
    const before = this.#found.length;
    return known.of(key, others, make, () => this.#found.length === before);
  }

  /** @throws InvalidRequestError */
  throwIfAny(): void {
    const [first, ...rest] = this.#found;
    if (first) throw new InvalidRequestError([first, ...rest]);
  }
}
