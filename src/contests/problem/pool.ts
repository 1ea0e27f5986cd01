import { POINT_UNITS } from "../../engine/model/model.ts";
import { contestWords } from "../../shared/books.ts";
import { LastMade } from "../../shared/collections.ts";
import { entryRef, message } from "../../shared/errors/message-parts.ts";
import { isCaptains, pointsIn, positionNamed, salaryIn, unseatedNamed } from "../../shared/roster.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import type { Issues } from "./issues.ts";
import type { Entry, Lineup, Problem, Seat } from "./problem.ts";

/** Positions are resolved; there is no projection yet. */
export interface Candidate extends Pick<Entry, "kind" | "uuid" | "positions" | "salary" | "captainSalary"> {
  /** No slot of the contest accepts the player. */
  readonly unseated: boolean;
  readonly place: number;
  /** JSON pointer into the request. */
  readonly pointer: string;
}

type Pool = ReadonlyMap<string, Candidate>;

type Admitted = Omit<Candidate, "captainSalary" | "place"> & {
  readonly captainSalary?: number | null | undefined;
};

const known = new LastMade<LineupRequest["players"], Pool>();

/** Adds its faults to `issues`. Candidates keep the request's order, players first. */
export function readPool(request: LineupRequest, contest: ContestBase, issues: Issues): Pool {
  const { players, teams } = request;
  return issues.soundly(known, players, [teams, contest], () => admitAll(request, contest, issues));
}

function admitAll(request: LineupRequest, contest: ContestBase, issues: Issues): Pool {
  const captains = new Set(contest.slots.filter(isCaptains).flatMap(({ accepts }) => accepts));
  const spellings = [...new Set(request.players.map(({ position }) => position))];
  const meanings = new Map(spellings.map((spelling) => [spelling, resolvePositions(contest, spelling)]));
  const pool = new Map<string, Candidate>();

  const admit = ({ captainSalary = null, ...given }: Admitted) => {
    const candidate = { ...given, captainSalary, place: pool.size };
    const { kind, uuid, pointer } = candidate;
    const first = pool.get(uuid);
    if (first) {
      issues.add(
        "duplicate",
        `${pointer}/${kind}`,
        message`${entryRef(uuid)} is already in the pool, at ${first.pointer}. Keep one of them.`,
      );
      return;
    }
    if (captainSalary === null && candidate.positions.some((name) => captains.has(name))) {
      issues.add(
        "captain-salary-missing",
        `${pointer}/captainSalary`,
        message`is required in ${contest.contest} contests. Give the salary of ${entryRef(uuid)} in the captain's slot.`,
      );
    }
    pool.set(uuid, candidate);
  };

  for (const [index, { player, position, ...paid }] of request.players.entries()) {
    const pointer = `/players/${index}`;
    const resolved = meanings.get(position)!;
    const isUnknown = typeof resolved === "string";
    if (isUnknown) issues.add("invalid-position", `${pointer}/position`, resolved);
    const positions = isUnknown ? [] : resolved;
    const unseated = !isUnknown && positions.length === 0;
    admit({ kind: "player", uuid: player, positions, unseated, ...paid, pointer });
  }

  const defense = contest.positions
    .filter((position) => position.entry === "team")
    .map((position) => position.name);
  const isKnown = [...contest.positions, ...contest.unseated].some(({ entry }) => entry === "team");
  if (request.teams.length > 0 && !isKnown) {
    issues.add(
      "invalid-position",
      "/teams",
      `no slot of ${contestWords(contest)} accepts a team's defense. Remove the teams.`,
    );
    return pool;
  }
  const ofTeam = { kind: "team", positions: defense, unseated: defense.length === 0 } as const;
  for (const [index, { team, ...paid }] of request.teams.entries())
    admit({ ...ofTeam, uuid: team, ...paid, pointer: `/teams/${index}` });
  return pool;
}

/** Or the text of an issue. */
function resolvePositions(contest: ContestBase, spelling: string): readonly string[] | string {
  const names: string[] = [];
  for (const part of spelling.split("/")) {
    const position = positionNamed(contest, part) ?? unseatedNamed(contest, part);
    if (position === undefined)
      return `"${part}" is not a position of this contest. Known: ${playerPositions(contest)}.`;
    if (position.entry === "team")
      return `${position.name} is held by a team, not a player. Put its team in "teams".`;
    if (contest.positions.includes(position) && !names.includes(position.name)) names.push(position.name);
  }
  return names;
}

function playerPositions(contest: ContestBase): string {
  return [...contest.positions, ...contest.unseated]
    .filter((position) => position.entry === "player")
    .flatMap((position) => [position.name, ...position.aliases])
    .join(", ");
}

export function seatSalary(problem: Problem, { entry, slot }: Seat): number {
  return salaryIn(problem.contest.slots[slot]!, problem.entries[entry]!);
}

/** In units, of which `POINT_UNITS` are one point. */
export function seatPoints(problem: Problem, { entry, slot }: Seat): number {
  return Math.round(pointsIn(problem.contest.slots[slot]!, problem.entries[entry]!) * POINT_UNITS);
}

/** `points` is in units, of which `POINT_UNITS` are one point. */
export interface Totals {
  readonly salary: number;
  readonly points: number;
}

/** From its players and slots alone. */
export function totalsOf(problem: Problem, lineup: Lineup): Totals {
  let salary = 0;
  let points = 0;
  for (const seat of lineup) {
    salary += seatSalary(problem, seat);
    points += seatPoints(problem, seat);
  }
  return { salary, points };
}
