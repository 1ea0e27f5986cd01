import fc from "fast-check";

/** One change of a JSON document. */
export interface Change {
  readonly way: "replace" | "remove" | "add" | "double" | "swap";
  /** The index of the place in the document. */
  readonly place: number;
  readonly value: unknown;
}

/** Generates changes that put `odd` values in invalid places. */
export function changeWith(odd: fc.Arbitrary<unknown>): fc.Arbitrary<Change> {
  return fc.record({
    way: fc.constantFrom("replace", "remove", "add", "double", "swap"),
    place: fc.nat(),
    value: odd,
  });
}

type Container = Record<string, unknown>;

/** Every place of a document: the object or list, and the key in it. */
function placesOf(value: unknown, found: [Container, string][] = []): [Container, string][] {
  if (typeof value !== "object" || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value as Container, key]);
    placesOf((value as Container)[key], found);
  }
  return found;
}

/** A copy of a document with a few of its places changed. */
export function changed(original: unknown, changes: readonly Change[]): unknown {
  const document: unknown = structuredClone(original);
  for (const { way, place, value } of changes) {
    const places = placesOf(document);
    if (places.length === 0) return document;
    const [container, key] = places[place % places.length]!;
    if (way === "replace") container[key] = structuredClone(value);
    else if (way === "remove") delete container[key];
    else if (way === "add" && Array.isArray(container)) container.push(structuredClone(value));
    else if (way === "add") container[typeof value === "string" ? value : "extra"] = structuredClone(value);
    else if (way === "double" && Array.isArray(container)) container.push(container[Number(key)]);
    else {
      const [other, otherKey] = places[(place * 7) % places.length]!;
      other[otherKey] = structuredClone(container[key]);
    }
  }
  return document;
}
