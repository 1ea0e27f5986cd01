/** The JSON pointer (RFC 6901) of a path of keys; of none, the whole document's, "". */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Characters of a name that a message repeats. */
const LONGEST_SHOWN = 80;

/** A path as a pointer and as text; of one with a name that is too long to repeat, the pointer ends before it. */
export function placeOf(path: readonly PropertyKey[]): { readonly pointer: string; readonly shown: string } {
  const at = path.findIndex((key) => String(key).length > LONGEST_SHOWN);
  const pointer = pointerOf(at === -1 ? path : path.slice(0, at));
  return { pointer, shown: at === -1 ? pointer : `${pointer}/${String(path[at]).slice(0, LONGEST_SHOWN)}…` };
}
