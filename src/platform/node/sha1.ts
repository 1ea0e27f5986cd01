import { sha1 } from "../../shared/guid-bytes.ts";

/** The input size in bytes from which Node's library is worth loading. */
const LARGE = 100_000;

/** Like `shared/guid-bytes.ts`, but uses Node's library for large inputs, which is five times as fast. */
export function nodeSha1(bytes: Uint8Array): Int32Array {
  if (bytes.length < LARGE) return sha1(bytes);
  const digest = process.getBuiltinModule("node:crypto").createHash("sha1").update(bytes).digest();
  return Int32Array.from({ length: 5 }, (_, word) => digest.readInt32BE(4 * word));
}
