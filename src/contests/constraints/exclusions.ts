import { noneOf, type Rule } from "../../engine/model/model.ts";
import { entryRef, fieldRef } from "../../shared/errors/lineup-error.ts";
import type { GeneralConstraint } from "./constraint.ts";

const name = "exclusions";
const FIELDS = [
  { kind: "player", pointer: "/exclude/players", noun: "players" },
  { kind: "team", pointer: "/exclude/teams", noun: "teams" },
] as const;

/** No excluded player is in the lineup, and no player sits in a slot they are excluded from. */
export const exclusions: GeneralConstraint = {
  name,
  rules: (problem) => [
    ...FIELDS.flatMap(({ kind, pointer, noun }): Rule[] => {
      const entries = problem.excluded.filter((entry) => problem.entries[entry]!.kind === kind);
      if (entries.length === 0) return [];
      return [
        {
          ...noneOf(entries),
          origin: {
            constraint: name,
            pointer,
            words: `${fieldRef(pointer, `exclude.${noun}`)} (${entries.length} of the pool)`,
          },
        },
      ];
    }),
    ...problem.slotBans.map(({ entry, slot, pointer }): Rule => {
      const words = `${entryRef(problem.entries[entry]!.uuid)} kept out of ${problem.contest.slots[slot]!.name}`;
      return {
        kind: "allow",
        entries: [entry],
        slots: ~(1 << slot),
        origin: { constraint: name, pointer, words },
      };
    }),
  ],
  check(problem, lineup) {
    const { players, teams } = problem.request.exclude;
    const { slotBans } = problem;
    if (players.length + teams.length + slotBans.length === 0) return [];
    return lineup.flatMap((seat) => {
      const { kind, uuid } = problem.entries[seat.entry]!;
      const found = (detail: string) => [{ detail, limit: 0, actual: 1, entries: [uuid] }];
      if ((kind === "player" ? players : teams).includes(uuid))
        return found(`${entryRef(uuid)} is excluded.`);
      const ban = slotBans.find(({ entry, slot }) => entry === seat.entry && slot === seat.slot);
      return ban === undefined
        ? []
        : found(
            `${entryRef(uuid)} must not sit in ${problem.contest.slots[seat.slot]!.name} (${fieldRef(ban.pointer)}).`,
          );
    });
  },
};
