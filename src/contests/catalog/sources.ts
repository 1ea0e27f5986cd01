import type { Breach, TablePath } from "../../shared/schema/breach.ts";

/** Checks that every `source` in the table is a key of `sources`, and that every listed source is cited. */
export function* checkSources(table: {
  readonly sources: Readonly<Record<string, string>>;
}): Generator<Breach> {
  const { sources, ...rest } = table;
  const cited = new Set<string>();
  for (const { path, source } of citations(rest, [])) {
    cited.add(source);
    if (!Object.hasOwn(sources, source)) {
      yield { path, reason: `"${source}" is not a key of sources. Add it there or cite another.` };
    }
  }
  for (const key of Object.keys(sources)) {
    if (!cited.has(key)) {
      yield { path: ["sources", key], reason: "no value cites this source. Cite it or remove it." };
    }
  }
}

function* citations(value: unknown, path: TablePath): Generator<{ path: TablePath; source: string }> {
  if (typeof value !== "object" || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    const place = [...path, isList ? Number(key) : key];
    if (key === "source" && typeof inner === "string") yield { path: place, source: inner };
    else yield* citations(inner, place);
  }
}
