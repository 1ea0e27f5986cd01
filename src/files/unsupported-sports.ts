/** A sport that books offer and no table here describes, and positions that no other sport of theirs has. */
interface UnsupportedSport {
  readonly sport: string;
  readonly telling: readonly string[];
}

const UNSUPPORTED_SPORTS: readonly UnsupportedSport[] = [
  { sport: "baseball", telling: ["SP", "RP", "1B", "2B", "3B", "SS", "OF"] },
  { sport: "soccer", telling: ["GK", "FWD", "MID"] },
];

/** The sport without rules that the positions are of; null where they do not tell. */
export function unsupportedSportOf(positions: ReadonlySet<string>): string | null {
  const found = UNSUPPORTED_SPORTS.find(({ telling }) => telling.some((position) => positions.has(position)));
  return found?.sport ?? null;
}
