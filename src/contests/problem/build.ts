import type { ContestBase } from "../../shared/schema/contest.ts";
import type { ExcludedSlot, Origin } from "../../shared/schema/options.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import { type FileSeats, seatByFile } from "./file-seats.ts";
import type { Issues } from "./issues.ts";
import { joinPool } from "./join.ts";
import { readMinimums } from "./minimums.ts";
import { readPool } from "./pool.ts";
import type { Lock, Problem } from "./problem.ts";
import { readExclusions, readInclusions } from "./references.ts";
import { readSlotExclusions } from "./slot-exclusions.ts";

/**
 * What applies to a request besides its body. `seats`: the slots that a book's file gives its players.
 * `excludedSlots`: players who must not sit in certain slots. `unavailable`: players to leave out because
 * they cannot play, and why, by GUID.
 */
export interface Circumstances {
  readonly origin: Origin;
  readonly seats?: FileSeats | undefined;
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  readonly unavailable?: ReadonlyMap<string, string> | undefined;
  readonly issues: Issues;
}

/**
 * Joins a parsed request with its rules table and its projections; `issues` holds those found earlier.
 * @throws InvalidRequestError: every issue names the value, the field and the remedy.
 */
export function buildProblem(
  contest: ContestBase,
  request: LineupRequest,
  projections: readonly FantasyPerformance[],
  { origin, seats, excludedSlots = [], unavailable: absent, issues }: Circumstances,
): Problem {
  const games = readGames(request, contest, issues);
  const asked = readPool(request, contest, issues);
  const pool = seats === undefined ? asked : seatByFile(asked, contest, seats, issues);
  const inclusions = readInclusions(request, contest, pool, issues);
  const exclusions = readExclusions(request, pool, inclusions, issues);
  const slotExclusions = readSlotExclusions(
    excludedSlots,
    contest,
    { pool, inclusions, excluded: exclusions },
    issues,
  );
  const minimums = readMinimums(request, contest, pool, issues);
  const { entries, indices, ...leftOut } = joinPool(
    pool,
    { contest, projections, games, absent, seatedByFile: seats !== undefined },
    issues,
  );
  const locks = inclusions.flatMap(({ uuid, slot, pointer }): Lock[] => {
    const { place, unseated } = pool.get(uuid)!;
    const entry = indices[place];
    if (entry !== undefined) return [{ entry, slot, pointer }];
    if (unseated) {
      issues.add(
        "included-without-slot",
        pointer,
        `${uuid} is included, but no slot of this contest accepts its position. Do not include it.`,
      );
      return [];
    }
    const why = absent?.get(uuid);
    if (why !== undefined) {
      issues.add(
        "included-unavailable",
        pointer,
        `${uuid} is included, but is ${why}. Do not include it, or keep unavailable players.`,
      );
      return [];
    }
    issues.add(
      "included-without-projection",
      pointer,
      `${uuid} is included but has no projection in the listed games. Do not include it, or list its game.`,
    );
    return [];
  });
  issues.throwIfAny();
  return {
    sport: contest.sport,
    contest,
    request,
    origin,
    cap: request.cap ?? contest.salaryCap.default,
    entries,
    locks,
    excluded: [...exclusions].flatMap((uuid) => indices[pool.get(uuid)!.place] ?? []),
    slotBans: slotExclusions.flatMap(({ uuid, ...ban }) => {
      const entry = indices[pool.get(uuid)!.place];
      return entry === undefined ? [] : [{ entry, ...ban }];
    }),
    minimums,
    ...leftOut,
  };
}

/** Whether a request may list this many games. */
export function takesGames({ games: { minimum, maximum } }: ContestBase, count: number): boolean {
  return count >= minimum && (maximum === null || count <= maximum);
}

function readGames(request: LineupRequest, contest: ContestBase, issues: Issues): Set<string> {
  const games = new Set<string>();
  for (const [index, game] of request.games.entries()) {
    if (games.has(game))
      issues.add("duplicate", `/games/${index}`, `${game} is already listed. Keep one of them.`);
    games.add(game);
  }
  if (!takesGames(contest, games.size)) {
    const { minimum, maximum } = contest.games;
    const wanted =
      maximum === minimum
        ? `exactly ${minimum}`
        : maximum === null
          ? `at least ${minimum}`
          : `${minimum} to ${maximum}`;
    issues.add("games-count", "/games", `${games.size} listed, but ${contest.contest} takes ${wanted}.`);
  }
  return games;
}
