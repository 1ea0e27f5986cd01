import { findJsonFault } from "../../catalog/json-fault.ts";
import { RefusedError } from "../refusal.ts";

/** No lineup request goes deeper than 5. */
const MAXIMUM_DEPTH = 16;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A body's JSON value.
 * @throws RefusedError (400) that says where the text is broken, or that it nests too deeply.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (isDeeper(bytes, MAXIMUM_DEPTH))
    throw new RefusedError("json-too-deep", `The brackets nest more than ${MAXIMUM_DEPTH} deep.`);
  return parse(decode(bytes));
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new RefusedError("invalid-encoding", "The body is not UTF-8 text. Send it in that encoding.", {
      cause,
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fault = text.trim() === "" ? null : findJsonFault(text);
    throw new RefusedError(
      "invalid-json",
      fault
        ? `The body is not JSON at line ${fault.line}, column ${fault.column}: ${fault.reason}.`
        : "The body is empty. Send the lineup request as JSON.",
      { cause },
    );
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const END_BRACKET = 0x5d;
const END_BRACE = 0x7d;

/** Whether a JSON text's brackets nest deeper than `depth`. No byte of a longer UTF-8 sequence looks like a bracket. */
function isDeeper(bytes: Uint8Array, depth: number): boolean {
  let open = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === BRACKET || byte === BRACE) {
      open += 1;
      if (open > depth) return true;
    } else if (byte === END_BRACKET || byte === END_BRACE) open -= 1;
  }
  return false;
}
