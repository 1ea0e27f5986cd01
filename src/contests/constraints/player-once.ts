import { entryRef } from "../../shared/errors/lineup-error.ts";
import type { Finding, GeneralConstraint } from "./constraint.ts";

const name = "player-once";

/** No player sits in two seats, such as captain and flex. */
export const playerOnce: GeneralConstraint = {
  name,
  rules: () => [
    { kind: "once", origin: { constraint: name, pointer: null, words: "no player in two slots" } },
  ],
  check(problem, lineup) {
    const found: Finding[] = [];
    for (let at = 0; at < lineup.length; at += 1) {
      const { entry } = lineup[at]!;
      let earlier = 0;
      let actual = 0;
      for (let other = 0; other < lineup.length; other += 1) {
        if (lineup[other]!.entry !== entry) continue;
        actual += 1;
        if (other < at) earlier += 1;
      }
      if (actual === 1 || earlier > 0) continue;
      const { uuid } = problem.entries[entry]!;
      found.push({
        detail: `${entryRef(uuid)} is in the lineup more than once.`,
        limit: 1,
        actual,
        entries: [uuid],
      });
    }
    return found;
  },
};
