import type { Rule } from "../model/model.ts";
import type { Finding, StandingConstraint } from "./constraint.ts";

const name = "locks";

/** Every included entry is in the lineup, in its slot where the request names one. */
export const locks: StandingConstraint = {
  name,
  rules: (problem) =>
    problem.locks.flatMap((lock): Rule[] => {
      const uuid = problem.entries[lock.entry]!.uuid;
      const slot = lock.slot === null ? null : problem.contest.slots[lock.slot]!.name;
      const origin = {
        constraint: name,
        pointer: lock.pointer,
        words: slot === null ? `${uuid} included` : `${uuid} included in ${slot}`,
      };
      const required: Rule = { kind: "require", entry: lock.entry, origin };
      return lock.slot === null
        ? [required]
        : [required, { kind: "seat", entry: lock.entry, slot: lock.slot, origin }];
    }),
  check: (problem, lineup) =>
    problem.locks.flatMap((lock): Finding[] => {
      const uuid = problem.entries[lock.entry]!.uuid;
      const missing = (detail: string) => [{ detail, limit: 1, actual: 0, entries: [uuid] }];
      const seats = lineup.filter((seat) => seat.entry === lock.entry);
      if (seats.length === 0) return missing(`${uuid} must be in the lineup (${lock.pointer}).`);
      if (lock.slot === null || seats.every((seat) => seat.slot === lock.slot)) return [];
      return missing(`${uuid} must sit in ${problem.contest.slots[lock.slot]!.name} (${lock.pointer}).`);
    }),
};
