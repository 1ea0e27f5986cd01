import type { Entry } from "../../contests/problem/problem.ts";

/** JSON:API resource types by kind of player. */
export const TYPES = { player: "Player", team: "Team" } as const;

const COLLECTIONS = { player: "players", team: "teams" } as const;

/** The resource path of a player or a team. */
export function resourceId(sport: string, { kind, uuid }: Pick<Entry, "kind" | "uuid">): string {
  return `/${sport}/v2/${COLLECTIONS[kind]}/${uuid}`;
}
