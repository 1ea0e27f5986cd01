export type TablePath = readonly PropertyKey[];

export interface Breach {
  readonly path: TablePath;
  readonly reason: string;
}

export type TableCheck<Table> = (table: Table) => Iterable<Breach>;

/** A path in JavaScript notation: `slots[2].accepts[0]`, `sources["published-rules"]`. */
export function showPath(path: TablePath): string {
  return path.map(showKey).join("").replace(/^\./, "");
}

function showKey(key: PropertyKey): string {
  if (typeof key === "number") return `[${key}]`;
  const name = String(key);
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Each later item that equals an earlier one. */
export function* duplicates(names: Iterable<string>): Generator<{ name: string; at: number; first: number }> {
  const seen = new Map<string, number>();
  let at = 0;
  for (const name of names) {
    const first = seen.get(name);
    if (first === undefined) seen.set(name, at);
    else yield { name, at, first };
    at += 1;
  }
}

/** Every `source` is a key of `sources`, and every listed source is cited. */
export function* checkSources(table: {
  readonly sources: Readonly<Record<string, string>>;
}): Generator<Breach> {
  const { sources, ...rest } = table;
  const cited = new Set<string>();
  for (const { path, source } of citations(rest, [])) {
    cited.add(source);
    if (!Object.hasOwn(sources, source)) {
      yield { path, reason: `"${source}" is not a key of \`sources\`. Add it there or cite another.` };
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
