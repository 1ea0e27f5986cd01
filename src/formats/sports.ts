/** The positions of a sport as salary and projection files write them; `defense` are those that teams hold. */
interface SportPositions {
  readonly sport: string;
  readonly positions: readonly string[];
  readonly defense: readonly string[];
}

const SPORTS: readonly SportPositions[] = [
  {
    sport: "american-football",
    positions: ["QB", "RB", "FB", "WR", "TE", "K", "DST", "DEF", "D"],
    defense: ["DST", "DEF", "D"],
  },
  { sport: "basketball", positions: ["PG", "SG", "SF", "PF", "C"], defense: [] },
  { sport: "ice-hockey", positions: ["C", "W", "LW", "RW", "D", "G"], defense: [] },
];

/** The sports whose positions are known. */
export const SPORT_NAMES = SPORTS.map(({ sport }) => sport);

/** For a sport that is not above: only names that can mean nothing else. */
const ANY_DEFENSE = ["DST", "DEF"];

/** Spellings that mean the same position when files are compared. */
const SAME_POSITION: Readonly<Record<string, string>> = { LW: "W", RW: "W", DEF: "DST", ST: "DST" };

/** The parts of a position such as `PG/SG`, upper case. */
export function positionParts(position: string): string[] {
  return position
    .toUpperCase()
    .split(/[/,]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The sports that have all of these positions. */
export function sportsOf(positions: ReadonlySet<string>): string[] {
  return SPORTS.filter((sport) => [...positions].every((position) => sport.positions.includes(position))).map(
    ({ sport }) => sport,
  );
}

/** The positions among these that the sport does not have; none where nothing is known of the sport. */
export function strangersTo(sport: string, positions: ReadonlySet<string>): string[] {
  const known = SPORTS.find((candidate) => candidate.sport === sport);
  return known ? [...positions].filter((position) => !known.positions.includes(position)) : [];
}

/** Whether a team's defense holds the position, not a player. */
export function isDefense(sport: string, position: string): boolean {
  const defense = SPORTS.find((candidate) => candidate.sport === sport)?.defense ?? ANY_DEFENSE;
  return positionParts(position).some((part) => defense.includes(part));
}

/** Positions of a file in one spelling; slot names such as UTIL, which say nothing of the person, fall away. */
export function comparablePositions(sport: string, position: string): Set<string> {
  const known = SPORTS.find((candidate) => candidate.sport === sport)?.positions;
  const parts = positionParts(position).filter((part) => known === undefined || known.includes(part));
  return new Set(parts.map((part) => SAME_POSITION[part] ?? part));
}
