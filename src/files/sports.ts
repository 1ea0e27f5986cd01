/** A sport's positions as in salary and projection files. */
interface SportPositions {
  readonly sport: string;
  readonly positions: readonly string[];
  /** Positions of team defenses. */
  readonly defense: readonly string[];
  /** Spellings of a position, by its canonical spelling. */
  readonly same: Readonly<Record<string, string>>;
}

const SPORTS: readonly SportPositions[] = [
  {
    sport: "american-football",
    positions: ["QB", "RB", "FB", "HB", "WR", "TE", "K", "PK", "DST", "DEF", "D"],
    defense: ["DST", "DEF", "D"],
    same: { FB: "RB", HB: "RB", PK: "K", DEF: "DST", D: "DST" },
  },
  { sport: "basketball", positions: ["PG", "SG", "SF", "PF", "C"], defense: [], same: {} },
  {
    sport: "ice-hockey",
    positions: ["C", "W", "LW", "RW", "D", "G"],
    defense: [],
    same: { LW: "W", RW: "W" },
  },
];

/** The sports with known positions. */
export const SPORT_NAMES = SPORTS.map(({ sport }) => sport);

/** Defense positions of an unknown sport: only unambiguous names. */
const ANY_DEFENSE = ["DST", "DEF"];

/** The parts of a position such as `PG/SG`, upper case. */
export function positionParts(position: string): string[] {
  return position
    .toUpperCase()
    .split(/[/,]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function sportsOf(positions: ReadonlySet<string>): string[] {
  return SPORTS.filter((sport) => [...positions].every((position) => sport.positions.includes(position))).map(
    ({ sport }) => sport,
  );
}

/** The given positions that the sport does not have; empty for an unknown sport. */
export function strangersTo(sport: string, positions: ReadonlySet<string>): string[] {
  const known = SPORTS.find((candidate) => candidate.sport === sport);
  return known ? [...positions].filter((position) => !known.positions.includes(position)) : [];
}

/** Whether the word is a position of the sport; false for an unknown sport. */
export function isPositionOf(sport: string, word: string): boolean {
  return SPORTS.find((candidate) => candidate.sport === sport)?.positions.includes(word) ?? false;
}

export function isDefense(sport: string, position: string): boolean {
  const defense = SPORTS.find((candidate) => candidate.sport === sport)?.defense ?? ANY_DEFENSE;
  return positionParts(position).some((part) => defense.includes(part));
}

/** The most common name of the team defense position, or null. */
export function defenseOf(sport: string): string | null {
  const [defense] = SPORTS.find((candidate) => candidate.sport === sport)?.defense ?? ANY_DEFENSE;
  return defense ?? null;
}

/** A file's positions in canonical spelling, without slot names such as UTIL, which are not positions. */
export function comparablePositions(sport: string, position: string): Set<string> {
  const known = SPORTS.find((candidate) => candidate.sport === sport);
  const parts = positionParts(position).filter((part) => known?.positions.includes(part) ?? true);
  return new Set(parts.map((part) => known?.same[part] ?? part));
}

/** Abbreviations of the same team, by sport; each group is one team. */
const VARIANTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "american-football": [
    ["ARI", "ARZ", "CRD"],
    ["BAL", "BLT", "RAV"],
    ["CLE", "CLV"],
    ["GB", "GNB", "GBP"],
    ["HOU", "HST", "HTX"],
    ["IND", "CLT"],
    ["JAX", "JAC"],
    ["KC", "KAN", "KCC"],
    ["LAC", "SD", "SDG", "SDC"],
    ["LAR", "LA", "RAM", "STL"],
    ["LV", "LVR", "OAK", "RAI"],
    ["NE", "NEP", "NWE"],
    ["NO", "NOS", "NOR"],
    ["SF", "SFO"],
    ["TB", "TBB", "TAM"],
    ["TEN", "OTI"],
    ["WAS", "WSH", "WFT"],
  ],
  basketball: [
    ["BKN", "BRK", "BK", "NJN"],
    ["CHA", "CHO", "CHH"],
    ["GS", "GSW"],
    ["NO", "NOP", "NOR", "NOH"],
    ["NY", "NYK"],
    ["PHO", "PHX"],
    ["SA", "SAS"],
    ["UTA", "UTAH", "UTH"],
    ["WAS", "WSH"],
  ],
  "ice-hockey": [
    ["ANA", "ANH"],
    ["CGY", "CAL"],
    ["CLS", "CBJ", "CLB"],
    ["LA", "LAK"],
    ["MON", "MTL"],
    ["NAS", "NSH"],
    ["NJ", "NJD"],
    ["SJ", "SJS"],
    ["TB", "TBL"],
    ["UTA", "UTAH", "UHC"],
    ["VGK", "VEG", "VGS", "LV"],
    ["WAS", "WSH"],
    ["WPG", "WIN"],
  ],
};

const CANONICAL = new Map(
  Object.entries(VARIANTS).map(([sport, groups]) => [
    sport,
    new Map(groups.flatMap((group) => group.map((name) => [name, group[0]!]))),
  ]),
);

/** A team's abbreviation in canonical spelling. */
export function canonicalTeam(sport: string, team: string): string {
  const plain = team.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  return CANONICAL.get(sport)?.get(plain) ?? plain;
}

/** Sports that books offer but this package has no rules for, with the positions unique to them. */
const UNSUPPORTED_SPORTS: Readonly<Record<string, readonly string[]>> = {
  baseball: ["SP", "RP", "1B", "2B", "3B", "SS", "OF"],
  soccer: ["GK", "FWD", "MID"],
};

/** The unsupported sport with these positions; null if they do not determine it. */
export function unsupportedSportOf(positions: ReadonlySet<string>): string | null {
  const found = Object.entries(UNSUPPORTED_SPORTS).find(([, own]) => own.some((one) => positions.has(one)));
  return found?.[0] ?? null;
}
