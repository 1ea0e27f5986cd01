import { guidOfId } from "../schema/guid.ts";
import type { Performance, PerformanceDocument } from "../schema/performances.ts";
import type { Resource, ResourceIdentifier } from "../schema/resource.ts";
import type { ScoringTable } from "../schema/scoring.ts";

/** Whose stat line it is, as far as the document says. */
export interface PerformanceOwner {
  /** The player's, or the team's, name. */
  readonly name: string | null;
  /** One position, or several joined by `/`; a team line's is its group's. */
  readonly position: string | null;
  readonly entry: "player" | "team" | null;
}

/** What else a document may say of the owner, by which a book's file knows people. */
export interface FileOwner extends PerformanceOwner {
  /** The team's abbreviation. */
  readonly team: string | null;
  /** The book's own id, where the document was made of a book's file. */
  readonly bookId: string | null;
}

/** Looks up whose a document's stat lines are, in their own attributes and in `included`. */
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
      name: nameOf(owner),
      entry,
      team: abbreviationOf(find(team), owner),
      bookId: text(owner?.attributes?.["bookId"]),
      position:
        text(performance.attributes["position"]) ??
        (entry === "team" ? teamPosition(table) : playerPosition(owner, find)),
    };
  };
}

function keyOf({ type, id }: ResourceIdentifier): string {
  return `${type} ${guidOfId(id) ?? id}`;
}

/** What people call the Player or the Team of a resource. */
export function nameOf(owner: Resource | undefined): string | null {
  const { fullName, combinedName, firstName, lastName, location, nickName } = owner?.attributes ?? {};
  const joined = (...names: unknown[]) => text(names.flatMap((name) => text(name) ?? []).join(" "));
  return text(fullName) ?? text(combinedName) ?? joined(firstName, lastName) ?? joined(location, nickName);
}

function abbreviationOf(team: Resource | undefined, owner: Resource | undefined): string | null {
  return text(owner?.attributes?.["teamAbbreviation"]) ?? text(team?.attributes?.["abbreviation"]);
}

function teamPosition(table: ScoringTable): string | null {
  return table.groups.find(({ entry }) => entry === "team")?.positions[0] ?? null;
}

/** From the player's salary data, else from the Position resources the player refers to. */
function playerPosition(
  player: Resource | undefined,
  find: (identifier: ResourceIdentifier) => Resource | undefined,
): string | null {
  const own = text(player?.attributes?.["dfsPosition"]) ?? text(player?.attributes?.["position"]);
  if (own !== null) return own;
  const data = player?.relationships?.["positions"]?.["data"];
  const positions = Array.isArray(data) ? (data as ResourceIdentifier[]) : [];
  return text(positions.flatMap((each) => text(find(each)?.attributes?.["abbreviation"]) ?? []).join("/"));
}

function text(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
