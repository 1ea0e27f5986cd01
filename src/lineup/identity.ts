import { v5 } from "uuid";
import type { Lineup, Problem } from "../problem/problem.ts";

/** The namespace of request identities: a version 4 UUID drawn once for this project. */
const REQUESTS = "5f0c1f5e-9d0c-4f0e-8a51-6f1f3f0f7a2b";

/**
 * Names lineups: a version 5 UUID of the request and the picks. The order of the pool and the number of lineups
 * asked for do not matter, so a lineup keeps its name when more of them are asked for.
 */
export function lineupNamer(problem: Problem): (seats: Lineup) => string {
  const request = v5(canonicalRequest(problem), REQUESTS);
  const multipliers = problem.contest.slots.map((slot) => `${slot.pointsMultiplier}:${slot.salary}`);
  return (seats) => {
    const picks = seats.map((seat) => `${problem.entries[seat.entry]!.uuid}@${multipliers[seat.slot]}`);
    return v5(picks.sort().join(" "), request);
  };
}

function canonicalRequest({ sport, request, cap }: Problem): string {
  const { book, contest, stack } = request;
  const players = request.players.map((item) => [
    item.player,
    item.salary,
    item.captainSalary ?? null,
    item.position,
  ]);
  const teams = request.teams.map((item) => [item.team, item.salary, item.captainSalary ?? null]);
  const include = [
    request.include.players.map((item) => [item.player, item.position ?? null]),
    request.include.teams.map((item) => [item.team, item.position ?? null]),
  ];
  return JSON.stringify([
    sport,
    book,
    contest,
    cap,
    stack,
    byFirst(players),
    byFirst(teams),
    include.map(byFirst),
    request.exclude.players.toSorted(),
    request.exclude.teams.toSorted(),
    request.games.toSorted(),
    byFirst(Object.entries(request.positions)),
  ]);
}

function byFirst<Row extends readonly unknown[]>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
}
