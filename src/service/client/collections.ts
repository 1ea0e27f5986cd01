import { fantasyPerformanceSchema, performanceSchema } from "../../shared/schema/performances.ts";
import {
  changeSchema,
  eventSchema,
  injurySchema,
  playerSchema,
  teamSchema,
} from "../../shared/schema/resource.ts";
import type * as z from "../../shared/schema/zod.ts";

/** The format of dates in a query: `datetime` to the second, or `minute` as `yyyy-mm-dd hh:mm`. */
export type DateKind = "datetime" | "minute";

export interface Collection {
  readonly path: string;
  readonly type: string;
  readonly schema: z.core.$ZodType;
  /** Some match substrings, so verify the result. */
  readonly filters: readonly string[];
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
    filters: [
      "player.firstName",
      "player.lastName",
      "player.fullName",
      "player.uniform",
      "player.uuid",
      "team.location",
      "team.nickName",
      "team.uuid",
      "event.uuid",
      "position",
    ],
    dates: { "event.startDate": "minute", updatedAt: "datetime" },
    orders: ["event.startDate", "position", "updatedAt"],
    includes: PREDICTED,
  },
  performances: {
    path: "performances",
    type: "Performance",
    schema: performanceSchema,
    filters: ["event.uuid", "player.uuid", "team.uuid"],
    dates: { updatedAt: "datetime" },
    orders: ["event.startDate", "updatedAt"],
    includes: PREDICTED,
  },
  players: {
    path: "players",
    type: "Player",
    schema: playerSchema,
    filters: ["firstName", "lastName", "fullName", "uniform", "team.uuid", "league.uuid"],
    dates: { birthDate: "datetime", updatedAt: "datetime" },
    orders: ["firstName", "lastName", "fullName", "uniform", "birthDate", "updatedAt"],
    includes: ["team", "league", "currentSeasonStanding", "positions"],
  },
  teams: {
    path: "teams",
    type: "Team",
    schema: teamSchema,
    filters: ["location", "nickName", "conference.uuid", "division.uuid", "league.uuid"],
    dates: { updatedAt: "datetime" },
    orders: ["location", "nickName", "updatedAt"],
    includes: ["currentPlayers", "conference", "division"],
  },
  events: {
    path: "events",
    type: "Event",
    schema: eventSchema,
    filters: ["league.uuid", "homeTeam.uuid", "awayTeam.uuid"],
    dates: { startDate: "datetime", updatedAt: "datetime" },
    orders: ["startDate", "updatedAt"],
    includes: ["winloss", "homeTeam", "awayTeam", "simulatedPicks", "league", "nextEvent"],
  },
  injuries: {
    path: "injuries",
    type: "Injury",
    schema: injurySchema,
    filters: ["team.uuid", "player.uuid"],
    dates: { updatedAt: "datetime" },
    orders: ["updatedAt"],
    includes: ["team", "player"],
  },
  changes: {
    path: "changes",
    type: "Change",
    schema: changeSchema,
    filters: [],
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
