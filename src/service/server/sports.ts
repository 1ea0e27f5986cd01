import type { Catalog } from "../../contests/catalog/catalog.ts";
import { InvalidRequestError } from "../../shared/errors.ts";

/**
 * The sports to serve: those asked for, or all that the tables know.
 * @throws InvalidRequestError if none is asked for, or one that no table knows.
 */
export function servedSports(catalog: Catalog, wanted: readonly string[] | undefined): readonly string[] {
  if (wanted === undefined) return catalog.sports;
  const unknown = wanted.findIndex((sport) => !catalog.sports.includes(sport));
  if (wanted.length > 0 && unknown === -1) return [...new Set(wanted)];
  const pointer = wanted.length === 0 ? "/sports" : `/sports/${unknown}`;
  const what = wanted.length === 0 ? "names none" : `"${wanted[unknown]}" has no rules`;
  const detail = `${pointer}: ${what}. Known sports: ${catalog.sports.join(", ")}.`;
  throw new InvalidRequestError([{ code: "invalid-option", detail, source: { pointer } }]);
}
