import { seatPoints, totalsOf } from "../../contests/problem/price.ts";
import type { Entry, Problem } from "../../contests/problem/problem.ts";
import { POINT_UNITS } from "../../engine/model/model.ts";
import { guidOfId } from "../../shared/schema/guid.ts";
import type { FantasyLineup } from "../../shared/schema/lineups.ts";
import type { ClaimedSeat } from "./seats.ts";
import type { LineupViolation } from "./violation.ts";

/** The tolerance: half a unit of the 4th decimal, plus rounding of doubles. */
const ROUNDING = 0.5e-4 + 1e-9;

const RELATIONSHIPS = ["mustInclude", "mustExclude", "selections", "defenseSpecialTeams"] as const;

/** Finds statements of a document about a lineup that its seats contradict; `pointer` is the lineup's. */
export function falseClaims(
  problem: Problem,
  lineup: FantasyLineup,
  seats: readonly ClaimedSeat[],
  pointer: string,
): LineupViolation[] {
  const { attributes, relationships } = lineup;
  const { salary, points } = totalsOf(problem, seats);
  const { include, exclude } = problem.request;
  const uuidsOf = (kind: Entry["kind"]) =>
    seats.flatMap(({ entry }) =>
      problem.entries[entry]!.kind === kind ? [problem.entries[entry]!.uuid] : [],
    );
  const found: LineupViolation[] = [];
  const claim = (member: string, stated: unknown, actual: unknown, agrees = stated === actual) => {
    if (agrees) return;
    found.push({
      constraint: "claims",
      detail: `${member.replace(/^\w+\//, "")} is given as ${stated}, but is ${actual}.`,
      limit: numberOrNull(actual),
      actual: numberOrNull(stated),
      entries: [],
      pointer: `${pointer}/${member}`,
    });
  };
  const claimPoints = (member: string, stated: number, units: number) =>
    claim(member, stated, units / POINT_UNITS, Math.abs(stated - units / POINT_UNITS) <= ROUNDING);
  const claimUuids = (member: (typeof RELATIONSHIPS)[number], uuids: readonly string[]) => {
    const stated = uuidsIn(relationships[member]).sort().join(", ");
    const actual = [...uuids].sort().join(", ");
    claim(`relationships/${member}`, stated || "empty", actual || "empty");
  };

  claim("id", lineup.id, `/${problem.sport}/v2/fantasy/lineup-optimizer/${attributes.uuid}`);
  claim("attributes/book", attributes.book, problem.contest.book);
  claim("attributes/contest", attributes.contest, problem.contest.contest);
  claim("attributes/salaryCap", attributes.salaryCap, problem.cap);
  claim("attributes/salaryTotal", attributes.salaryTotal, salary);
  claim("attributes/salaryRemaining", attributes.salaryRemaining, problem.cap - salary);
  claimPoints("attributes/points", attributes.points, points);
  for (const seat of seats)
    claimPoints(`${seat.pointer.slice(pointer.length + 1)}/points`, seat.points, seatPoints(problem, seat));
  claimUuids("mustInclude", [
    ...include.players.map(({ player }) => player),
    ...include.teams.map(({ team }) => team),
  ]);
  claimUuids("mustExclude", [...exclude.players, ...exclude.teams]);
  claimUuids("selections", uuidsOf("player"));
  claimUuids("defenseSpecialTeams", uuidsOf("team"));
  return found;
}

function uuidsIn({ data }: FantasyLineup["relationships"][(typeof RELATIONSHIPS)[number]]): string[] {
  return [data ?? []].flat().map(({ id }) => guidOfId(id) ?? id);
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
