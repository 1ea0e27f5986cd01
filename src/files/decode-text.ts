/** The encodings in which people have their files. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The encodings that a mark at the start of the bytes tells. */
const MARKED = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/**
 * The text of a file's bytes: UTF-16 where its mark says so, else UTF-8, else Windows-1252, in which spreadsheet
 * programs save. Text stays as it is.
 */
export function decodeText(input: string | Uint8Array): string {
  return typeof input === "string" ? input : new TextDecoder(encodingOf(input)).decode(input);
}

/** The encoding that `decodeText` reads these bytes by. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const marked = MARKED.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return marked.encoding;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}
