/** A JSON table with one wrong value. */
export interface WrongTable {
  /** The value's JSON pointer. */
  readonly pointer: string;
  readonly before: string;
  /** The replacement; "nothing" if the value is left out. */
  readonly after: string;
  readonly text: string;
}

type Holder = Record<string, unknown>;

/** One table for each way in which a value can be wrong or missing. */
export function* wrongTables(text: string): Generator<WrongTable> {
  const table = JSON.parse(text) as Holder;
  for (const { holder, key, pointer } of [...places(table, "")]) {
    const before = holder[key];
    for (const after of othersOf(before)) {
      holder[key] = after;
      yield replaced(pointer, before, JSON.stringify(after), table);
      holder[key] = before;
    }
    if (Array.isArray(holder)) {
      const kept = [...holder];
      holder.splice(Number(key), 1);
      yield replaced(pointer, before, "nothing", table);
      holder.splice(0, holder.length, ...kept);
    } else {
      const fields = Object.entries(holder);
      delete holder[key];
      yield replaced(pointer, before, "nothing", table);
      for (const [name] of fields) delete holder[name];
      for (const [name, value] of fields) holder[name] = value;
    }
  }
}

function replaced(pointer: string, before: unknown, after: string, table: Holder): WrongTable {
  const shown = JSON.stringify(before);
  return {
    pointer,
    before: shown.length > 60 ? `${shown.slice(0, 59)}…` : shown,
    after,
    text: JSON.stringify(table),
  };
}

function* places(value: unknown, above: string): Generator<{ holder: Holder; key: string; pointer: string }> {
  if (typeof value !== "object" || value === null) return;
  const holder = value as Holder;
  for (const key of Object.keys(holder)) {
    const pointer = `${above}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    yield { holder, key, pointer };
    yield* places(holder[key], pointer);
  }
}

/** Wrong signs, bounds and constants; another name; a limit in place of null. */
function othersOf(value: unknown): readonly unknown[] {
  if (typeof value === "number") return [value + 1, value === 0 ? -1 : -value];
  if (typeof value === "boolean") return [!value];
  if (value === null) return [1, "other"];
  return typeof value === "string" ? [`${value}x`] : [];
}
