import { positionNamed, slotNamed } from "../../engine/roster/positions.ts";
import { pointerOf } from "../../shared/pointer.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import type { Issues } from "./issues.ts";
import type { Candidate } from "./pool.ts";
import type { PositionMinimum } from "./problem.ts";

/**
 * Reads `positions`. A minimum for a slot name is only checked against the slot's number of seats, since all
 * seats are always filled. A name that is both a slot and a position means the position.
 */
export function readMinimums(
  request: LineupRequest,
  contest: ContestBase,
  pool: ReadonlyMap<string, Candidate>,
  issues: Issues,
): PositionMinimum[] {
  const minimums = new Map<string, PositionMinimum>();
  for (const [spelling, minimum] of Object.entries(request.positions)) {
    const pointer = pointerOf(["positions", spelling]);
    const position = positionNamed(contest, spelling)?.name;
    const slot = contest.slots[slotNamed(contest, spelling)];
    if (position !== undefined) {
      const most = mostHolders(position, contest, pool);
      const same = minimums.get(position);
      if (same)
        issues.add(
          "duplicate",
          pointer,
          `${spelling} means ${position}, which ${same.pointer} already sets. Keep one of them.`,
        );
      else if (minimum > most)
        issues.add(
          "minimum-beyond-slots",
          pointer,
          `the request needs ${minimum} ${position}, but the slots hold at most ${most}. Lower it to ${most}.`,
        );
      else if (minimum > 0) minimums.set(position, { position, minimum, pointer });
    } else if (slot === undefined) {
      const known = [...contest.positions.map(({ name }) => name), ...contest.slots.map(({ name }) => name)];
      issues.add(
        "invalid-position",
        pointer,
        `"${spelling}" is not a position or a slot of this contest. Known: ${[...new Set(known)].join(", ")}.`,
      );
    } else if (minimum > slot.count) {
      issues.add(
        "minimum-beyond-slots",
        pointer,
        `the request needs ${minimum} in ${slot.name}, but the slot has ${slot.count} seats. Lower it to ${slot.count}.`,
      );
    }
  }
  return [...minimums.values()];
}

/**
 * The most players with the position that can sit at once, given any number of each combination of positions
 * in the pool.
 */
function mostHolders(position: string, contest: ContestBase, pool: ReadonlyMap<string, Candidate>): number {
  const held = new Set([position]);
  for (const candidate of pool.values()) {
    if (candidate.positions.includes(position)) for (const other of candidate.positions) held.add(other);
  }
  return contest.slots
    .filter((slot) => slot.accepts.some((accepted) => held.has(accepted)))
    .reduce((seats, slot) => seats + slot.count, 0);
}
