import type { Performance, PerformanceDocument } from "../../shared/schema/performances.ts";
import type { Resource, ResourceIdentifier } from "../../shared/schema/resource.ts";
import { finderIn, nameOf, textIn } from "../../shared/schema/resource.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";

/** Null where the document does not identify it. */
export interface PerformanceOwner {
  readonly name: string | null;
  /** Several are joined by `/`; for a team, the position of the table's group for teams. */
  readonly position: string | null;
  readonly entry: "player" | "team" | null;
}

/** In the line's attributes and in `included`; `bookId` if the document was made from a book's file. */
export function ownersOf(document: PerformanceDocument, table: ScoringTable) {
  const find = finderIn(document.included);
  return (performance: Performance): PerformanceOwner & Record<"team" | "bookId", string | null> => {
    const player = performance.relationships?.player?.data;
    const team = performance.relationships?.team?.data;
    const entry = player ? "player" : team ? "team" : null;
    const owner = find(player ?? team);
    const { fullName, combinedName } = owner?.attributes ?? {};
    const ofTeams = table.groups.find((group) => group.entry === "team");
    return {
      name: textIn(fullName) ?? textIn(combinedName) ?? nameOf(owner ?? {}),
      entry,
      team: abbreviationOf(find(team), owner),
      bookId: textIn(owner?.attributes?.["bookId"]),
      position:
        textIn(performance.attributes["position"]) ??
        (entry === "team" ? (ofTeams?.positions[0] ?? null) : playerPosition(owner, find)),
    };
  };
}

function abbreviationOf(team: Resource | undefined, owner: Resource | undefined): string | null {
  return textIn(owner?.attributes?.["teamAbbreviation"]) ?? textIn(team?.attributes?.["abbreviation"]);
}

/** From the attributes, else from the related Position resources. */
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
