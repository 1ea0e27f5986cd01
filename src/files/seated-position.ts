import type { Listing, Slate } from "./slate.ts";
import { comparablePositions, isPositionOf } from "./sports.ts";

/**
 * The position of a request, by which slots accept a player: the sport's positions among the slots that the file lets
 * him sit in, else his own position.
 */
export function seatedPosition(
  sport: string,
  { position, slots }: Pick<Listing, "position" | "slots">,
): string {
  const named = (slots ?? []).filter((slot) => isPositionOf(sport, slot));
  return named.length === 0 || isSame(sport, named.join("/"), position) ? position : named.join("/");
}

/** Whom the file seats by other positions than their own. */
export function seatedElsewhere({ sport, entries }: Slate): number {
  return entries.filter((entry) => entry.kind === "player" && seatedPosition(sport, entry) !== entry.position)
    .length;
}

function isSame(sport: string, one: string, other: string): boolean {
  const [a, b] = [comparablePositions(sport, one), comparablePositions(sport, other)];
  return a.size === b.size && [...a].every((position) => b.has(position));
}
