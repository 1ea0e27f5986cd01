import type { Rule } from "../model/model.ts";
import type { Constraint } from "./constraint.ts";

const name = "position-minimums";

/** At least as many entries hold each position as the request's `positions` asks for. */
export const positionMinimums: Constraint = {
  name,
  rules: (problem) =>
    problem.minimums.map(
      ({ position, minimum, pointer }): Rule => ({
        kind: "atLeast",
        entries: [...problem.entries.keys()].filter((index) =>
          problem.entries[index]!.positions.includes(position),
        ),
        minimum,
        origin: { constraint: name, pointer, words: `at least ${minimum} ${position}` },
      }),
    ),
  check: (problem, lineup) =>
    problem.minimums.flatMap(({ position, minimum, pointer }) => {
      let holders = 0;
      for (const seat of lineup) if (problem.entries[seat.entry]!.positions.includes(position)) holders += 1;
      if (holders >= minimum) return [];
      return [
        { constraint: name, detail: `${holders} hold ${position}, at least ${minimum} must (${pointer}).` },
      ];
    }),
};
