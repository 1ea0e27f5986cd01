import { parse, v5 } from "uuid";
import type { Lineup, Problem } from "../problem/problem.ts";
import { rolesOf } from "../roster/roles.ts";

/** The namespace of request identities: a version 4 UUID drawn once for this project. */
const REQUESTS = "5f0c1f5e-9d0c-4f0e-8a51-6f1f3f0f7a2b";

/** Bytes a pick takes in a lineup's name: its GUID's, and its role. */
const PICK_BYTES = 17;

/**
 * Names lineups: a version 5 UUID of the request and the picks. The order of the pool and the number of lineups
 * asked for do not matter, so a lineup keeps its name when more of them are asked for.
 */
export function lineupNamer(problem: Problem): (seats: Lineup) => string {
  const request = parse(v5(new TextEncoder().encode(canonicalRequest(problem)), REQUESTS));
  const roles = rolesOf(problem.contest);
  const roleOf = problem.contest.slots.map((_, slot) => roles.findIndex((role) => role.slots.includes(slot)));
  const bytes = new Map<number, Uint8Array>();
  const bytesOf = (entry: number) => {
    const known = bytes.get(entry);
    if (known !== undefined) return known;
    const parsed = bytesOfGuid(problem.entries[entry]!.uuid);
    bytes.set(entry, parsed);
    return parsed;
  };
  return (seats) => {
    const picks = seats.map(({ entry, slot }) => ({ guid: bytesOf(entry), role: roleOf[slot]! }));
    picks.sort((a, b) => inOrder(a.guid, b.guid));
    const name = new Uint8Array(picks.length * PICK_BYTES);
    for (const [index, { guid, role }] of picks.entries()) {
      name.set(guid, index * PICK_BYTES);
      name[(index + 1) * PICK_BYTES - 1] = role;
    }
    return v5(name, request);
  };
}

/** The 16 bytes of any GUID; `parse` takes only those whose version it knows. */
function bytesOfGuid(guid: string): Uint8Array {
  const digits = guid.replaceAll("-", "");
  return Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

function inOrder(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at === -1 ? 0 : a[at]! - b[at]!;
}

function canonicalRequest({ sport, request, cap }: Problem): string {
  const { book, contest, stack } = request;
  type Row = [string, ...unknown[]];
  const players = request.players.map(
    (item): Row => [item.player, item.salary, item.captainSalary ?? null, item.position],
  );
  const teams = request.teams.map((item): Row => [item.team, item.salary, item.captainSalary ?? null]);
  const include = [
    request.include.players.map((item): Row => [item.player, item.position ?? null]),
    request.include.teams.map((item): Row => [item.team, item.position ?? null]),
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

function byFirst<Row extends readonly [string, ...unknown[]]>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
}
