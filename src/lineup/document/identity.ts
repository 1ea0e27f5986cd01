import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { rolesOf } from "../../engine/roster/roles.ts";
import { seatCount } from "../../engine/roster/room.ts";
import { GUID_BYTES, nameGuid, nameParts, writeGuid } from "../../shared/guid-bytes.ts";
import { LastMade } from "../../shared/last-made.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import type { Sha1 } from "../../shared/sha1.ts";
import { guidPlaces } from "./guid-places.ts";

/** The namespace of request identities: a version 4 UUID generated once for this project. */
const REQUESTS = "5f0c1f5e-9d0c-4f0e-8a51-6f1f3f0f7a2b";

/** The bytes of a pick in a lineup's name: its GUID and its role. */
const PICK_BYTES = GUID_BYTES + 1;

/**
 * Names lineups, given by their seats, with a version 5 UUID of the request and the picks. The order of the
 * pool and the number of lineups do not matter, so a lineup keeps its name when a request asks for more.
 * `sha1` hashes the whole pool.
 */
export function lineupNamer(
  problem: Problem,
  lineups: readonly { readonly seats: Lineup }[],
  sha1?: Sha1,
): (seats: Lineup) => string {
  const { contest, entries } = problem;
  const roles = rolesOf(contest);
  const roleOf = contest.slots.map((_, slot) => roles.findIndex((role) => role.slots.includes(slot)));
  const seats = seatCount(contest.slots);
  const bytes = new Uint8Array(GUID_BYTES + seats * PICK_BYTES);
  const nameOf = () => nameRequest(problem, sha1);
  writeGuid(
    named.of(problem, [], nameOf, () => Object.isFrozen(problem)),
    bytes,
    0,
  );
  // GUIDs are in lower case, so they sort like their bytes.
  const { places, seated } = guidPlaces(entries, lineups);
  const guids = new Uint8Array(seated.length * GUID_BYTES);
  for (let place = 0; place < seated.length; place += 1)
    writeGuid(entries[seated[place]!]!.uuid, guids, place * GUID_BYTES);
  /** The places of a lineup's players, ascending. */
  const order = new Int32Array(seats);
  const roleAt = new Int32Array(seats);
  return (lineup) => {
    for (let index = 0; index < lineup.length; index += 1) {
      const { entry, slot } = lineup[index]!;
      const own = places[entry]!;
      let at = index;
      for (; at > 0 && own < order[at - 1]!; at -= 1) {
        order[at] = order[at - 1]!;
        roleAt[at] = roleAt[at - 1]!;
      }
      order[at] = own;
      roleAt[at] = roleOf[slot]!;
    }
    let at = GUID_BYTES;
    for (let index = 0; index < lineup.length; index += 1) {
      const from = order[index]! * GUID_BYTES;
      for (let byte = 0; byte < GUID_BYTES; byte += 1) bytes[at + byte] = guids[from + byte]!;
      bytes[at + GUID_BYTES] = roleAt[index]!;
      at += PICK_BYTES;
    }
    return nameGuid(bytes, at);
  };
}

type Row = [string, ...unknown[]];

/** Cached names of repeated requests, whose problems are frozen. */
const named = new LastMade<Problem, string>();

/** Names the request by a text that does not depend on the order of lists or the number of lineups. */
function nameRequest({ sport, request, cap }: Problem, sha1: Sha1 | undefined): string {
  const { book, contest, stack, players } = request;
  const terms = JSON.stringify([sport, book, contest, cap, stack]);
  const include = [
    request.include.players.map((item): Row => [item.player, item.position ?? null]),
    request.include.teams.map((item): Row => [item.team, item.position ?? null]),
  ];
  const rest = JSON.stringify([
    include.map(byFirst),
    request.exclude.players.toSorted(),
    request.exclude.teams.toSorted(),
    request.games.toSorted(),
    byFirst(Object.entries(request.positions)),
  ]);
  const lists = [textOf(players, playerRow), COMMA, textOf(request.teams, teamRow)];
  const parts = [UTF8.encode(`${terms.slice(0, -1)},`), ...lists, UTF8.encode(`,${rest.slice(1)}`)];
  return nameParts(parts, REQUESTS, sha1);
}

const UTF8 = new TextEncoder();
const COMMA = UTF8.encode(",");

type Player = LineupRequest["players"][number];
type Team = LineupRequest["teams"][number];

const playerRow = (item: Player): Row => [
  item.player,
  item.salary,
  item.captainSalary ?? null,
  item.position,
];
const teamRow = (item: Team): Row => [item.team, item.salary, item.captainSalary ?? null];

/** Cached for lists that many requests share. */
const known = new LastMade<readonly unknown[], Uint8Array>();

/** A list of the pool as part of a request's name. */
function textOf<Item>(list: readonly Item[], rowOf: (item: Item) => Row): Uint8Array {
  return known.of(list, [], () => UTF8.encode(JSON.stringify(byFirst(list.map(rowOf)))));
}

function byFirst<Row extends readonly [string, ...unknown[]]>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
}
