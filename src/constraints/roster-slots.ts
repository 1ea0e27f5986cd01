import type { Finding, StandingConstraint } from "./constraint.ts";

const name = "roster-slots";

/** Every slot has as many entries as it has seats, each of a position the slot accepts. */
export const rosterSlots: StandingConstraint = {
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
    const found: Finding[] = [];
    for (const [index, slot] of problem.contest.slots.entries()) {
      const seated = lineup.filter((seat) => seat.slot === index).map((seat) => problem.entries[seat.entry]!);
      if (seated.length !== slot.count) {
        found.push({
          detail: `${slot.name}: ${seated.length} seated, ${slot.count} needed.`,
          limit: slot.count,
          actual: seated.length,
          entries: seated.map(({ uuid }) => uuid),
        });
      }
      for (const { uuid, positions } of seated) {
        if (positions.some((position) => slot.accepts.includes(position))) continue;
        found.push({
          detail: `${uuid} (${positions.join("/")}) sits in ${slot.name}, which accepts ${slot.accepts.join(", ")}.`,
          limit: null,
          actual: null,
          entries: [uuid],
        });
      }
    }
    return found;
  },
};
