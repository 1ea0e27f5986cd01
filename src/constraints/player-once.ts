import type { Constraint } from "./constraint.ts";

const name = "player-once";

/** Nobody sits in two seats, captain and flex included. */
export const playerOnce: Constraint = {
  name,
  rules: () => [{ kind: "once", origin: { constraint: name, pointer: null, words: "nobody in two slots" } }],
  check(problem, lineup) {
    const seen = new Set<number>();
    const repeated = new Set<number>();
    for (const seat of lineup) (seen.has(seat.entry) ? repeated : seen).add(seat.entry);
    return [...repeated].map((entry) => ({
      constraint: name,
      detail: `${problem.entries[entry]!.uuid} is in the lineup more than once.`,
    }));
  },
};
