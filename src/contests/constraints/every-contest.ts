import { entryRef, message } from "../../shared/errors/message-parts.ts";
import { seatSalary } from "../problem/pool.ts";
import type { Finding, GeneralConstraint } from "./constraint.ts";

const ROSTER_SLOTS = "roster-slots";

/** Every slot has as many players as seats, each with a position that the slot accepts. */
export const rosterSlots: GeneralConstraint = {
  name: ROSTER_SLOTS,
  rules: (problem) =>
    problem.contest.slots.map((slot, index) => ({
      kind: "fill",
      slot: index,
      origin: {
        constraint: ROSTER_SLOTS,
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
        entries: lineup.flatMap((seat) => (seat.slot === index ? entries[seat.entry]!.uuid : [])),
      });
    }
    for (let at = 0; at < lineup.length; at += 1) {
      const seat = lineup[at]!;
      const { uuid, positions } = entries[seat.entry]!;
      const { name: slot, accepts } = slots[seat.slot]!;
      if (holdsOneOf(positions, accepts)) continue;
      found.push({
        detail: message`${entryRef(uuid)} (${positions.join("/")}) sits in ${slot}, which accepts ${accepts.join(", ")}.`,
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

const PLAYER_ONCE = "player-once";

/** No player sits in two seats, such as captain and flex. */
export const playerOnce: GeneralConstraint = {
  name: PLAYER_ONCE,
  rules: () => [
    { kind: "once", origin: { constraint: PLAYER_ONCE, pointer: null, words: "no player in two slots" } },
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
        detail: message`${entryRef(uuid)} is in the lineup more than once.`,
        limit: 1,
        actual,
        entries: [uuid],
      });
    }
    return found;
  },
};

const SALARY_CAP = "salary-cap";

/** The salaries sum to at most the cap, if there is one. A captain's salary is that of the captain slot. */
export const salaryCap: GeneralConstraint = {
  name: SALARY_CAP,
  rules: ({ cap, request }) =>
    cap === null
      ? []
      : [
          {
            kind: "budget",
            maximum: cap,
            origin: {
              constraint: SALARY_CAP,
              pointer: request.cap === undefined ? null : "/cap",
              words: `salary cap ${cap}`,
            },
          },
        ],
  check(problem, lineup) {
    if (problem.cap === null) return [];
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
