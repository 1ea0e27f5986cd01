import { LastMade } from "../../shared/collections.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import { playedPositions } from "./file-seats.ts";
import type { Issues } from "./issues.ts";
import type { Candidate } from "./pool.ts";
import type { Entry } from "./problem.ts";
import { readProjections } from "./projections.ts";

/** A pool joined with its projections. */
export interface JoinedPool {
  readonly entries: readonly Entry[];
  /** By position in the pool, the index into `entries`; undefined for players left out. */
  readonly indices: readonly (number | undefined)[];
  /** GUIDs of players left out, by reason, as in `Problem`. */
  readonly withoutProjection: readonly string[];
  readonly withoutSlot: readonly string[];
  readonly unavailable: readonly string[];
}

/** What to join a pool with. */
export interface JoinTerms {
  readonly contest: ContestBase;
  readonly projections: readonly FantasyPerformance[];
  readonly games: ReadonlySet<string>;
  /** Players to leave out because they cannot play, and why, by GUID. */
  readonly absent: ReadonlyMap<string, string> | undefined;
  /** Whether a book's file assigns the slots; positions then only say what a player plays. */
  readonly seatedByFile: boolean;
}

const joined = new LastMade<ReadonlyMap<string, Candidate>, JoinedPool>();

/**
 * Joins a pool with its projections and adds faults of the projections to `issues`. Requests with the same
 * pool and the same frozen projections share the result; only the server shares pools.
 */
export function joinPool(pool: ReadonlyMap<string, Candidate>, terms: JoinTerms, issues: Issues): JoinedPool {
  const { contest, projections, games, absent, seatedByFile } = terms;
  const others = [contest, projections, [...games].join(), absent, seatedByFile];
  return issues.soundly(joined, pool, others, () => join(pool, terms, issues));
}

function join(
  pool: ReadonlyMap<string, Candidate>,
  { contest, projections, games, absent, seatedByFile }: JoinTerms,
  issues: Issues,
): JoinedPool {
  const projected = readProjections(projections, contest, games, pool, issues);
  const entries: Entry[] = [];
  const indices = new Array<number | undefined>(pool.size);
  const withoutProjection: string[] = [];
  const withoutSlot: string[] = [];
  const unavailable: string[] = [];
  for (const { kind, uuid, positions, unseated, salary, captainSalary, place } of pool.values()) {
    if (unseated) {
      withoutSlot.push(uuid);
      continue;
    }
    if (absent?.has(uuid)) {
      unavailable.push(uuid);
      continue;
    }
    const projection = projected[place];
    if (projection === undefined) {
      withoutProjection.push(uuid);
      continue;
    }
    const { team, event, points, position } = projection;
    const plays = seatedByFile && position !== null ? playedPositions(contest, position) : null;
    indices[place] = entries.length;
    entries.push({
      kind,
      uuid,
      positions,
      plays: plays ?? positions,
      team,
      event,
      salary,
      captainSalary,
      points,
    });
  }
  return { entries, indices, withoutProjection, withoutSlot, unavailable };
}
