import { v5 } from "uuid";

const GUID_LENGTH = 36;
export const GUID_BYTES = 16;

/** Writes the 16 bytes of a GUID of any version into `into`, starting at index `from`. */
export function writeGuid(guid: string, into: Uint8Array, from: number): void {
  const digits = guid.replaceAll("-", "");
  for (let byte = 0; byte < GUID_BYTES; byte += 1)
    into[from + byte] = Number.parseInt(digits.slice(2 * byte, 2 * byte + 2), 16);
}

const UTF8 = new TextEncoder();

/** The version 5 UUID (RFC 9562) of a name in a namespace, both given as text or as bytes. */
export function nameGuid(name: string | Uint8Array, namespace: string | Uint8Array): string {
  return v5(typeof name === "string" ? UTF8.encode(name) : name, namespace);
}

/** In lower case; null for anything else. */
function plainGuid(value: unknown): string | null {
  if (typeof value !== "string") return null;
  if (GUID.test(value)) return value;
  const lower = value.toLowerCase();
  return GUID.test(lower) ? lower : null;
}

/** Of an id such as `/american-football/v2/players/<guid>`, or a bare GUID; null without one. */
export function guidOfId(id: string): string | null {
  const { length } = id;
  if (length !== GUID_LENGTH && id[length - GUID_LENGTH - 1] !== "/") return null;
  return plainGuid(id.slice(-GUID_LENGTH));
}

/** The GUID of an id; an id without one as it is. */
export function guidKey(id: string): string {
  return guidOfId(id) ?? id;
}

/** The GUID of what a relationship refers to; null without one. */
export function relatedGuid(
  relationship: { readonly data?: { readonly id: string } | null | undefined } | null | undefined,
): string | null {
  return guidOfId(relationship?.data?.id ?? "");
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
