import { bookNamed } from "../books/index.ts";
import { positionNamed } from "../roster/positions.ts";
import type { ContestBase } from "../schema/contest.ts";
import type { FantasyPerformance } from "../schema/performances.ts";
import type { Issues } from "./issues.ts";
import type { Candidate } from "./pool.ts";
import { subjectsOf } from "./projection-subjects.ts";

/** Beyond this many points a projection is taken for a mistake; it keeps sums of points exact. */
const MOST_POINTS = 1_000;

/** The one projection through which a pool entry counts. */
export interface Projection {
  readonly team: string;
  readonly event: string;
  readonly points: number;
  /** Where it stands in the projections document. */
  readonly path: string;
}

/**
 * Finds each candidate's projection for the request's book in the listed games. A null projection is none; two
 * in the listed games, a missing team and a third team in one game are issues.
 */
export function readProjections(
  data: readonly FantasyPerformance[],
  contest: ContestBase,
  games: ReadonlySet<string>,
  pool: ReadonlyMap<string, Candidate>,
  issues: Issues,
): Map<string, Projection> {
  const attribute = bookNamed(contest.book).pointsAttribute;
  const subjects = subjectsOf(data);
  const found = new Map<string, Projection>();
  for (let index = 0; index < data.length; index += 1) {
    const { attributes } = data[index]!;
    const { player, team, event } = subjects[index]!;
    const points = attributes[attribute];
    if (points == null || event === null || !games.has(event)) continue;
    const candidate = candidateOf(player, team, attributes.position, contest, pool);
    if (candidate === undefined) continue;
    const path = `/data/${index}`;
    const first = found.get(candidate.uuid);
    if (first) {
      issues.addProjection(
        "several-projections",
        path,
        `${candidate.uuid} (${candidate.pointer}) has a projection in the listed games already, at ${first.path}. List one of its games only, or keep one projection.`,
      );
    } else if (team === null) {
      issues.addProjection(
        "team-missing",
        `${path}/relationships/team`,
        `the projection of ${candidate.uuid} (${candidate.pointer}) names no team.`,
      );
    } else if (Math.abs(points) > MOST_POINTS) {
      issues.addProjection(
        "invalid-projection",
        `${path}/attributes/${attribute}`,
        `${points} is beyond ${MOST_POINTS} points.`,
      );
    } else {
      found.set(candidate.uuid, { team, event, points, path });
    }
  }
  refuseThirdTeams(found, issues);
  return found;
}

/** A projection at a team's position is the defense's, whatever `player` it names; any other is its player's. */
function candidateOf(
  player: string | null,
  team: string | null,
  position: string | null | undefined,
  contest: ContestBase,
  pool: ReadonlyMap<string, Candidate>,
): Candidate | undefined {
  if (player !== null) {
    const candidate = pool.get(player);
    if (candidate?.kind === "player") return candidate;
  }
  if (team === null) return undefined;
  const isDefense =
    player === null && position == null
      ? true
      : position != null && positionNamed(contest, position)?.entry === "team";
  const candidate = isDefense ? pool.get(team) : undefined;
  return candidate?.kind === "team" ? candidate : undefined;
}

function refuseThirdTeams(found: ReadonlyMap<string, Projection>, issues: Issues): void {
  const teamsOf = new Map<string, Set<string>>();
  for (const { event, team, path } of found.values()) {
    const teams = teamsOf.get(event) ?? new Set();
    teamsOf.set(event, teams);
    if (teams.has(team)) continue;
    teams.add(team);
    if (teams.size === 3) {
      issues.addProjection(
        "third-team",
        `${path}/relationships/team`,
        `${team} is the third team of game ${event}; a game has two.`,
      );
    }
  }
}
