import { guidOfId } from "../../shared/guid-bytes.ts";
import type { Performance, PerformanceDocument } from "../../shared/schema/performances.ts";
import type { Resource, ResourceIdentifier } from "../../shared/schema/resource.ts";
import { nameOf, textIn } from "../../shared/schema/resource.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";

/** The player or team of a stat line, as far as the document identifies it; null where it does not. */
export interface PerformanceOwner {
  readonly name: string | null;
  /** One position, or several joined by `/`; for a team, the position of the table's group for teams. */
  readonly position: string | null;
  readonly entry: "player" | "team" | null;
}

/** Further details of the owner that identify a player in a book's file; null if unknown. */
export interface FileOwner extends PerformanceOwner {
  readonly team: string | null;
  /** The book's own id, if the document was made from a book's file. */
  readonly bookId: string | null;
}

/** Returns a function that looks up the owner of a stat line, in the line's attributes and in `included`. */
export function ownersOf(
  document: PerformanceDocument,
  table: ScoringTable,
): (performance: Performance) => FileOwner {
  const included = new Map((document.included ?? []).map((resource) => [keyOf(resource), resource]));
  const find = (identifier: ResourceIdentifier | null | undefined) =>
    identifier ? included.get(keyOf(identifier)) : undefined;
  return (performance) => {
    const player = performance.relationships?.player?.data;
    const team = performance.relationships?.team?.data;
    const entry = player ? "player" : team ? "team" : null;
    const owner = find(player ?? team);
    return {
      name: ownerName(owner),
      entry,
      team: abbreviationOf(find(team), owner),
      bookId: textIn(owner?.attributes?.["bookId"]),
      position:
        textIn(performance.attributes["position"]) ??
        (entry === "team" ? teamPosition(table) : playerPosition(owner, find)),
    };
  };
}

function keyOf({ type, id }: ResourceIdentifier): string {
  return `${type} ${guidOfId(id) ?? id}`;
}

/** The name of a Player or Team; null if the resource has none. */
function ownerName(owner: Resource | undefined): string | null {
  const { fullName, combinedName } = owner?.attributes ?? {};
  return textIn(fullName) ?? textIn(combinedName) ?? nameOf(owner ?? {});
}

function abbreviationOf(team: Resource | undefined, owner: Resource | undefined): string | null {
  return textIn(owner?.attributes?.["teamAbbreviation"]) ?? textIn(team?.attributes?.["abbreviation"]);
}

function teamPosition(table: ScoringTable): string | null {
  return table.groups.find(({ entry }) => entry === "team")?.positions[0] ?? null;
}

/**
 * The player's position from the attributes, else from the related Position resources; null if neither has
 * one.
 */
function playerPosition(
  player: Resource | undefined,
  find: (identifier: ResourceIdentifier) => Resource | undefined,
): string | null {
  const own = textIn(player?.attributes?.["dfsPosition"]) ?? textIn(player?.attributes?.["position"]);
  if (own !== null) return own;
  const data = player?.relationships?.["positions"]?.["data"];
  const positions = Array.isArray(data) ? (data as ResourceIdentifier[]) : [];
  return textIn(
    positions.flatMap((each) => textIn(find(each)?.attributes?.["abbreviation"]) ?? []).join("/"),
  );
}
