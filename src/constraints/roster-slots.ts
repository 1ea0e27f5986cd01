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
      let actual = 0;
      for (const seat of lineup) if (seat.slot === index) actual += 1;
      if (actual === slot.count) continue;
      found.push({
        detail: `${slot.name}: ${actual} seated, ${slot.count} needed.`,
        limit: slot.count,
        actual,
        entries: lineup.flatMap((seat) => (seat.slot === index ? [problem.entries[seat.entry]!.uuid] : [])),
      });
    }
    for (const seat of lineup) {
      const { uuid, positions } = problem.entries[seat.entry]!;
      const { name: slot, accepts } = problem.contest.slots[seat.slot]!;
      if (positions.some((position) => accepts.includes(position))) continue;
      found.push({
        detail: `${uuid} (${positions.join("/")}) sits in ${slot}, which accepts ${accepts.join(", ")}.`,
        limit: null,
        actual: null,
        entries: [uuid],
      });
    }
    return found;
  },
};
