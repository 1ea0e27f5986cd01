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
  if (typeof input === "string") return input;
  const marked = MARKED.find(({ mark }) => mark.every((byte, index) => input[index] === byte));
  if (marked) return new TextDecoder(marked.encoding).decode(input);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(input);
  } catch {
    return new TextDecoder("windows-1252").decode(input);
  }
}
