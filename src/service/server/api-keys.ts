import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { InvalidRequestError } from "../../shared/errors.ts";
import { RefusedError } from "./refusal.ts";

/** Bytes of randomness in a key: as hard to guess as its SHA-256 hash is to invert. */
const KEY_BYTES = 32;
const HASH = /^[0-9a-f]{64}$/i;
/** No key is longer, so no caller can make the server hash more. */
const LONGEST_KEY = 512;
const REFUSED = {
  source: { parameter: "api_key" },
  headers: { "www-authenticate": 'ApiKey realm="lineups", in="query", name="api_key"' },
} as const;

/** A new random key and the hash the server knows it by. */
export function createApiKey(): { readonly key: string; readonly hash: string } {
  const key = randomBytes(KEY_BYTES).toString("base64url");
  return { key, hash: hashApiKey(key) };
}

/** The SHA-256 hash of a key, in lower-case hexadecimal digits. */
export function hashApiKey(key: string): string {
  return hash("sha256", key, "hex");
}

/** Whether a text is a SHA-256 hash in hexadecimal digits. */
export function isKeyHash(text: string): boolean {
  return HASH.test(text);
}

/** Knows keys by their hashes alone. */
export class ApiKeys {
  #hashes: readonly Buffer[] = [];

  /** @throws InvalidRequestError as `replace` does. */
  constructor(hashes: readonly string[]) {
    this.replace(hashes);
  }

  /**
   * Knows these keys in place of those before.
   * @throws InvalidRequestError if there are none, or one is no SHA-256 hash in hexadecimal digits; those before stay.
   */
  replace(hashes: readonly string[]): void {
    const wrong = hashes.findIndex((text) => !isKeyHash(text));
    if (hashes.length === 0 || wrong !== -1) {
      const pointer = hashes.length === 0 ? "/keys" : `/keys/${wrong}`;
      const detail =
        hashes.length === 0
          ? "No API key is known, so nobody could use the server. Make one with `dfs-lineups key`."
          : `${pointer} is not a SHA-256 hash of 64 hexadecimal digits. Make a key with \`dfs-lineups key\`.`;
      throw new InvalidRequestError([{ code: "invalid-option", detail, source: { pointer } }]);
    }
    this.#hashes = hashes.map((text) => Buffer.from(text, "hex"));
  }

  /**
   * The hash of a key that is known. Takes as long for a wrong key as for a right one: every hash is compared, each
   * in constant time.
   * @throws RefusedError (401) if the key is missing or unknown; it never holds the key.
   */
  verify(key: string | null): string {
    if (key === null || key === "") {
      throw new RefusedError(
        "api-key-missing",
        "The query parameter api_key is missing. Add your API key.",
        REFUSED,
      );
    }
    const presented = hash("sha256", key.slice(0, LONGEST_KEY + 1), "buffer");
    let known = 0;
    for (const one of this.#hashes) known |= Number(timingSafeEqual(one, presented));
    if (known === 1 && key.length <= LONGEST_KEY) return presented.toString("hex");
    throw new RefusedError("api-key-unknown", "The API key in api_key is not known here. Check it.", REFUSED);
  }
}
