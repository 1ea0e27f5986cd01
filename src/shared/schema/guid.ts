import * as z from "./zod.ts";

/**
 * A GUID of the form 8-4-4-4-12 hexadecimal digits, of any version; lower case after parsing, so that two
 * spellings of one GUID are equal.
 */
export const guid = z.guid("must be a GUID of 8-4-4-4-12 hexadecimal digits").check(z.toLowerCase());

/** A GUID in lower case, or null for anything else. */
export function plainGuid(value: unknown): string | null {
  if (typeof value !== "string") return null;
  if (GUID.test(value)) return value;
  const lower = value.toLowerCase();
  return GUID.test(lower) ? lower : null;
}

/** The GUID at the end of a JSON:API id such as `/american-football/v2/players/<guid>`, or a bare GUID; null if there is none. */
export function guidOfId(id: string): string | null {
  const { length } = id;
  if (length !== GUID_LENGTH && id[length - GUID_LENGTH - 1] !== "/") return null;
  return plainGuid(id.slice(-GUID_LENGTH));
}

const GUID_LENGTH = 36;
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
