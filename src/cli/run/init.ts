import { familyOf, type SportFamily } from "../../contests/catalog/sports.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { unknownSport } from "../../shared/errors.ts";
import { usageError } from "../errors.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeResult } from "../output.ts";

/** A sport's active rules and its commented-out examples, as items of lists in YAML. */
interface SportExamples {
  readonly rules: string;
  readonly exposures?: string;
  readonly moreRules?: string;
}

const EXAMPLES: Readonly<Record<SportFamily | "other", SportExamples>> = {
  football: {
    exposures: "#   - { each: player, of: { position: DST }, most: 25% }\n",
    rules: `  - name: quarterback with a receiver
    some: team
    count:
      - { of: { position: QB }, least: 1 }
      - { of: { position: [WR, TE] }, least: 1 }
`,
    moreRules: `#   - name: a player of the opponent with it, in half of the lineups
#     some: team
#     count:
#       - { of: { position: QB }, least: 1 }
#       - { of: { position: [RB, WR, TE] }, side: opponent, least: 1 }
#     share: 50%..
#   - name: no opponents of my defense
#     every: team
#     when: { of: { position: DST }, least: 1 }
#     count: { side: opponent, most: 0 }
`,
  },
  basketball: {
    rules: `  - name: at most four of a team
    every: team
    count: { most: 4 }
`,
    moreRules: `#   - name: two of each side of a game, in a third of the lineups
#     some: team
#     count:
#       - { least: 2 }
#       - { side: opponent, least: 2 }
#     share: 33%..
`,
  },
  hockey: {
    exposures: "#   - { each: player, of: { position: G }, most: 25% }\n",
    rules: `  - name: three skaters of a team
    some: team
    count: { of: { not: { position: G } }, least: 3 }
`,
    moreRules: `#   - name: no opponents of my goalie
#     every: team
#     when: { of: { position: G }, least: 1 }
#     count: { side: opponent, most: 0 }
`,
  },
  baseball: {
    rules: `  - name: four hitters of a team
    some: team
    count: { of: { not: { position: P } }, least: 4 }
`,
    moreRules: `#   - name: no hitter against my pitcher
#     every: team
#     when: { of: { position: P }, least: 1 }
#     count: { of: { not: { position: P } }, side: opponent, most: 0 }
`,
  },
  other: {
    rules: `  - name: at most two of the most expensive players
    count: { of: { salary: 10000.. }, most: 2 }
`,
  },
};

/**
 * A commented description for a sport, in YAML. Lines with a single # are examples that are commented out.
 */
export function describedExample(sport: string | undefined): string {
  const { rules, exposures = "", moreRules = "" } = EXAMPLES[familyOf(sport ?? "") ?? "other"];
  return `## Rules over all lineups: dfs-lineups optimize DKSalaries.csv -r THIS-FILE
## Lines that begin with a single # are examples: remove "# " to use one.

## The number of lineups; --count overrides it.
lineups: 20

## Any two lineups differ by at least this many players.
unique: 2

## joint finds the set with the greatest sum; sequential builds one best lineup after another.
# method: sequential

## What each lineup costs.
# salary: 49000..

## Players in every lineup, and players in none: names or ids.
# lock: [First Player]
# exclude: [Second Player]

## Points: changes by name or selection, applied before anything is built.
# points:
#   boost: { Third Player: +10%, Fourth Player: -1.5 }

## How many lineups use a player. Write percentages with their sign: 50 means 50 lineups.
exposure:
  - { each: player, most: 50% }
${exposures}#   - { of: Third Player, share: 20%..35% }
#   - { of: { salary: ..3500 }, times: 2, most: 30% }

## What each lineup keeps; with a share, what that part of the lineups keeps.
rules:
${rules}${moreRules}#   - name: at most one of these
#     count: { of: [Third Player, Fourth Player], most: 1 }
#   - name: if one, then the other
#     when: { of: Third Player }
#     count: { of: Fourth Player, least: 1 }

## For an entries file (build, swap): lineups and rules of their own for some contests.
# distinct: all
# contests:
#   - name: cash
#     entries: { contest: Double Up }
#     lineups: 1
#   - name: 20-max
#     entries: { limit: 20 }
#   - name: other
`;
}

/** Writes a commented description. @throws InvalidRequestError for a sport without a table */
export async function run({ sport, output }: Options<"init">): Promise<void> {
  if (sport !== undefined) {
    const { sports, scoringTables } = await loadCatalog({});
    const scoring = await scoringTables();
    const known = [...new Set([...sports, ...scoring.map((table) => table.sport)])].sort();
    if (!known.includes(sport)) throw usageError("--sport", unknownSport(sport, known));
  }
  await writeResult(describedExample(sport), output);
  if (output !== undefined) note(`wrote ${output}. Use it with optimize, build or swap: -r ${output}.`);
}
