import type { Constraint } from "./constraint.ts";

const name = "salary-cap";

/** The salaries, each that of the slot it is paid in, sum to at most the cap. */
export const salaryCap: Constraint = {
  name,
  rules: (problem) => [
    {
      kind: "budget",
      maximum: problem.cap,
      origin: {
        constraint: name,
        pointer: problem.request.cap === undefined ? null : "/cap",
        words: `salary cap ${problem.cap}`,
      },
    },
  ],
  check(problem, lineup) {
    let total = 0;
    for (const seat of lineup) {
      const entry = problem.entries[seat.entry]!;
      total +=
        problem.contest.slots[seat.slot]!.salary === "captainSalary" ? entry.captainSalary! : entry.salary;
    }
    if (total <= problem.cap) return [];
    return [
      {
        constraint: name,
        detail: `The salaries sum to ${total}, ${total - problem.cap} above the cap of ${problem.cap}.`,
      },
    ];
  },
};
