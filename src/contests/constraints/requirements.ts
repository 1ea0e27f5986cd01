import { atLeast, noneOf, type Rule } from "../../engine/model/model.ts";
import { entryRef, fieldRef, type Message, message } from "../../shared/errors/message-parts.ts";
import type { Finding, GeneralConstraint } from "./constraint.ts";

const LOCKS = "locks";

export function isLock({ origin }: Rule): boolean {
  return origin.constraint === LOCKS;
}

/** Every included player is in the lineup, in the given slot if the request names one. */
export const locks: GeneralConstraint = {
  name: LOCKS,
  rules: (problem) =>
    problem.locks.flatMap((lock): Rule[] => {
      const uuid = problem.entries[lock.entry]!.uuid;
      const slot = lock.slot === null ? null : problem.contest.slots[lock.slot]!.name;
      const origin = {
        constraint: LOCKS,
        pointer: lock.pointer,
        words: message`${entryRef(uuid)} included${slot === null ? "" : ` in ${slot}`}`,
      };
      const required: Rule = { ...atLeast([lock.entry]), origin };
      return lock.slot === null
        ? [required]
        : [required, { kind: "allow", entries: [lock.entry], slots: 1 << lock.slot, origin }];
    }),
  check(problem, lineup) {
    const found: Finding[] = [];
    for (const { entry, slot, pointer } of problem.locks) {
      const { uuid } = problem.entries[entry]!;
      const missing = (detail: Message) => found.push({ detail, limit: 1, actual: 0, entries: [uuid] });
      const seats = lineup.filter((seat) => seat.entry === entry);
      if (seats.length === 0)
        missing(message`${entryRef(uuid)} must be in the lineup (${fieldRef(pointer)}).`);
      else if (slot !== null && seats.some((seat) => seat.slot !== slot))
        missing(
          message`${entryRef(uuid)} must sit in ${problem.contest.slots[slot]!.name} (${fieldRef(pointer)}).`,
        );
    }
    return found;
  },
};

const POSITION_MINIMUMS = "position-minimums";

/** At least as many players hold each position as the request's `positions` requires. */
export const positionMinimums: GeneralConstraint = {
  name: POSITION_MINIMUMS,
  rules: (problem) =>
    problem.minimums.map(
      ({ position, minimum, pointer }): Rule => ({
        ...atLeast(
          [...problem.entries.keys()].filter((index) => problem.entries[index]!.positions.includes(position)),
          minimum,
        ),
        origin: { constraint: POSITION_MINIMUMS, pointer, words: `at least ${minimum} ${position}` },
      }),
    ),
  check(problem, lineup) {
    const found: Finding[] = [];
    for (const { position, minimum, pointer } of problem.minimums) {
      const holders: string[] = [];
      for (const seat of lineup) {
        const { positions, uuid } = problem.entries[seat.entry]!;
        if (positions.includes(position)) holders.push(uuid);
      }
      if (holders.length >= minimum) continue;
      found.push({
        detail: `The lineup has ${holders.length} at ${position}; the minimum is ${minimum} (${pointer}).`,
        limit: minimum,
        actual: holders.length,
        entries: holders,
      });
    }
    return found;
  },
};

const EXCLUSIONS = "exclusions";
const EXCLUDED = [
  { kind: "player", pointer: "/exclude/players", noun: "players" },
  { kind: "team", pointer: "/exclude/teams", noun: "teams" },
] as const;

/** No excluded player is in the lineup, and no player sits in a slot they are excluded from. */
export const exclusions: GeneralConstraint = {
  name: EXCLUSIONS,
  rules: (problem) => [
    ...EXCLUDED.flatMap(({ kind, pointer, noun }): Rule[] => {
      const entries = problem.excluded.filter((entry) => problem.entries[entry]!.kind === kind);
      if (entries.length === 0) return [];
      return [
        {
          ...noneOf(entries),
          origin: {
            constraint: EXCLUSIONS,
            pointer,
            words: message`${fieldRef(pointer, `exclude.${noun}`)} (${entries.length} in the pool)`,
          },
        },
      ];
    }),
    ...problem.slotBans.map(({ entry, slot, pointer }): Rule => {
      const words = message`${entryRef(problem.entries[entry]!.uuid)} excluded from ${problem.contest.slots[slot]!.name}`;
      return {
        kind: "allow",
        entries: [entry],
        slots: ~(1 << slot),
        origin: { constraint: EXCLUSIONS, pointer, words },
      };
    }),
  ],
  check(problem, lineup) {
    const { players, teams } = problem.request.exclude;
    const { slotBans } = problem;
    if (players.length + teams.length + slotBans.length === 0) return [];
    return lineup.flatMap((seat) => {
      const { kind, uuid } = problem.entries[seat.entry]!;
      const found = (detail: Message) => [{ detail, limit: 0, actual: 1, entries: [uuid] }];
      if ((kind === "player" ? players : teams).includes(uuid))
        return found(message`${entryRef(uuid)} is excluded.`);
      const ban = slotBans.find(({ entry, slot }) => entry === seat.entry && slot === seat.slot);
      return ban === undefined
        ? []
        : found(
            message`${entryRef(uuid)} must not sit in ${problem.contest.slots[seat.slot]!.name} (${fieldRef(ban.pointer)}).`,
          );
    });
  },
};
