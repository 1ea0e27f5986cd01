import { seatSalary } from "../problem/pool.ts";
import type { GeneralConstraint } from "./constraint.ts";

const name = "salary-cap";

/** The salaries, each for the slot it is paid in, sum to at most the cap. */
export const salaryCap: GeneralConstraint = {
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
    for (let at = 0; at < lineup.length; at += 1) total += seatSalary(problem, lineup[at]!);
    if (total <= problem.cap) return [];
    return [
      {
        detail: `The salaries sum to ${total}, ${total - problem.cap} above the cap of ${problem.cap}.`,
        limit: problem.cap,
        actual: total,
        entries: lineup.map((seat) => problem.entries[seat.entry]!.uuid),
      },
    ];
  },
};
