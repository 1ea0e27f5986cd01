import type { Lineup, Problem } from "../problem/problem.ts";
import { rolesOf } from "../roster/roles.ts";
import type { LineupRequest } from "../schema/request.ts";
import { GUID_BYTES, nameGuid, nameText, writeGuid } from "../shared/guid-bytes.ts";
import { LastMade } from "../shared/last-made.ts";
import { guidPlaces } from "./guid-places.ts";

/** The namespace of request identities: a version 4 UUID drawn once for this project. */
const REQUESTS = "5f0c1f5e-9d0c-4f0e-8a51-6f1f3f0f7a2b";

/** Bytes a pick takes in a lineup's name: its GUID's, and its role. */
const PICK_BYTES = GUID_BYTES + 1;

/**
 * Names the lineups, by their seats: a version 5 UUID of the request and the picks. The order of the pool and the number
 * of lineups asked for do not matter, so a lineup keeps its name when more of them are asked for.
 */
export function lineupNamer(
  problem: Problem,
  lineups: readonly { readonly seats: Lineup }[],
): (seats: Lineup) => string {
  const { contest, entries } = problem;
  const roles = rolesOf(contest);
  const roleOf = contest.slots.map((_, slot) => roles.findIndex((role) => role.slots.includes(slot)));
  const seats = contest.slots.reduce((sum, { count }) => sum + count, 0);
  const bytes = new Uint8Array(GUID_BYTES + seats * PICK_BYTES);
  writeGuid(nameRequest(problem), bytes, 0);
  // GUIDs are spelled in lower case, so their spellings are in the order of their bytes.
  const places = guidPlaces(entries, lineups);
  // Those of the entries met so far, 16 bytes each.
  const guids = new Uint8Array(entries.length * GUID_BYTES);
  const isKnown = new Uint8Array(entries.length);
  const order = new Int32Array(seats);
  const roleAt = new Int32Array(seats);
  return (lineup) => {
    for (let index = 0; index < lineup.length; index += 1) {
      const { entry, slot } = lineup[index]!;
      if (isKnown[entry] === 0) {
        writeGuid(entries[entry]!.uuid, guids, entry * GUID_BYTES);
        isKnown[entry] = 1;
      }
      let place = index;
      for (; place > 0 && places[entry]! < places[order[place - 1]!]!; place -= 1) {
        order[place] = order[place - 1]!;
        roleAt[place] = roleAt[place - 1]!;
      }
      order[place] = entry;
      roleAt[place] = roleOf[slot]!;
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

/** Names the request by a text in which neither the order of lists nor the number of lineups matters. */
function nameRequest({ sport, request, cap }: Problem): string {
  const { book, contest, stack, players } = request;
  const terms = JSON.stringify([sport, book, contest, cap, stack]);
  const teams = request.teams.map((item): Row => [item.team, item.salary, item.captainSalary ?? null]);
  const include = [
    request.include.players.map((item): Row => [item.player, item.position ?? null]),
    request.include.teams.map((item): Row => [item.team, item.position ?? null]),
  ];
  const rest = JSON.stringify([
    byFirst(teams),
    include.map(byFirst),
    request.exclude.players.toSorted(),
    request.exclude.teams.toSorted(),
    request.games.toSorted(),
    byFirst(Object.entries(request.positions)),
  ]);
  return nameText(`${terms.slice(0, -1)},${playersOf(players)},${rest.slice(1)}`, REQUESTS);
}

/** Of lists that many requests share. */
const known = new LastMade<LineupRequest["players"], string>();

function playersOf(players: LineupRequest["players"]): string {
  return known.of(players, [], () =>
    JSON.stringify(
      byFirst(
        players.map((item): Row => [item.player, item.salary, item.captainSalary ?? null, item.position]),
      ),
    ),
  );
}

function byFirst<Row extends readonly [string, ...unknown[]]>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
}
