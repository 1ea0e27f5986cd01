import type { includedOf, LineupInclude } from "./included.ts";

/** What makes the included resources of a document, loaded when any are asked for. */
export async function loadIncluded(include: readonly LineupInclude[]): Promise<typeof includedOf | null> {
  return include.length > 0 ? (await import("./included.ts")).includedOf : null;
}
