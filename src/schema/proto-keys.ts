import { InvalidRequestError } from "../errors.ts";
import { placeOf } from "../shared/pointer.ts";

/** A part of a value, and what it is a part of; the whole has no key. */
interface Part {
  readonly value: unknown;
  readonly key: string;
  readonly of: Part | null;
}

/**
 * Refuses keys `__proto__` wherever they stand: schemas leave them out of records without a word.
 * @throws InvalidRequestError naming the first one met; `path` is where the value stands.
 */
export function refuseProtoKeys(value: unknown, path: readonly PropertyKey[] = []): void {
  const seen = new Set<unknown>();
  const open: Part[] = [{ value, key: "", of: null }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one.value !== "object" || one.value === null || seen.has(one.value)) continue;
    seen.add(one.value);
    for (const [key, inner] of Object.entries(one.value)) {
      const part: Part = { value: inner, key, of: one };
      if (key === "__proto__") throw refusal([...path, ...pathOf(part)]);
      open.push(part);
    }
  }
}

function pathOf(part: Part): string[] {
  const keys: string[] = [];
  for (let one = part; one.of !== null; one = one.of) keys.push(one.key);
  return keys.reverse();
}

function refusal(path: readonly PropertyKey[]): InvalidRequestError {
  const { pointer, shown } = placeOf(path);
  const detail = `${shown} is not a field of the request. Remove it.`;
  return new InvalidRequestError([{ code: "unknown-field", detail, source: { pointer } }]);
}
