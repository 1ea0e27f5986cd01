/**
 * As teams; as single persons who take the place of teams, as in a fight; or all in one event without
 * opponents.
 */
type Competitors = "teams" | "individuals" | "field";

/** The sports whose rules of stacks are alike: the same example of a portfolio fits them. */
export type SportFamily = "football" | "basketball" | "hockey" | "baseball";

interface SportRecord {
  readonly sport: string;
  /** Such as NFL; by default the sport in words. */
  readonly label?: string;
  /** That options accept for the sport, in lower case. */
  readonly words?: readonly string[];
  /** Its number in the `rulesUrl` of DraftKings' answers, such as 2 in `/help/rules/2/114`. */
  readonly number?: number;
  readonly family?: SportFamily;
  readonly competitors: Competitors;
  readonly positions: readonly string[];
  /**
   * In canonical spelling; every salary file of the sport has them, unlike sports that share its other
   * positions.
   */
  readonly core: readonly string[];
  /** A file is read as this more common sport unless its slots or teams show the other. */
  readonly variantOf?: string;
  readonly defense?: readonly string[];
  /** The canonical spelling of a position, by each of its other spellings. */
  readonly same?: Readonly<Record<string, string>>;
  /** By team, all of its abbreviations; the first is the canonical one. */
  readonly teams?: readonly (readonly string[])[];
  readonly teamNames?: TeamNames;
  readonly hasAllTeams?: boolean;
}

const FOOTBALL = {
  family: "football",
  competitors: "teams",
  positions: ["QB", "RB", "FB", "HB", "WR", "TE", "K", "PK", "DST", "DEF", "D"],
  core: ["QB"],
  defense: ["DST", "DEF", "D"],
  same: { FB: "RB", HB: "RB", PK: "K", DEF: "DST", D: "DST" },
} as const;

const BASKETBALL = {
  family: "basketball",
  competitors: "teams",
  positions: ["PG", "SG", "SF", "PF", "C", "G", "F"],
  core: ["G", "F"],
  same: { PG: "G", SG: "G", SF: "F", PF: "F" },
} as const;

/** Such as `KC Kansas City/Chiefs`: canonical abbreviation, place and nickname, also former ones. */
type TeamNames = string;

/** Reads teams separated by commas, each with its abbreviations; the first is the canonical one. */
function teamsOf(text: string): (readonly string[])[] {
  return text.split(", ").map((names) => names.split(" "));
}

const SPORTS: readonly SportRecord[] = [
  {
    ...FOOTBALL,
    sport: "american-football",
    label: "NFL",
    words: ["nfl", "football"],
    number: 1,
    teams: teamsOf(
      "ARI ARZ CRD, BAL BLT RAV, CLE CLV, GB GNB GBP, HOU HST HTX, IND CLT, JAX JAC, KC KAN KCC, LAC SD SDG SDC, LAR LA RAM STL, LV LVR OAK RAI, NE NEP NWE, NO NOS NOR, SF SFO, TB TBB TAM, TEN OTI, WAS WSH WFT, ATL, BUF, CAR, CHI, CIN, DAL, DEN, DET, MIA, MIN, NYG, NYJ, PHI, PIT, SEA",
    ),
    teamNames:
      "ARI Arizona/Cardinals, ATL Atlanta/Falcons, BAL Baltimore/Ravens, BUF Buffalo/Bills, CAR Carolina/Panthers, CHI Chicago/Bears, CIN Cincinnati/Bengals, CLE Cleveland/Browns, DAL Dallas/Cowboys, DEN Denver/Broncos, DET Detroit/Lions, GB Green Bay/Packers, HOU Houston/Texans, IND Indianapolis/Colts, JAX Jacksonville/Jaguars, KC Kansas City/Chiefs, LAC Los Angeles/Chargers, LAC LA/Chargers, LAC San Diego/Chargers, LAR Los Angeles/Rams, LAR St Louis/Rams, LV Las Vegas/Raiders, LV Oakland/Raiders, MIA Miami/Dolphins, MIN Minnesota/Vikings, NE New England/Patriots, NO New Orleans/Saints, NYG New York/Giants, NYG NY/Giants, NYJ New York/Jets, NYJ NY/Jets, PHI Philadelphia/Eagles, PIT Pittsburgh/Steelers, SEA Seattle/Seahawks, SF San Francisco/49ers, TB Tampa Bay/Buccaneers, TB Tampa/Bucs, TEN Tennessee/Titans, WAS Washington/Commanders, WAS Washington/Football Team, WAS Washington/Redskins",
    hasAllTeams: true,
  },
  {
    sport: "basketball",
    label: "NBA",
    words: ["nba"],
    number: 4,
    family: "basketball",
    competitors: "teams",
    positions: ["PG", "SG", "SF", "PF", "C"],
    core: ["PG"],
    teams: teamsOf(
      "BKN BRK BK NJN, CHA CHO CHH, GS GSW, NO NOP NOR NOH, NY NYK, PHO PHX, SA SAS, UTA UTAH UTH, WAS WSH, ATL, BOS, CHI, CLE, DAL, DEN, DET, HOU, IND, LAC, LAL, MEM, MIA, MIL, MIN, OKC, ORL, PHI, POR, SAC, TOR",
    ),
    hasAllTeams: true,
  },
  {
    sport: "ice-hockey",
    label: "NHL",
    words: ["nhl", "hockey"],
    number: 3,
    family: "hockey",
    competitors: "teams",
    positions: ["C", "W", "LW", "RW", "D", "G"],
    core: ["W"],
    same: { LW: "W", RW: "W" },
    teams: teamsOf(
      "ANA ANH, CGY CAL, CLS CBJ CLB, LA LAK, MON MTL, NAS NSH, NJ NJD, SJ SJS, TB TBL, UTA UTAH UHC, VGK VEG VGS LV, WAS WSH, WPG WIN",
    ),
  },
  {
    sport: "baseball",
    label: "MLB",
    words: ["mlb"],
    number: 2,
    family: "baseball",
    competitors: "teams",
    positions: ["P", "SP", "RP", "C", "1B", "2B", "3B", "SS", "OF", "LF", "CF", "RF", "DH"],
    core: ["OF"],
    same: { SP: "P", RP: "P", LF: "OF", CF: "OF", RF: "OF" },
    teams: teamsOf(
      "ARI AZ, ATH OAK, CHC CUB, CWS CHW, KC KCR KAN, LAD LOS, MIA FLA, SD SDP SDG, SF SFG SFO, TB TBR TAM, WAS WSH WSN",
    ),
  },
  {
    sport: "soccer",
    number: 12,
    competitors: "teams",
    positions: ["GK", "D", "M", "F", "DEF", "MID", "FWD"],
    core: ["D", "M", "F"],
    same: { DEF: "D", MID: "M", FWD: "F" },
  },
  {
    sport: "golf",
    label: "PGA",
    words: ["pga"],
    number: 13,
    competitors: "field",
    positions: ["G"],
    core: ["G"],
  },
  { sport: "nascar", label: "NASCAR", number: 10, competitors: "field", positions: ["D"], core: ["D"] },
  {
    sport: "formula-1",
    label: "F1",
    words: ["f1"],
    competitors: "field",
    positions: ["D", "CNSTR"],
    core: ["D", "CNSTR"],
  },
  {
    sport: "mma",
    label: "MMA",
    words: ["ufc"],
    number: 9,
    competitors: "individuals",
    positions: ["F"],
    core: ["F"],
  },
  { sport: "tennis", number: 16, competitors: "individuals", positions: ["P"], core: ["P"] },
  {
    ...FOOTBALL,
    sport: "college-football",
    label: "CFB",
    words: ["cfb", "ncaaf"],
    number: 5,
    variantOf: "american-football",
    teams: teamsOf("CCAR CC"),
  },
  {
    ...FOOTBALL,
    sport: "canadian-football",
    label: "CFL",
    words: ["cfl"],
    number: 14,
    variantOf: "american-football",
    positions: [...FOOTBALL.positions, "SB"],
    teams: teamsOf("CGY CAL, MTL MON, SSK SASK SK, WPG WIN, BC, EDM, HAM, OTT, TOR"),
    teamNames:
      "BC British Columbia/Lions, CGY Calgary/Stampeders, EDM Edmonton/Elks, HAM Hamilton/Tiger-Cats, MTL Montreal/Alouettes, OTT Ottawa/Redblacks, SSK Saskatchewan/Roughriders, TOR Toronto/Argonauts, WPG Winnipeg/Blue Bombers",
    hasAllTeams: true,
  },
  {
    ...FOOTBALL,
    sport: "ufl",
    label: "UFL",
    words: ["xfl"],
    variantOf: "american-football",
    teams: teamsOf(
      "BHAM BIR, MEM MPH, MICH MCH, STL BAT, ARL, COL, DAL, DC, HOU, LA, LOU, LV, NY, ORL, SA, SEA, TB",
    ),
    hasAllTeams: true,
  },
  {
    ...BASKETBALL,
    sport: "college-basketball",
    label: "CBB",
    words: ["cbb", "ncaab"],
    number: 6,
    variantOf: "basketball",
  },
  {
    ...BASKETBALL,
    sport: "wnba",
    label: "WNBA",
    variantOf: "basketball",
    teams: teamsOf(
      "CON CONN, GS GSV, LA LAS, LV LVA, NY NYL, PHO PHX, WAS WSH, ATL, CHI, DAL, IND, MIN, POR, SEA, TOR",
    ),
    hasAllTeams: true,
  },
  {
    ...BASKETBALL,
    sport: "euroleague",
    label: "EuroLeague",
    number: 15,
    variantOf: "basketball",
    teams: teamsOf(
      "ALB, ASV, AXM, BAR, BAY, BKN, BUD, CSK, CZV, DAR, EFS, FBD, FBB, FCB, GCN, KHI, MAC, MTA, MUN, OLY, PAN, PAO, PAR, RMB, RMD, TEL, UNI, VAL, VIL, VIR, ZAL, ZEN",
    ),
    hasAllTeams: true,
  },
  {
    sport: "league-of-legends",
    words: ["lol"],
    number: 11,
    competitors: "teams",
    positions: ["TOP", "JNG", "MID", "ADC", "SUP", "TEAM"],
    core: ["JNG"],
  },
  {
    sport: "counter-strike",
    label: "Counter-Strike",
    words: ["cs", "csgo", "cs2"],
    competitors: "teams",
    positions: ["P"],
    core: ["P"],
  },
  {
    sport: "call-of-duty",
    words: ["cod"],
    competitors: "teams",
    positions: ["P", "TEAM"],
    core: ["P", "TEAM"],
  },
  {
    sport: "dota-2",
    words: ["dota"],
    competitors: "teams",
    positions: ["CORE", "SUPP", "TEAM"],
    core: ["CORE"],
  },
];

const RECORDS: ReadonlyMap<string, SportRecord> = new Map(SPORTS.map((record) => [record.sport, record]));

export const SPORT_WORDS = SPORTS.map(({ sport, words = [] }) => words[0] ?? sport);

/**
 * By a known word, such as `nfl`; else the text itself, which may be a sport of a user's own contest file.
 */
export function sportNamed(text: string): string {
  const wanted = text.trim().toLowerCase();
  const known = SPORTS.find(({ sport, words = [] }) => sport === wanted || words.includes(wanted));
  return known?.sport ?? text.trim();
}

export function sportLabel(sport: string): string {
  return (
    RECORDS.get(sport)?.label ??
    sport.replaceAll("-", " ").replaceAll(/\b(?!of\b)[a-z]/g, (letter) => letter.toUpperCase())
  );
}

export function sportNumbered(number: string): string | undefined {
  return SPORTS.find((record) => String(record.number) === number)?.sport;
}

export function familyOf(sport: string): SportFamily | undefined {
  return RECORDS.get(sport)?.family;
}

/** An unknown sport has teams. */
export function competitorsOf(sport: string): Competitors {
  return RECORDS.get(sport)?.competitors ?? "teams";
}

export function isVariant(sport: string): boolean {
  return RECORDS.get(sport)?.variantOf !== undefined;
}

/** Null if not all teams of the sport are listed. */
export function hasTeams(sport: string, teams: ReadonlySet<string>): boolean | null {
  const { hasAllTeams = false, teams: groups = [] } = RECORDS.get(sport) ?? {};
  return hasAllTeams ? [...teams].every((team) => groups.some((names) => names.includes(team))) : null;
}

/** Whether a variant, whose teams are listed, has more than half of them: a league may have new teams. */
export function hasMostTeams(sport: string, teams: ReadonlySet<string>): boolean {
  const known = [...teams].filter((team) => hasTeams(sport, new Set([team])));
  return isVariant(sport) && known.length > teams.size / 2;
}

/** Of an unknown sport: only unambiguous names. */
const ANY_DEFENSE = ["DST", "DEF"];

/** The parts of a position such as `PG/SG`, upper case. */
export function positionParts(position: string): readonly string[] {
  return position
    .toUpperCase()
    .split(/[/,]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Null for an unknown sport. */
export function hasPositions(sport: string, positions: ReadonlySet<string>): boolean | null {
  const record = RECORDS.get(sport);
  return record ? [...positions].every((position) => record.positions.includes(position)) : null;
}

/**
 * If the positions include all `core` positions of some of these sports, only those are returned. Leaves out
 * a variant of a sport that is returned.
 */
export function sportsOf(positions: ReadonlySet<string>): string[] {
  const fitting = SPORTS.filter(({ sport }) => hasPositions(sport, positions));
  const cored = fitting.filter(({ core, same = {} }) => {
    const named = new Set([...positions].map((position) => same[position] ?? position));
    return core.every((position) => named.has(position));
  });
  const best = cored.length > 0 ? cored : fitting;
  const names = new Set(best.map(({ sport }) => sport));
  return best.filter(({ variantOf = "" }) => !names.has(variantOf)).map(({ sport }) => sport);
}

/** Empty for an unknown sport. */
export function strangersTo(sport: string, positions: ReadonlySet<string>): string[] {
  const known = RECORDS.get(sport);
  return known ? [...positions].filter((position) => !known.positions.includes(position)) : [];
}

/** False for an unknown sport. */
export function isPositionOf(sport: string, word: string): boolean {
  return RECORDS.get(sport)?.positions.includes(word) ?? false;
}

function defensesOf(sport: string): readonly string[] {
  const record = RECORDS.get(sport);
  return record ? (record.defense ?? []) : ANY_DEFENSE;
}

export function isDefense(sport: string, position: string): boolean {
  const defense = defensesOf(sport);
  return positionParts(position).some((part) => defense.includes(part));
}

/** Null for a sport without team defenses. */
export function defenseOf(sport: string): string | null {
  const [defense] = defensesOf(sport);
  return defense ?? null;
}

/** The parts of a position in canonical spelling, without slot names such as `UTIL`. */
export function comparablePositions(sport: string, position: string): Set<string> {
  const known = RECORDS.get(sport);
  const parts = positionParts(position).filter((part) => known?.positions.includes(part) ?? true);
  return new Set(parts.map((part) => known?.same?.[part] ?? part));
}

const CANONICAL = new Map(
  SPORTS.map(({ sport, teams = [] }) => [
    sport,
    new Map(teams.flatMap((group) => group.map((name) => [name, group[0]!]))),
  ]),
);

/** Canonical abbreviations by nickname, place, and both or an abbreviation with the nickname. */
const BY_NAME = new Map(
  SPORTS.map(({ sport, teams = [], teamNames = "" }) => {
    const found = new Map<string, Set<string>>();
    for (const [, team = "", place = "", nickname = ""] of teamNames.matchAll(/(\w+) ([^/]+)\/([^,]+)/g)) {
      const short = teams.find(([first]) => first === team) ?? [team];
      for (const name of [place, nickname, ...[place, ...short].map((one) => one + nickname)])
        found.set(teamKey(name), (found.get(teamKey(name)) ?? new Set()).add(team));
    }
    return [sport, found];
  }),
);

function teamKey(team: string): string {
  return team.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** In canonical spelling, by abbreviation or name; several teams may share a place. */
export function teamsNamed(sport: string, team: string): readonly string[] {
  const plain = teamKey(team);
  const known = CANONICAL.get(sport)?.get(plain);
  return known === undefined ? [...(BY_NAME.get(sport)?.get(plain) ?? [plain])] : [known];
}

/** In canonical spelling; as it is for a name of several teams. */
export function canonicalTeam(sport: string, team: string): string {
  const [only = "", ...others] = teamsNamed(sport, team);
  return others.length === 0 ? only : teamKey(team);
}
