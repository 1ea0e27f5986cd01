/** Abbreviations that mean the same team, by sport; each group is one team. */
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

/** A team's abbreviation in the one spelling by which files are compared. */
export function canonicalTeam(sport: string, team: string): string {
  const plain = team.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  return CANONICAL.get(sport)?.get(plain) ?? plain;
}
