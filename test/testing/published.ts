import type { StatedFields } from "../../src/testing/contests/contest-report.ts";
import type { DrawnSeat, PublishedRules } from "../../src/testing/contests/published.ts";
import { cellsOf, numbersOf } from "../support/text-table.ts";

type Lineup = readonly DrawnSeat[];

/** What a book publishes of a contest, from its prose and files and not from a table. */
interface PublishedContest extends Required<StatedFields> {
  readonly rules: PublishedRules;
  /** What the points of a slot count: a captain's 1.5 times unless stated. */
  readonly pays: Readonly<Record<string, number>>;
}

/**
 * What the books publish of every built-in contest: the games of a slate, the columns of the upload file, the
 * seats with the positions that they take if they are not called like their one position, the limits, and
 * what other slots than a captain's pay. A limit without a position does not count players of it alone.
 */
const TEXT = `
american-football bookA classic | 2+ | 1 QB, 2 RB, 3 WR, 1 TE, 1 FLEX, 1 DST | 1 QB, 2 RB, 3 WR, 1 TE, 1 FLEX of RB WR TE, 1 DST | cap 50000, 2 games, stack
american-football bookB classic | 2+ | 1 QB, 2 RB, 3 WR, 1 TE, 1 FLEX, 1 DEF | 1 QB, 2 RB, 3 WR, 1 TE, 1 FLEX of RB WR TE, 1 DST | cap 60000, 2 games, 3 teams, 4 of a team, stack
american-football bookB classic-2017 | 2+ | 1 QB, 2 RB, 3 WR, 1 TE, 1 K, 1 D | 1 QB, 2 RB, 3 WR, 1 TE, 1 K, 1 DST | cap 60000, 3 teams, 4 of a team, stack
american-football bookA showdown | 1 | 1 CPT, 5 FLEX | 1 CPT of QB RB WR TE K DST, 5 FLEX of QB RB WR TE K DST | cap 50000 of CPT, both teams, stack
american-football bookB single | 1 | 1 MVP - 1.5X Points, 5 AnyFLEX | 1 MVP of QB RB WR TE K D, 5 AnyFLEX of QB RB WR TE K D | cap 60000 of MVP, both teams, stack
american-football bookB single-2024 | 1 | 1 MVP - 1.5X Points, 4 AnyFLEX | 1 MVP of QB RB WR TE K D, 4 AnyFLEX of QB RB WR TE K D | cap 60000, both teams, stack
american-football bookC classic | 2+ | 1 QB, 2 RB, 3 WR, 1 TE, 1 FLEX, 1 DEF | 1 QB, 2 RB, 3 WR, 1 TE, 1 FLEX of RB WR TE, 1 DEF | cap 200, 3 teams, 6 of a team
american-football bookC single-game | 1 | 1 SUPERSTAR, 4 FLEX | 1 SUPERSTAR of QB RB WR TE DEF, 4 FLEX of QB RB WR TE DEF | cap 135, 2 teams without DEF | SUPERSTAR 1.5
basketball bookA classic | 2+ | 1 PG, 1 SG, 1 SF, 1 PF, 1 C, 1 G, 1 F, 1 UTIL | 1 PG, 1 SG, 1 SF, 1 PF, 1 C, 1 G of PG SG, 1 F of SF PF, 1 UTIL of PG SG SF PF C | cap 50000, 2 games
basketball bookA showdown | 1 | 1 CPT, 5 UTIL | 1 CPT of PG SG SF PF C, 5 UTIL of PG SG SF PF C | cap 50000 of CPT, both teams
basketball bookA tiers | 2+ | 1 T1, 1 T2, 1 T3, 1 T4, 1 T5, 1 T6 | 1 T1, 1 T2, 1 T3, 1 T4, 1 T5, 1 T6 | 2 games
basketball bookB classic | 2+ | 2 PG, 2 SG, 2 SF, 2 PF, 1 C | 2 PG, 2 SG, 2 SF, 2 PF, 1 C | cap 60000, 4 of a team
basketball bookB single | 1 | 1 MVP - 1.5X Points, 5 UTIL | 1 MVP of PG SG SF PF C, 5 UTIL of PG SG SF PF C | cap 60000 of MVP, both teams
basketball bookB single-2024 | 1 | 1 MVP - 2X Points, 1 STAR - 1.5X Points, 1 PRO - 1.2X Points, 2 UTIL | 1 MVP of PG SG SF PF C, 1 STAR of PG SG SF PF C, 1 PRO of PG SG SF PF C, 2 UTIL of PG SG SF PF C | cap 60000, both teams | MVP 2, STAR 1.5, PRO 1.2
basketball bookC classic | 2+ | 1 PG, 1 SG, 1 G, 1 SF, 1 PF, 1 F, 1 C, 1 UTIL | 1 PG, 1 SG, 1 G of PG SG, 1 SF, 1 PF, 1 F of SF PF, 1 C, 1 UTIL of PG SG SF PF C | cap 200, 3 teams, 6 of a team
ice-hockey bookA classic | 2+ | 2 C, 3 W, 2 D, 1 G, 1 UTIL | 2 C, 3 W, 2 D, 1 G, 1 UTIL of C W D | cap 50000, 3 teams without G
ice-hockey bookA showdown | 1 | 1 CPT, 5 FLEX | 1 CPT of C W D G, 5 UTIL of C W D G | cap 50000 of CPT, both teams
ice-hockey bookB classic | 2+ | 2 C, 2 W, 2 D, 2 UTIL, 1 G | 2 C, 2 W, 2 D, 2 UTIL of C W D, 1 G | cap 55000, 3 teams, 4 of a team without G
ice-hockey bookB classic-2020 | 2+ | 2 C, 4 W, 2 D, 1 G | 2 C, 4 W, 2 D, 1 G | cap 55000, 3 teams, 4 of a team without G
ice-hockey bookB single | 1 | 1 MVP - 1.5X Points, 5 UTIL | 1 MVP of C W D, 5 UTIL of C W D | cap 60000 of MVP, both teams
ice-hockey bookB single-2024 | 1 | 1 CAPTAIN - 1.5X Points, 4 UTIL | 1 CAPTAIN of C W D, 4 UTIL of C W D | cap 55000, both teams | CAPTAIN 1.5
ice-hockey bookC classic | 2+ | 2 C, 3 W, 2 D, 2 G | 2 C, 3 W, 2 D, 2 G | cap 200, 3 teams, 6 of a team
baseball bookA classic | 2+ | 2 P, 1 C, 1 1B, 1 2B, 1 3B, 1 SS, 3 OF | 2 P, 1 C, 1 1B, 1 2B, 1 3B, 1 SS, 3 OF | cap 50000, 2 games, 5 of a team without P
baseball bookA showdown | 1 | 1 CPT, 5 UTIL | 1 CPT of P C 1B 2B 3B SS OF, 5 UTIL of P C 1B 2B 3B SS OF | cap 50000 of CPT, both teams
baseball bookB classic | 2+ | 1 P, 1 C/1B, 1 2B, 1 3B, 1 SS, 3 OF, 1 UTIL | 1 P, 1 C/1B of C 1B, 1 2B, 1 3B, 1 SS, 3 OF, 1 UTIL of C 1B 2B 3B SS OF | cap 35000, 3 teams, 4 of a team without P
baseball bookB single | 1 | 1 MVP - 1.5X Points, 5 UTIL | 1 MVP of C 1B 2B 3B SS OF DH, 5 UTIL of C 1B 2B 3B SS OF DH | cap 60000 of MVP, both teams
baseball bookB single-2024 | 1 | 1 MVP - 2X Points, 1 STAR - 1.5X Points, 3 UTIL | 1 MVP of C 1B 2B 3B SS OF DH, 1 STAR of C 1B 2B 3B SS OF DH, 3 UTIL of C 1B 2B 3B SS OF DH | cap 35000, both teams | MVP 2, STAR 1.5
baseball bookC classic | 2+ | 2 P, 1 C, 1 1B, 1 2B, 1 3B, 1 SS, 3 OF | 2 P, 1 C, 1 1B, 1 2B, 1 3B, 1 SS, 3 OF | cap 200, 3 teams, 6 of a team
college-football bookA classic | 2+ | 1 QB, 2 RB, 3 WR, 1 FLEX, 1 S-FLEX | 1 QB, 2 RB, 3 WR, 1 FLEX of RB WR, 1 S-FLEX of QB RB WR | cap 50000, 2 games, stack
college-football bookA showdown | 1 | 1 CPT, 5 UTIL | 1 CPT of QB RB WR K, 5 UTIL of QB RB WR K | cap 50000 of CPT, both teams, stack
college-football bookB classic | 2+ | 1 QB, 2 RB, 3 WR, 1 SUPER FLEX | 1 QB, 2 RB, 3 WR, 1 Super FLEX of QB RB WR | cap 60000, 2 games, stack
college-football bookB single | 1 | 1 MVP - 1.5X Points, 5 AnyFLEX | 1 MVP of QB RB WR K, 5 AnyFLEX of QB RB WR K | cap 60000 of MVP, both teams, stack
wnba bookA classic | 2+ | 2 G, 3 F, 1 UTIL | 2 G, 3 F, 1 UTIL of G F | cap 50000, 2 games
wnba bookA showdown | 1 | 1 CPT, 5 UTIL | 1 CPT of G F, 5 UTIL of G F | cap 50000 of CPT, both teams
wnba bookB classic | 2+ | 3 G, 4 F | 3 G, 4 F | cap 40000, 3 teams
wnba bookB single | 1 | 1 MVP - 1.5X Points, 5 UTIL | 1 MVP of G F, 5 UTIL of G F | cap 60000 of MVP, both teams
wnba bookB single-2024 | 1 | 1 MVP - 2X Points, 1 STAR - 1.5X Points, 1 PRO - 1.2X Points, 2 UTIL | 1 MVP of G F, 1 STAR of G F, 1 PRO of G F, 2 UTIL of G F | cap 60000, both teams | MVP 2, STAR 1.5, PRO 1.2
mma bookA classic | 2+ | 6 F | 6 F | cap 50000
mma bookA showdown | 2+ | 1 CPT, 5 F | 1 CPT of F, 5 F | cap 50000 of CPT
mma bookB classic | 2+ | 1 MVP - 1.5X Points, 5 F | 1 MVP of F, 5 F | cap 100, 1 of a game
golf bookA classic | 1 | 6 G | 6 G | cap 50000
golf bookA single-round | 1 | 6 G | 6 G | cap 50000
golf bookA showdown | 1 | 1 CPT, 5 FLEX | 1 CPT of G, 5 FLEX of G | cap 50000 of CPT
golf bookB classic | 1 | 6 G | 6 G | cap 60000
golf bookC classic | 1 | 6 G | 6 G | cap 200
nascar bookA classic | 1 | 6 D | 6 D | cap 50000
nascar bookB classic | 1 | 5 D | 5 D | cap 50000
formula-1 bookA showdown | 1+ | 1 CPT, 4 D, 1 CNSTR | 1 CPT of D, 4 D, 1 CNSTR | cap 50000 of CPT, 2 of a team
tennis bookA classic | 2+ | 6 P | 6 P | cap 50000
soccer bookA classic | 2+ | 2 F, 2 M, 2 D, 1 GK, 1 UTIL | 2 F, 2 M, 2 D, 1 GK, 1 UTIL of F M D | cap 50000, 2 games, 3 teams
soccer bookA showdown | 1 | 1 CPT, 5 FLEX | 1 CPT of F M D GK, 5 FLEX of F M D GK | cap 50000 of CPT, both teams
soccer bookA showdown-2018 | 1 | 6 FLEX | 6 FLEX of F M D GK | cap 50000, both teams
soccer bookB classic | 2+ | 4 FWD/MID, 2 DEF, 1 GK | 4 FWD/MID of FWD MID, 2 DEF, 1 GK | cap 100, 4 of a team
league-of-legends bookA classic | 2+ | 1 CPT, 1 TOP, 1 JNG, 1 MID, 1 ADC, 1 SUP, 1 TEAM | 1 CPT of TOP JNG MID ADC SUP TEAM, 1 TOP, 1 JNG, 1 MID, 1 ADC, 1 SUP, 1 TEAM | cap 50000 of CPT, 2 games, 4 of a team
league-of-legends bookA classic-2015 | 2+ | 1 TOP, 1 JNG, 1 MID, 1 ADC, 1 SUP, 2 FLEX, 1 TEAM | 1 TOP, 1 JNG, 1 MID, 1 ADC, 1 SUP, 2 FLEX of TOP JNG MID ADC SUP, 1 TEAM | cap 50000, 2 games, 4 of a team without TEAM
counter-strike bookA classic | 2+ | 1 CPT, 5 FLEX | 1 CPT of P, 5 FLEX of P | cap 50000 of CPT, 2 games, 3 of a team
counter-strike bookA showdown | 1 | 2 CPT, 2 FLEX | 2 CPT of P, 2 FLEX of P | cap 50000 of CPT, both teams
call-of-duty bookA classic | 2+ | 1 CPT, 4 FLEX, 1 TEAM | 1 CPT of P TEAM, 4 FLEX of P, 1 TEAM | cap 50000 of CPT, 2 games, 3 of a team
dota-2 bookA classic | 2+ | 1 CPT, 3 CORE, 2 SUPP, 1 TEAM | 1 CPT of CORE SUPP TEAM, 3 CORE, 2 SUPP, 1 TEAM | cap 50000 of CPT, 2 games
college-basketball bookA classic | 2+ | 3 G, 3 F, 2 UTIL | 3 G, 3 F, 2 UTIL of G F | cap 50000, 2 games
college-basketball bookA showdown | 1 | 1 CPT, 5 UTIL | 1 CPT of G F, 5 UTIL of G F | cap 50000 of CPT, both teams
college-basketball bookB classic | 2+ | 4 G, 3 F, 1 UTIL | 4 G, 3 F, 1 UTIL of G F | cap 60000, 3 teams
college-basketball bookB single | 1 | 1 MVP - 1.5X Points, 5 UTIL | 1 MVP of G F, 5 UTIL of G F | cap 60000 of MVP, both teams
college-basketball bookB single-2024 | 1 | 1 MVP - 2X Points, 1 STAR - 1.5X Points, 1 PRO - 1.2X Points, 2 UTIL | 1 MVP of G F, 1 STAR of G F, 1 PRO of G F, 2 UTIL of G F | cap 60000, both teams | MVP 2, STAR 1.5, PRO 1.2
euroleague bookA classic | 2+ | 2 G, 3 F, 1 UTIL | 2 G, 3 F, 1 UTIL of G F | cap 50000, 2 games
canadian-football bookA classic | 2+ | 1 QB, 1 RB, 2 WR, 2 FLEX, 1 DST | 1 QB, 1 RB, 2 WR, 2 FLEX of RB WR, 1 DST | cap 50000, 2 games, 2 teams, stack
ufl bookA classic | 2+ | 1 QB, 1 RB, 2 WR/TE, 2 FLEX, 1 DST | 1 QB, 1 RB, 2 WR/TE of WR TE, 2 FLEX of RB WR TE, 1 DST | cap 50000, 2 games, 2 teams, stack
ufl bookA classic-2020 | 2+ | 1 QB, 1 RB, 2 WR, 2 FLEX, 1 DST | 1 QB, 1 RB, 2 WR, 2 FLEX of RB WR, 1 DST | cap 50000, 2 games, 2 teams, stack
ufl bookA showdown | 1 | 1 CPT, 5 FLEX | 1 CPT of QB RB WR TE K DST, 5 FLEX of QB RB WR TE K DST | cap 50000 of CPT, both teams, stack
`;

const GAMES: Readonly<Record<string, (count: number) => boolean>> = {
  "1": (count) => count === 1,
  "1+": (count) => count >= 1,
  "2+": (count) => count >= 2,
};

/** Each limit by its words, as the name of the table's constraint and the rule. */
const LIMITS: readonly (readonly [
  words: RegExp,
  name: string,
  rule: (...given: string[]) => PublishedRules[string],
])[] = [
  [
    /^cap (\d+)(?: of (\w+))?$/,
    "salary-cap",
    (most, captain) => (lineup) => costOf(lineup, captain) <= Number(most),
  ],
  [/^(\d+) games$/, "minimum-games", (least) => (lineup) => different(lineup, "game") >= Number(least)],
  [
    /^(\d+) teams(?: without (\w+))?$/,
    "minimum-teams",
    (least, uncounted) => (lineup) => different(counted(lineup, uncounted), "team") >= Number(least),
  ],
  [/^both teams$/, "both-teams", () => (lineup) => different(lineup, "team") === 2],
  [
    /^(\d+) of a team(?: without (\w+))?$/,
    "team-limits",
    (most, uncounted) => (lineup) => crowd(counted(lineup, uncounted), "team") <= Number(most),
  ],
  [/^(\d+) of a game$/, "game-limits", (most) => (lineup) => crowd(lineup, "game") <= Number(most)],
  [/^stack$/, "stack", () => stacked],
];

const costOf = (lineup: Lineup, captain?: string) =>
  lineup.reduce((sum, seat) => sum + (seat.slot === captain ? seat.captainSalary! : seat.salary), 0);
const different = (lineup: Lineup, key: "team" | "game") => new Set(lineup.map((seat) => seat[key])).size;
const counted = (lineup: Lineup, uncounted?: string) =>
  uncounted === undefined
    ? lineup
    : lineup.filter(({ positions }) => positions.some((own) => own !== uncounted));
const crowd = (lineup: Lineup, key: "team" | "game") =>
  Math.max(0, ...lineup.map((seat) => lineup.filter((other) => other[key] === seat[key]).length));
/** Whether a lineup has a passer and a catcher of the passer's team. */
const stacked = (lineup: Lineup) =>
  lineup.some(
    (passer) =>
      passer.positions.includes("QB") &&
      lineup.some((seat) => seat.positions.includes("WR") && seat.team === passer.team),
  );
const once = (lineup: Lineup) => new Set(lineup.map(({ player }) => player)).size === lineup.length;

/** Seats of a cell like `2 RB, 1 FLEX of RB WR`. */
const seatsOf = (cell: string) =>
  cell.split(", ").map((seat) => {
    const [, count, name, positions] = /^(\d+) (.+?)(?: of (.+))?$/.exec(seat)!;
    return { count: Number(count), name: name!, positions: (positions ?? name!).split(" ") };
  });

function rosterOf(cell: string): PublishedRules[string] {
  const seats = seatsOf(cell);
  return (lineup) =>
    lineup.length === seats.reduce((sum, { count }) => sum + count, 0) &&
    seats.every(({ count, name, positions }) => {
      const taken = lineup.filter(({ slot }) => slot === name);
      return (
        taken.length === count && taken.every((seat) => seat.positions.some((own) => positions.includes(own)))
      );
    });
}

function limitOf(words: string): readonly [string, PublishedRules[string]] {
  for (const [pattern, name, rule] of LIMITS) {
    const found = pattern.exec(words);
    if (found) return [name, rule(...found.slice(1))];
  }
  throw new Error(`"${words}" is no known limit.`);
}

/** What is published, by `sport book contest`. */
export const PUBLISHED: Readonly<Record<string, PublishedContest>> = Object.fromEntries(
  cellsOf(TEXT).map(([name, games, upload, seats, limits, pays]) => [
    name!,
    {
      games: GAMES[games!]!,
      upload: seatsOf(upload!).flatMap(({ count, name: column }) => new Array<string>(count).fill(column)),
      rules: {
        "player-once": once,
        "roster-slots": rosterOf(seats!),
        ...Object.fromEntries(limits!.split(", ").map(limitOf)),
      },
      pays: pays === undefined ? { CPT: 1.5, MVP: 1.5 } : numbersOf(pays),
    },
  ]),
);

/** A book's points for a lineup. */
export const paidBy =
  ({ pays }: PublishedContest) =>
  (lineup: Lineup) =>
    lineup.reduce((sum, { slot, points }) => sum + (pays[slot] ?? 1) * points, 0);
