import type { StandingConstraint } from "./constraint.ts";

const name = "player-once";

/** Nobody sits in two seats, captain and flex included. */
export const playerOnce: StandingConstraint = {
  name,
  rules: () => [{ kind: "once", origin: { constraint: name, pointer: null, words: "nobody in two slots" } }],
  check(problem, lineup) {
    const seats = new Map<number, number>();
    for (const { entry } of lineup) seats.set(entry, (seats.get(entry) ?? 0) + 1);
    return [...seats]
      .filter(([, actual]) => actual > 1)
      .map(([entry, actual]) => {
        const { uuid } = problem.entries[entry]!;
        return { detail: `${uuid} is in the lineup more than once.`, limit: 1, actual, entries: [uuid] };
      });
  },
};
