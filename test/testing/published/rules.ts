import type { StatedFields } from "../../../src/testing/contests/contest-report.ts";
import type { DrawnSeat, PublishedRules } from "../../../src/testing/contests/published.ts";

export type Lineup = readonly DrawnSeat[];

/** What a book publishes of a contest, from its prose and files and not from a table. */
export interface PublishedContest extends Required<StatedFields> {
  readonly rules: PublishedRules;
  /** What the points of a slot count, where a captain's do not count 1.5 times. */
  readonly pays?: Readonly<Record<string, number>>;
}

/** Published contests by `sport book contest`. */
export type PublishedContests = Readonly<Record<string, PublishedContest>>;

export const cost = (most: number, captain?: string) => (lineup: Lineup) =>
  lineup.reduce((sum, seat) => sum + (seat.slot === captain ? seat.captainSalary! : seat.salary), 0) <= most;

export const always = (most: number): PublishedRules => ({ "salary-cap": cost(most), "player-once": once });

export const once = (lineup: Lineup) => new Set(lineup.map(({ player }) => player)).size === lineup.length;

export const different =
  (key: "team" | "game", least: number, ofWhom = (_: DrawnSeat) => true) =>
  (lineup: Lineup) =>
    new Set(lineup.filter(ofWhom).map((seat) => seat[key])).size >= least;

export const ofOneGame = (most: number) => (lineup: Lineup) =>
  lineup.every(({ game }) => lineup.filter((seat) => seat.game === game).length <= most);

export const ofOneTeam =
  (most: number, ofWhom = (_: DrawnSeat) => true) =>
  (lineup: Lineup) =>
    lineup.every(({ team }) => lineup.filter((seat) => seat.team === team && ofWhom(seat)).length <= most);

/** Seats with these names and numbers, each for one of the positions. */
export const roster =
  (seats: Readonly<Record<string, readonly [count: number, positions: string]>>) => (lineup: Lineup) =>
    lineup.length === Object.values(seats).reduce((sum, [count]) => sum + count, 0) &&
    Object.entries(seats).every(([name, [count, positions]]) => {
      const taken = lineup.filter(({ slot }) => slot === name);
      return (
        taken.length === count &&
        taken.every((seat) => seat.positions.some((own) => positions.split(" ").includes(own)))
      );
    });

/** The cap and the rule of one seat each, with a captain who costs the captain's salary. */
export const withCaptain: PublishedRules = { "salary-cap": cost(50_000, "CPT"), "player-once": once };

export const captain = (positions: string, others: "FLEX" | "UTIL"): PublishedRules => ({
  ...withCaptain,
  "roster-slots": roster({ CPT: [1, positions], [others]: [5, positions] }),
  "both-teams": different("team", 2),
});

/** One game for which FanDuel pays a few slots more; all slots accept the same positions. */
export const single = (
  cap: number,
  positions: string,
  slots: Readonly<Record<string, number>>,
  mvp?: "MVP",
): PublishedRules => ({
  "salary-cap": cost(cap, mvp),
  "player-once": once,
  "roster-slots": roster(
    Object.fromEntries(Object.entries(slots).map(([name, count]) => [name, [count, positions] as const])),
  ),
  "both-teams": different("team", 2),
});

/** What Yahoo says of every contest of several games. */
export const yahoo: PublishedRules = {
  ...always(200),
  "minimum-teams": different("team", 3),
  "team-limits": ofOneTeam(6),
};

/** Whether a lineup has a passer and a catcher of the passer's team. */
export const stacked = (lineup: Lineup) =>
  lineup.some(
    (passer) =>
      passer.positions.includes("QB") &&
      lineup.some((seat) => seat.positions.includes("WR") && seat.team === passer.team),
  );

export const several = (count: number) => count >= 2;
export const one = (count: number) => count === 1;
export const filled = (count: number, name: string) => new Array<string>(count).fill(name);
export const captained = (other: string) => ["CPT", ...filled(5, other)];
