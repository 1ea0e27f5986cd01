import { InvalidFileError } from "../../shared/errors.ts";
import { encodingOf, type TextEncoding } from "../csv.ts";

/** A file's content: text, or its bytes. */
export type FileContent = string | Uint8Array;

/** A file as text, including byte order marks, and a function that encodes it again. */
export interface KeptText {
  readonly text: string;
  /** Encodes text like the input: as a string, or as bytes in the same encoding. */
  encode(text: string): FileContent;
}

/**
 * Reads a file so that encoding the text gives the same bytes, including the byte order mark.
 * @throws InvalidFileError for bytes that are invalid in their encoding.
 */
export function keptText(input: FileContent, file: string): KeptText {
  if (typeof input === "string") return { text: input, encode: (text) => text };
  const encoding = encodingOf(input);
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(input);
  const encode = ENCODERS[encoding];
  const again = encode(text);
  if (again.length !== input.length || again.some((byte, at) => byte !== input[at]))
    throw new InvalidFileError(
      file,
      null,
      `is damaged: its bytes begin as ${encoding.toUpperCase()} and do not go on as such. Download it again.`,
    );
  return { text, encode };
}

const ENCODERS: { readonly [Encoding in TextEncoding]: (text: string) => Uint8Array } = {
  "utf-8": (text) => new TextEncoder().encode(text),
  "utf-16le": (text) => utf16(text, true),
  "utf-16be": (text) => utf16(text, false),
  "windows-1252": (text) => Uint8Array.from(text, (letter) => bytesOf1252().get(letter) ?? QUESTION_MARK),
};

const QUESTION_MARK = 0x3f;

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

let known1252: ReadonlyMap<string, number> | undefined;

function bytesOf1252(): ReadonlyMap<string, number> {
  known1252 ??= new Map(
    [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
      (letter, byte) => [letter, byte],
    ),
  );
  return known1252;
}
