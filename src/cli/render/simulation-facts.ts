import { bookNamed } from "../../shared/books/index.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import type { Share, Simulation } from "../../simulation/shares.ts";
import { ownerOf, type Person, related, type SlateWords, slatePeople } from "./slate-people.ts";

/** A share of the draws, from 0 to 1, with its standard error; both with 6 decimals. */
interface ShareFacts {
  readonly share: number;
  readonly error: number;
}

/** A simulation's results for JSON, with names from the book's file, most frequent first. */
export interface SimulationFacts {
  readonly sport: string;
  readonly book: string;
  readonly contest: string;
  readonly draws: number;
  readonly seed: number;
  /** The number of best lineups counted per draw. */
  readonly top: number;
  readonly players: readonly (Person &
    ShareFacts & {
      /** The mean of the draws. */
      readonly points: number;
      readonly slots: readonly (ShareFacts & { readonly slot: string })[];
    })[];
  /** The sizes of a lineup's team stacks, largest first. */
  readonly stacks: readonly (ShareFacts & { readonly sizes: readonly number[] })[];
  readonly teams: readonly (ShareFacts & { readonly team: string; readonly size: number })[];
  readonly games: readonly (ShareFacts & { readonly teams: readonly string[]; readonly size: number })[];
  readonly lineups: readonly (ShareFacts & {
    readonly players: readonly (Person & { readonly slot: string })[];
  })[];
}

/** A simulation's results with names from its files. */
export function simulationFacts(
  simulation: Simulation,
  { contest, performances, named }: SlateWords,
): SimulationFacts {
  const { sport, book } = contest;
  const { person, teamNamed } = slatePeople({ contest, performances, named });
  const owners = new Map(performances.map((one) => [ownerOf(one), one]));
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
      // There are tens of thousands, of which tables and pages show a few.
      get players() {
        return seats.map(({ slot, uuid }) => ({ slot, ...person(uuid, slot) }));
      },
    })),
  };
}

function rounded({ share, error }: Share): ShareFacts {
  return { share: Math.round(share * 1e6) / 1e6, error: Math.round(error * 1e6) / 1e6 };
}

function teamsByGame(performances: readonly FantasyPerformance[]): ReadonlyMap<string, ReadonlySet<string>> {
  const teams = new Map<string, Set<string>>();
  for (const { relationships } of performances) {
    const [game, team] = [related(relationships?.event), related(relationships?.team)];
    if (game !== null && team !== null) teams.set(game, (teams.get(game) ?? new Set()).add(team));
  }
  return teams;
}
