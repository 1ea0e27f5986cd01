import type { StatedFields } from "../../src/testing/contests/contest-report.ts";
import type { DrawnSeat, PublishedRules } from "../../src/testing/contests/published.ts";

type Lineup = readonly DrawnSeat[];

const cost = (most: number, captain?: string) => (lineup: Lineup) =>
  lineup.reduce((sum, seat) => sum + (seat.slot === captain ? seat.captainSalary! : seat.salary), 0) <= most;

const always = (most: number): PublishedRules => ({ "salary-cap": cost(most), "player-once": once });

const once = (lineup: Lineup) => new Set(lineup.map(({ player }) => player)).size === lineup.length;

const different =
  (key: "team" | "game", least: number, ofWhom = (_: DrawnSeat) => true) =>
  (lineup: Lineup) =>
    new Set(lineup.filter(ofWhom).map((seat) => seat[key])).size >= least;

const ofOneTeam =
  (most: number, ofWhom = (_: DrawnSeat) => true) =>
  (lineup: Lineup) =>
    lineup.every(({ team }) => lineup.filter((seat) => seat.team === team && ofWhom(seat)).length <= most);

/** Seats with these names and numbers, each for one of the positions. */
const roster =
  (seats: Readonly<Record<string, readonly [count: number, positions: string]>>) => (lineup: Lineup) =>
    lineup.length === Object.values(seats).reduce((sum, [count]) => sum + count, 0) &&
    Object.entries(seats).every(([name, [count, positions]]) => {
      const taken = lineup.filter(({ slot }) => slot === name);
      return (
        taken.length === count &&
        taken.every((seat) => seat.positions.some((own) => positions.split(" ").includes(own)))
      );
    });

const captain = (positions: string, others: "FLEX" | "UTIL"): PublishedRules => ({
  "salary-cap": cost(50_000, "CPT"),
  "player-once": once,
  "roster-slots": roster({ CPT: [1, positions], [others]: [5, positions] }),
  "both-teams": different("team", 2),
});

const football = {
  QB: [1, "QB"],
  RB: [2, "RB"],
  WR: [3, "WR"],
  TE: [1, "TE"],
  FLEX: [1, "RB WR TE"],
  DST: [1, "DST"],
} as const;

/** Any player except a hockey goalie; team limits do not count goalies. */
const skater = ({ positions }: DrawnSeat) => positions.some((own) => own !== "G");

/** Any player except a baseball pitcher; team limits do not count pitchers. */
const hitter = ({ positions }: DrawnSeat) => positions.some((own) => own !== "P");

/** Whether a lineup has a passer and a catcher of the passer's team. */
const stacked = (lineup: Lineup) =>
  lineup.some(
    (passer) =>
      passer.positions.includes("QB") &&
      lineup.some((seat) => seat.positions.includes("WR") && seat.team === passer.team),
  );

const several = (count: number) => count >= 2;
const one = (count: number) => count === 1;
const filled = (count: number, name: string) => new Array<string>(count).fill(name);
const captained = (other: string) => ["CPT", ...filled(5, other)];

const HITTERS = "C 1B 2B 3B SS OF";

/** The number of games in the books' slates, and the headers of their upload files. */
export const STATED: Readonly<Record<string, Required<StatedFields>>> = {
  "american-football bookA classic": {
    games: several,
    upload: "QB RB RB WR WR WR TE FLEX DST".split(" "),
  },
  "american-football bookB classic": {
    games: several,
    upload: "QB RB RB WR WR WR TE FLEX DEF".split(" "),
  },
  "american-football bookA showdown": { games: one, upload: captained("FLEX") },
  "basketball bookA classic": { games: several, upload: "PG SG SF PF C G F UTIL".split(" ") },
  "basketball bookA showdown": { games: one, upload: captained("UTIL") },
  "basketball bookB classic": { games: several, upload: "PG PG SG SG SF SF PF PF C".split(" ") },
  "ice-hockey bookA classic": { games: several, upload: "C C W W W D D G UTIL".split(" ") },
  "ice-hockey bookA showdown": { games: one, upload: captained("FLEX") },
  "ice-hockey bookB classic": { games: several, upload: "C C W W D D UTIL UTIL G".split(" ") },
  "baseball bookA classic": { games: several, upload: "P P C 1B 2B 3B SS OF OF OF".split(" ") },
  "baseball bookA showdown": { games: one, upload: captained("UTIL") },
  "baseball bookB classic": { games: several, upload: "P C/1B 2B 3B SS OF OF OF UTIL".split(" ") },
};

/** The published rules of each contest, from the books' prose and not from a table. */
export const PUBLISHED: Readonly<Record<string, PublishedRules>> = {
  "american-football bookA classic": {
    "salary-cap": cost(50_000),
    "player-once": once,
    "roster-slots": roster(football),
    "minimum-games": different("game", 2),
    stack: stacked,
  },
  "american-football bookB classic": {
    "salary-cap": cost(60_000),
    "player-once": once,
    "roster-slots": roster(football),
    "minimum-games": different("game", 2),
    "minimum-teams": different("team", 3),
    "team-limits": ofOneTeam(4),
    stack: stacked,
  },
  "american-football bookA showdown": { ...captain("QB RB WR TE K DST", "FLEX"), stack: stacked },
  "basketball bookA classic": {
    "salary-cap": cost(50_000),
    "player-once": once,
    "roster-slots": roster({
      ...{ PG: [1, "PG"], SG: [1, "SG"], SF: [1, "SF"], PF: [1, "PF"], C: [1, "C"] },
      ...{ G: [1, "PG SG"], F: [1, "SF PF"], UTIL: [1, "PG SG SF PF C"] },
    }),
    "minimum-games": different("game", 2),
  },
  "basketball bookA showdown": captain("PG SG SF PF C", "UTIL"),
  "basketball bookB classic": {
    "salary-cap": cost(60_000),
    "player-once": once,
    "roster-slots": roster({ PG: [2, "PG"], SG: [2, "SG"], SF: [2, "SF"], PF: [2, "PF"], C: [1, "C"] }),
    "team-limits": ofOneTeam(4),
  },
  "ice-hockey bookA classic": {
    "salary-cap": cost(50_000),
    "player-once": once,
    "roster-slots": roster({ C: [2, "C"], W: [3, "W"], D: [2, "D"], G: [1, "G"], UTIL: [1, "C W D"] }),
    "minimum-teams": different("team", 3, skater),
  },
  "ice-hockey bookA showdown": captain("C W D G", "UTIL"),
  "ice-hockey bookB classic": {
    "salary-cap": cost(55_000),
    "player-once": once,
    "roster-slots": roster({ C: [2, "C"], W: [2, "W"], D: [2, "D"], UTIL: [2, "C W D"], G: [1, "G"] }),
    "minimum-teams": different("team", 3),
    "team-limits": ofOneTeam(4, skater),
  },
  "baseball bookA classic": {
    ...always(50_000),
    "roster-slots": roster({
      ...{ P: [2, "P"], C: [1, "C"], "1B": [1, "1B"], "2B": [1, "2B"], "3B": [1, "3B"] },
      ...{ SS: [1, "SS"], OF: [3, "OF"] },
    }),
    "minimum-games": different("game", 2),
    "team-limits": ofOneTeam(5, hitter),
  },
  "baseball bookA showdown": captain(`P ${HITTERS}`, "UTIL"),
  "baseball bookB classic": {
    ...always(35_000),
    "roster-slots": roster({
      ...{ P: [1, "P"], "C/1B": [1, "C 1B"], "2B": [1, "2B"], "3B": [1, "3B"], SS: [1, "SS"] },
      ...{ OF: [3, "OF"], UTIL: [1, HITTERS] },
    }),
    "minimum-teams": different("team", 3),
    "team-limits": ofOneTeam(4, hitter),
  },
};

/** A book's points for a lineup: 1.5 times the points of a captain or most valuable player. */
export const paid = (lineup: Lineup) =>
  lineup.reduce((sum, { slot, points }) => sum + (CAPTAINS.includes(slot) ? 1.5 : 1) * points, 0);
const CAPTAINS = ["CPT", "MVP"];
