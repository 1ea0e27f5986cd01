/** The JSON pointer (RFC 6901) of a path of keys; "" for the whole document. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

const LONGEST_SHOWN = 80;

/** The pointer stops before a key that is too long to quote. */
export function placeOf(path: readonly PropertyKey[]): { readonly pointer: string; readonly shown: string } {
  const at = path.findIndex((key) => String(key).length > LONGEST_SHOWN);
  const pointer = pointerOf(at === -1 ? path : path.slice(0, at));
  return { pointer, shown: at === -1 ? pointer : `${pointer}/${String(path[at]).slice(0, LONGEST_SHOWN)}…` };
}

/** A key of digits alone becomes a list index. */
export function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/** A value's JSON for a message, cut after `longest` characters; a fixed text if it is nested too deeply. */
export function shownValue(value: unknown, longest: number): string {
  try {
    // `JSON.stringify` writes Infinity, to which 1e999 parses, as null.
    const text = typeof value === "number" ? String(value) : JSON.stringify(value);
    return (text ?? String(value)).slice(0, longest);
  } catch (error) {
    if (error instanceof RangeError) return "brackets too deep to show";
    throw error;
  }
}
