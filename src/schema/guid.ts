import * as z from "zod";

/**
 * A GUID of the form 8-4-4-4-12 hexadecimal digits, of any version; lower case after parsing, so that two
 * spellings of one GUID are equal.
 */
export const guid = z.guid("must be a GUID of 8-4-4-4-12 hexadecimal digits").toLowerCase();

/** The GUID at the end of a JSON:API id such as `/american-football/v2/players/<guid>`, or a bare GUID; null if there is none. */
export function guidOfId(id: string): string | null {
  const tail = id.slice(-36).toLowerCase();
  return GUID.test(tail) && (id.length === 36 || id.at(-37) === "/") ? tail : null;
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
