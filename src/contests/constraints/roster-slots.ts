import { entryRef } from "../../shared/errors/lineup-error.ts";
import type { Lineup } from "../problem/problem.ts";
import type { Finding, GeneralConstraint } from "./constraint.ts";

const name = "roster-slots";

/** Every slot has as many players as seats, each with a position that the slot accepts. */
export const rosterSlots: GeneralConstraint = {
  name,
  rules: (problem) =>
    problem.contest.slots.map((slot, index) => ({
      kind: "fill",
      slot: index,
      origin: {
        constraint: name,
        pointer: null,
        words: `${slot.name}: ${slot.count} ${slot.count === 1 ? "slot" : "slots"}`,
      },
    })),
  check({ contest: { slots }, entries }, lineup) {
    const found: Finding[] = [];
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index]!;
      let actual = 0;
      for (let at = 0; at < lineup.length; at += 1) if (lineup[at]!.slot === index) actual += 1;
      if (actual === slot.count) continue;
      found.push({
        detail: `${slot.name}: ${actual} seated, ${slot.count} needed.`,
        limit: slot.count,
        actual,
        entries: seatedIn(index, lineup).map((entry) => entries[entry]!.uuid),
      });
    }
    for (let at = 0; at < lineup.length; at += 1) {
      const seat = lineup[at]!;
      const { uuid, positions } = entries[seat.entry]!;
      const { name: slot, accepts } = slots[seat.slot]!;
      if (holdsOneOf(positions, accepts)) continue;
      found.push({
        detail: `${entryRef(uuid)} (${positions.join("/")}) sits in ${slot}, which accepts ${accepts.join(", ")}.`,
        limit: null,
        actual: null,
        entries: [uuid],
      });
    }
    return found;
  },
};

function holdsOneOf(positions: readonly string[], accepted: readonly string[]): boolean {
  for (let at = 0; at < positions.length; at += 1) if (accepted.includes(positions[at]!)) return true;
  return false;
}

function seatedIn(slot: number, lineup: Lineup): number[] {
  return lineup.filter((seat) => seat.slot === slot).map(({ entry }) => entry);
}
