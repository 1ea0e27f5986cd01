/** The keys that lead from a table's top to one of its values. */
export type TablePath = readonly PropertyKey[];

/** Why a table does not load: the value's place, and what is wrong with it and how to mend it. */
export interface Breach {
  readonly path: TablePath;
  readonly reason: string;
}

/** Looks for one kind of contradiction in a table whose shape is right. */
export type TableCheck<Table> = (table: Table) => Iterable<Breach>;

/** A path as it is written in JavaScript: `slots[2].accepts[0]`, `sources["published-rules"]`. */
export function showPath(path: TablePath): string {
  return path.map(showKey).join("").replace(/^\./, "");
}

function showKey(key: PropertyKey): string {
  if (typeof key === "number") return `[${key}]`;
  const name = String(key);
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Each later entry that equals an earlier one, with the index of both. */
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
