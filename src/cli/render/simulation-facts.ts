import { bookNamed } from "../../books/index.ts";
import type { ContestTable } from "../../catalog/contest-table.ts";
import { guidOfId } from "../../schema/guid.ts";
import type { FantasyPerformance } from "../../schema/performances.ts";
import type { Resource, ResourceIdentifier } from "../../schema/resource.ts";
import type { Share, Simulation } from "../../simulation/shares.ts";
import { byGuid, nameOf, teamOf } from "./lineup-rows.ts";

/** Who is meant, as people read it. */
interface Person {
  /** The book's own id; the GUID where the pool has none of the book's. */
  readonly id: string;
  readonly name: string;
  readonly team: string;
  readonly position: string;
}

/** A part of the draws, from 0 to 1, with its standard error; both with 6 decimals. */
interface ShareFacts {
  readonly share: number;
  readonly error: number;
}

/** A simulation in the words of a book's file, as JSON has it; each list with the most frequent first. */
export interface SimulationFacts {
  readonly sport: string;
  readonly book: string;
  readonly contest: string;
  readonly draws: number;
  readonly seed: number;
  /** How many best lineups of each draw count. */
  readonly top: number;
  readonly players: readonly (Person &
    ShareFacts & {
      /** The mean of the draws. */
      readonly points: number;
      readonly slots: readonly (ShareFacts & { readonly slot: string })[];
    })[];
  /** How many of each team make up a lineup, the most first. */
  readonly stacks: readonly (ShareFacts & { readonly sizes: readonly number[] })[];
  readonly teams: readonly (ShareFacts & { readonly team: string; readonly size: number })[];
  readonly games: readonly (ShareFacts & { readonly teams: readonly string[]; readonly size: number })[];
  readonly lineups: readonly (ShareFacts & {
    readonly players: readonly (Person & { readonly slot: string })[];
  })[];
}

/** What lends a simulation its words. */
interface Words {
  readonly contest: ContestTable;
  readonly performances: readonly FantasyPerformance[];
  /** Players and teams. */
  readonly named: readonly Resource[];
}

/** A simulation in the words of its files. */
export function simulationFacts(
  simulation: Simulation,
  { contest, performances, named }: Words,
): SimulationFacts {
  const { sport, book, slots } = contest;
  const resources = byGuid(named);
  const teams = byGuid(named.filter(({ type }) => type === "Team"));
  const owners = new Map(performances.map((one) => [ownerOf(one), one]));
  const captains = new Set(slots.filter(({ salary }) => salary === "captainSalary").map(({ name }) => name));
  const teamNamed = (uuid: string) => {
    const team = teams.get(uuid);
    return team === undefined ? uuid : teamOf(team, teams);
  };
  const person = (uuid: string, slot?: string): Person => {
    const resource = resources.get(uuid);
    const { bookId, captainBookId } = (resource?.attributes ?? {}) as Readonly<Record<string, unknown>>;
    const id = slot !== undefined && captains.has(slot) ? (captainBookId ?? bookId) : bookId;
    return {
      id: typeof id === "string" ? id : uuid,
      name: (resource && nameOf(resource)) ?? uuid,
      team: resource === undefined ? "" : teamOf(resource, teams),
      position: owners.get(uuid)?.attributes.position ?? "",
    };
  };
  const points = (uuid: string) => Number(owners.get(uuid)?.attributes[bookNamed(book).pointsAttribute]);
  const teamsOfGames = teamsByGame(performances);
  return {
    sport,
    book,
    contest: contest.contest,
    draws: simulation.draws,
    seed: simulation.seed,
    top: simulation.top,
    players: simulation.players.map(({ uuid, slots, ...share }) => ({
      ...person(uuid),
      points: points(uuid),
      ...rounded(share),
      slots: slots.map(({ slot, ...inSlot }) => ({ slot, ...rounded(inSlot) })),
    })),
    stacks: simulation.stacks.map(({ sizes, ...share }) => ({ sizes, ...rounded(share) })),
    teams: simulation.teams.map(({ uuid, size, ...share }) => ({
      team: teamNamed(uuid),
      size,
      ...rounded(share),
    })),
    games: simulation.games.map(({ uuid, size, ...share }) => ({
      teams: [...(teamsOfGames.get(uuid) ?? [])].map(teamNamed).sort(),
      size,
      ...rounded(share),
    })),
    lineups: simulation.lineups.map(({ seats, ...share }) => ({
      ...rounded(share),
      players: seats.map(({ slot, uuid }) => ({ slot, ...person(uuid, slot) })),
    })),
  };
}

function rounded({ share, error }: Share): ShareFacts {
  return { share: Math.round(share * 1e6) / 1e6, error: Math.round(error * 1e6) / 1e6 };
}

/** The GUID of whose projection it is. */
function ownerOf({ relationships }: FantasyPerformance): string {
  return related(relationships?.player) ?? related(relationships?.team) ?? "";
}

function teamsByGame(performances: readonly FantasyPerformance[]): ReadonlyMap<string, ReadonlySet<string>> {
  const teams = new Map<string, Set<string>>();
  for (const { relationships } of performances) {
    const [game, team] = [related(relationships?.event), related(relationships?.team)];
    if (game !== null && team !== null) teams.set(game, (teams.get(game) ?? new Set()).add(team));
  }
  return teams;
}

function related(relationship: { readonly data?: ResourceIdentifier | null | undefined } | null | undefined) {
  return guidOfId(relationship?.data?.id ?? "");
}
