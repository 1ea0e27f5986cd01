import { type Model, type Picks, POINT_UNITS } from "../../../engine/model/model.ts";
import { LastMade } from "../../../shared/collections.ts";
import { pointsIn, rolesOf, salaryIn } from "../../../shared/roster.ts";
import type { Problem } from "../../problem/problem.ts";
import { rulesOf } from "./contest-table.ts";

/** For lists of players that many problems share; the engine's own caches know the picks by identity. */
const known = new LastMade<Problem["entries"], Pick<Model, "slots" | "picks">>();

/** Each slot in the bit set `apart` gets a role of its own. */
export function buildModel(problem: Problem, apart = 0): Model {
  const { slots, picks } = known.of(problem.entries, [problem.contest, apart], () => {
    const roles = rolesOf(problem.contest, apart);
    return { slots: slotsOf(problem, roles), picks: picksOf(problem, roles) };
  });
  return { entries: problem.entries.length, slots, picks, rules: rulesOf(problem, picks) };
}

function slotsOf(problem: Problem, roles: ReturnType<typeof rolesOf>): Model["slots"] {
  return problem.contest.slots.map((slot, index) => ({
    role: roles.findIndex((role) => role.slots.includes(index)),
    count: slot.count,
  }));
}

function picksOf(problem: Problem, roles: ReturnType<typeof rolesOf>): Picks {
  const acceptedBy = new Map<string, number>();
  for (const [index, slot] of problem.contest.slots.entries())
    for (const position of slot.accepts)
      acceptedBy.set(position, (acceptedBy.get(position) ?? 0) | (1 << index));
  const roleBits = roles.map((role) => role.slots.reduce((bits, slot) => bits | (1 << slot), 0));
  const most = problem.entries.length * roles.length;
  const entry = new Int32Array(most);
  const role = new Uint8Array(most);
  const slots = new Int32Array(most);
  const points = new Float64Array(most);
  const salary = new Float64Array(most);
  let length = 0;
  for (const [index, candidate] of problem.entries.entries()) {
    let accepted = 0;
    for (const position of candidate.positions) accepted |= acceptedBy.get(position) ?? 0;
    for (const [roleIndex, one] of roles.entries()) {
      const bits = accepted & roleBits[roleIndex]!;
      if (bits === 0) continue;
      entry[length] = index;
      role[length] = roleIndex;
      slots[length] = bits;
      points[length] = Math.round(pointsIn(one, candidate) * POINT_UNITS);
      salary[length] = salaryIn(one, candidate);
      length += 1;
    }
  }
  return {
    entry: entry.slice(0, length),
    role: role.slice(0, length),
    slots: slots.slice(0, length),
    points: points.slice(0, length),
    salary: salary.slice(0, length),
  };
}
