/** A sport that books offer but this package has no rules for, and the positions unique to it. */
interface UnsupportedSport {
  readonly sport: string;
  readonly telling: readonly string[];
}

const UNSUPPORTED_SPORTS: readonly UnsupportedSport[] = [
  { sport: "baseball", telling: ["SP", "RP", "1B", "2B", "3B", "SS", "OF"] },
  { sport: "soccer", telling: ["GK", "FWD", "MID"] },
];

/** The unsupported sport with these positions; null if they do not determine it. */
export function unsupportedSportOf(positions: ReadonlySet<string>): string | null {
  const found = UNSUPPORTED_SPORTS.find(({ telling }) => telling.some((position) => positions.has(position)));
  return found?.sport ?? null;
}
