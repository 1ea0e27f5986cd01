import type { ContestTableInput } from "../../src/contests/constraints/readers/contest-table.ts";
import type { FantasyPerformance } from "../../src/shared/schema/performances.ts";
import type { LineupRequestInput } from "../../src/shared/schema/request.ts";
import type { Random } from "../slates/random.ts";

/** A request, and the points of its entries. */
export interface DrawnRequest {
  readonly body: LineupRequestInput;
  readonly projections: FantasyPerformance[];
  /** A description of how its numbers were drawn. */
  readonly kind: string;
}

interface Numbers {
  readonly salary: (random: Random) => number;
  /** `worth` is the salary relative to the median. */
  readonly points: (random: Random, worth: number) => number;
}

/** Distributions of salaries. */
const SALARIES: Readonly<Record<string, Numbers["salary"]>> = {
  "salaries in hundreds": (random) => 100 * random.whole(30, 110),
  "odd salaries": (random) => random.whole(3000, 11_000),
  "nearly equal salaries": (random) => 7e7 + random.whole(0, 999),
  "salaries of all sizes": (random) => Math.floor(10 ** random.between(0, 9)),
  "huge salaries": (random) => random.whole(1e7, 2e8),
};

/** Distributions of points. */
const POINTS: Readonly<Record<string, Numbers["points"]>> = {
  "points near the salary": (random, worth) => 30 * worth * random.between(0.6, 1.2),
  "points in proportion": (_random, worth) => Math.round(30 * worth),
  "points of their own": (random) => random.between(0, 50),
  "points in steps of 5": (random) => 5 * random.whole(0, 8),
  "no points": () => 0,
  "points of both signs": (random) => random.between(-30, 30),
};

/** The maximum points of the schema. */
const MOST_POINTS = 1000;

/** A pool of this many entries for a contest, and the rules of its lineups. */
export function drawRequest(random: Random, contest: ContestTableInput, entries: number): DrawnRequest {
  const [salaries, salaryOf] = random.pick(Object.entries(SALARIES));
  const [scores, pointsOf] = random.pick(Object.entries(POINTS));
  const games = Array.from({ length: random.whole(2, 15) }, (_, at) => guid(1, at));
  const players: { player: string; salary: number; captainSalary: number; position: string }[] = [];
  const teams: { team: string; salary: number; captainSalary: number }[] = [];
  const projections: FantasyPerformance[] = [];
  const held = contest.positions.filter(({ entry }) => entry === "player").map(({ name }) => name);
  const isDefended = contest.positions.some(({ entry }) => entry === "team");
  const mayHoldTwo = random.whole(0, 1) === 0;
  const costs = Array.from({ length: entries }, () => salaryOf(random));
  const middle = costs.toSorted((a, b) => a - b)[entries >> 1]!;
  for (let at = 0; at < entries; at += 1) {
    const salary = costs[at]!;
    const money = { salary, captainSalary: Math.min(1e9, Math.floor(1.5 * salary)) };
    const team = at % (2 * games.length);
    const isTeam = isDefended && at < 2 * games.length;
    const uuid = isTeam ? guid(3, team) : guid(2, at);
    if (isTeam || held.length === 0) teams.push({ team: uuid, ...money });
    else {
      const position = random.pick(held);
      const other = random.pick(held);
      const isTwo = mayHoldTwo && other !== position && random.whole(0, 2) === 0;
      players.push({ player: uuid, ...money, position: isTwo ? `${position}/${other}` : position });
    }
    const points = Math.min(MOST_POINTS, Math.round(100 * pointsOf(random, salary / middle)) / 100);
    projections.push({
      type: "FantasyPerformance",
      id: guid(4, at),
      attributes: { uuid: guid(4, at), bookAPoints: points, bookBPoints: points },
      relationships: {
        player: { data: isTeam ? null : { type: "Player", id: `/drawn/players/${uuid}` } },
        event: { data: { type: "Event", id: `/drawn/events/${games[team >> 1]}` } },
        team: { data: { type: "Team", id: `/drawn/teams/${guid(3, team)}` } },
      },
    } as unknown as FantasyPerformance);
  }
  const seats = contest.slots.reduce((sum, { count }) => sum + count, 0);
  const cap = Math.min(1e9, Math.round(seats * middle * random.pick([0.45, 0.7, 0.85, 0.95, 1, 1.1, 1.3])));
  const body: LineupRequestInput = {
    book: contest.book,
    contest: contest.contest,
    players,
    teams,
    games,
    cap,
    stack: contest.stack !== null && random.whole(0, 1) === 0,
    positions: random.whole(0, 2) === 0 ? { [random.pick(held)]: random.whole(1, 2) } : {},
    include: {
      players: random.whole(0, 3) === 0 ? [{ player: random.pick(players).player }] : [],
      teams: [],
    },
  };
  return { body, projections, kind: `${salaries}, ${scores}` };
}

function guid(kind: number, at: number): string {
  return `0000000${kind}-0000-4000-8000-${at.toString(16).padStart(12, "0")}`;
}
