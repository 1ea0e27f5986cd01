import type { Constraint, Violation } from "./constraint.ts";

const name = "roster-slots";

/** Every slot has as many entries as it has seats, each of a position the slot accepts. */
export const rosterSlots: Constraint = {
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
  check(problem, lineup) {
    const violations: Violation[] = [];
    for (const [index, slot] of problem.contest.slots.entries()) {
      const seated = lineup.filter((seat) => seat.slot === index).map((seat) => problem.entries[seat.entry]!);
      if (seated.length !== slot.count) {
        violations.push({
          constraint: name,
          detail: `${slot.name}: ${seated.length} seated, ${slot.count} needed.`,
        });
      }
      for (const entry of seated) {
        if (entry.positions.some((position) => slot.accepts.includes(position))) continue;
        violations.push({
          constraint: name,
          detail: `${entry.uuid} (${entry.positions.join("/")}) sits in ${slot.name}, which accepts ${slot.accepts.join(", ")}.`,
        });
      }
    }
    return violations;
  },
};
