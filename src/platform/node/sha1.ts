import { createHash } from "node:crypto";

/** Like `shared/sha1.ts`, with Node's own library: five times as fast for large inputs. */
export function nodeSha1(bytes: Uint8Array): Int32Array {
  const digest = createHash("sha1").update(bytes).digest();
  return Int32Array.from({ length: 5 }, (_, word) => digest.readInt32BE(4 * word));
}
