import { inventPeople, inventTeams, type TeamName } from "./names.ts";
import { createRandom, type Random } from "./random.ts";
import type { PositionShape, SlateShape } from "./shapes/shape.ts";

/** A player of an invented slate; a team, such as a defense, is named by its team's city and nickname. */
export interface Invented {
  readonly firstName: string;
  readonly lastName: string;
  readonly isTeam: boolean;
  readonly shape: PositionShape;
  readonly team: TeamName;
  readonly away: TeamName;
  readonly home: TeamName;
  /** Eastern time. */
  readonly starts: string;
  readonly salary: number;
  readonly average: number;
  readonly played: number;
}

/** The positions that a team holds as a whole, by sport. */
const TEAMS: Readonly<Record<string, readonly string[]>> = {
  "american-football": ["DST", "D", "DEF"],
  "canadian-football": ["DST"],
  ufl: ["DST"],
  "formula-1": ["CNSTR"],
  "league-of-legends": ["TEAM"],
  "dota-2": ["TEAM"],
  "call-of-duty": ["TEAM"],
};

/**
 * Invents a slate's pool, highest salaries first. In a classic slate two players of different teams share a
 * name.
 */
export function inventPool(shape: SlateShape, seed: number): { pool: Invented[]; random: Random } {
  const random = createRandom(seed);
  const teams = inventTeams(random, shape.games * 2).map((team, at) => ({
    ...team,
    abbreviation: shape.teams?.[at] ?? team.abbreviation,
  }));
  const size = shape.positions.reduce((sum, position) => sum + position.depth.length, 0);
  const people = inventPeople(random, teams.length * size);
  if (hasTwins(shape)) people[people.length - 2] = people[0]!;
  const pool: Invented[] = [];
  for (const [index, team] of teams.entries()) {
    const game = Math.floor(index / 2);
    const place = {
      team,
      away: teams[game * 2]!,
      home: teams[game * 2 + 1]!,
      starts: shape.starts[game % shape.starts.length]!,
    };
    for (const position of shape.positions) {
      for (const share of position.depth) {
        const isTeam = TEAMS[shape.sport]?.includes(position.position) ?? false;
        const person = people[pool.length]!;
        pool.push({
          ...place,
          firstName: isTeam ? team.city : person.first,
          lastName: isTeam ? team.nickname : person.last,
          isTeam,
          shape: position,
          ...inventWorth(random, position, share),
        });
      }
    }
  }
  return { pool: pool.sort((a, b) => b.salary - a.salary), random };
}

/** Whether two players of the slate share a name, as in most classic slates. */
export function hasTwins({ contest, event }: SlateShape): boolean {
  return contest === "classic" && event === undefined;
}

/** Averages follow the salary with noise; about half of the cheapest players have none. */
function inventWorth(
  random: Random,
  { salary: [low, high], points, step = 100, least = 0 }: PositionShape,
  share: number,
) {
  const worth = Math.min(1, share * random.between(0.5, 1.08));
  const noise = random.between(0.75, 1.2);
  const spare = random.between(-0.1, 0.1);
  return {
    salary: Math.round((low + (high - low) * worth ** 1.2) / step) * step,
    average: Math.max(0, least + (points - least) * (worth * noise * 0.95 + Math.max(0, spare))),
    played: random.whole(1, 16),
  };
}
