/** The JSON pointer (RFC 6901) of a path of keys; of none, the whole document's, "". */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
