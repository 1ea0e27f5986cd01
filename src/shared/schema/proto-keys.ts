import { InvalidRequestError } from "../errors.ts";
import { placeOf } from "../pointer.ts";

/** A part of a value, with its key and parent; the whole has no key. */
interface Part {
  readonly value: unknown;
  readonly key: string;
  readonly of: Part | null;
}

/**
 * Rejects `__proto__` keys anywhere in a value, because schemas silently drop them from records.
 * @throws InvalidRequestError that names the first one; `path` is the path of the value.
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
