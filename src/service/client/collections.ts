import { fantasyPerformanceSchema, performanceSchema } from "../../shared/schema/performances.ts";
import {
  changeSchema,
  eventSchema,
  injurySchema,
  playerSchema,
  teamSchema,
} from "../../shared/schema/resource.ts";
import type * as z from "../../shared/schema/zod.ts";

/** Some text filters match substrings, so verify the result. */
export type FilterKind = "text" | "guid" | "position";

/** The format of dates in a query: `datetime` to the second, or `minute` as `yyyy-mm-dd hh:mm`. */
export type DateKind = "datetime" | "minute";

export interface Collection {
  readonly path: string;
  readonly type: string;
  readonly schema: z.core.$ZodType;
  readonly filters: Readonly<Record<string, FilterKind>>;
  readonly dates: Readonly<Record<string, DateKind>>;
  readonly orders: readonly string[];
  readonly includes: readonly string[];
}

const PREDICTED = ["player", "team", "event"] as const;

export const COLLECTIONS = {
  fantasyPerformances: {
    path: "fantasy_performances",
    type: "FantasyPerformance",
    schema: fantasyPerformanceSchema,
    filters: {
      "player.firstName": "text",
      "player.lastName": "text",
      "player.fullName": "text",
      "player.uniform": "text",
      "player.uuid": "guid",
      "team.location": "text",
      "team.nickName": "text",
      "team.uuid": "guid",
      "event.uuid": "guid",
      position: "position",
    },
    dates: { "event.startDate": "minute", updatedAt: "datetime" },
    orders: ["event.startDate", "position", "updatedAt"],
    includes: PREDICTED,
  },
  performances: {
    path: "performances",
    type: "Performance",
    schema: performanceSchema,
    filters: { "event.uuid": "guid", "player.uuid": "guid", "team.uuid": "guid" },
    dates: { updatedAt: "datetime" },
    orders: ["event.startDate", "updatedAt"],
    includes: PREDICTED,
  },
  players: {
    path: "players",
    type: "Player",
    schema: playerSchema,
    filters: {
      firstName: "text",
      lastName: "text",
      fullName: "text",
      uniform: "text",
      "team.uuid": "guid",
      "league.uuid": "guid",
    },
    dates: { birthDate: "datetime", updatedAt: "datetime" },
    orders: ["firstName", "lastName", "fullName", "uniform", "birthDate", "updatedAt"],
    includes: ["team", "league", "currentSeasonStanding", "positions"],
  },
  teams: {
    path: "teams",
    type: "Team",
    schema: teamSchema,
    filters: {
      location: "text",
      nickName: "text",
      "conference.uuid": "guid",
      "division.uuid": "guid",
      "league.uuid": "guid",
    },
    dates: { updatedAt: "datetime" },
    orders: ["location", "nickName", "updatedAt"],
    includes: ["currentPlayers", "conference", "division"],
  },
  events: {
    path: "events",
    type: "Event",
    schema: eventSchema,
    filters: { "league.uuid": "guid", "homeTeam.uuid": "guid", "awayTeam.uuid": "guid" },
    dates: { startDate: "datetime", updatedAt: "datetime" },
    orders: ["startDate", "updatedAt"],
    includes: ["winloss", "homeTeam", "awayTeam", "simulatedPicks", "league", "nextEvent"],
  },
  injuries: {
    path: "injuries",
    type: "Injury",
    schema: injurySchema,
    filters: { "team.uuid": "guid", "player.uuid": "guid" },
    dates: { updatedAt: "datetime" },
    orders: ["updatedAt"],
    includes: ["team", "player"],
  },
  changes: {
    path: "changes",
    type: "Change",
    schema: changeSchema,
    filters: {},
    dates: { updatedAt: "datetime" },
    orders: ["updatedAt"],
    includes: [],
  },
} as const satisfies Readonly<Record<string, Collection>>;

export type CollectionName = keyof typeof COLLECTIONS;

/** Other paths that return lists. Their resources have the same type as those of the collection `name`. */
export const TYPED_LISTS: readonly { readonly path: RegExp; readonly name: CollectionName }[] = [
  { path: /^events\/[0-9a-f-]{36}\/performances$/, name: "performances" },
  { path: /^performances\/(diamonds|hottest)$/, name: "performances" },
];

/** The path of a resource type's collection, such as `win_losses` of `WinLoss`; any other text as it is. */
export function pathOfType(type: string): string {
  if (!/^[A-Z]/.test(type)) return type;
  const path = type.replaceAll(/(?!^)[A-Z]/g, "_$&").toLowerCase();
  return path.endsWith("series") ? path : `${path}${path.endsWith("ss") ? "es" : "s"}`;
}
