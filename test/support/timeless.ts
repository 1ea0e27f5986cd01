import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";

/** A document as plain data without its creation time. */
export function timeless(document: FantasyLineupDocument): unknown {
  return JSON.parse(JSON.stringify(document, (key, value: unknown) => (key === "updatedAt" ? null : value)));
}
