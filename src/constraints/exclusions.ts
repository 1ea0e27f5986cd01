import type { Rule } from "../model/model.ts";
import type { StandingConstraint } from "./constraint.ts";

const name = "exclusions";
const FIELDS = [
  { kind: "player", pointer: "/exclude/players", noun: "players" },
  { kind: "team", pointer: "/exclude/teams", noun: "teams" },
] as const;

/** No excluded entry is in the lineup. */
export const exclusions: StandingConstraint = {
  name,
  rules: (problem) =>
    FIELDS.flatMap(({ kind, pointer, noun }): Rule[] => {
      const entries = problem.excluded.filter((entry) => problem.entries[entry]!.kind === kind);
      if (entries.length === 0) return [];
      return [
        {
          kind: "forbid",
          entries,
          origin: { constraint: name, pointer, words: `exclude.${noun} (${entries.length} of the pool)` },
        },
      ];
    }),
  check(problem, lineup) {
    const { players, teams } = problem.request.exclude;
    if (players.length === 0 && teams.length === 0) return [];
    return lineup.flatMap((seat) => {
      const { kind, uuid } = problem.entries[seat.entry]!;
      if (!(kind === "player" ? players : teams).includes(uuid)) return [];
      return [{ detail: `${uuid} is excluded.`, limit: 0, actual: 1, entries: [uuid] }];
    });
  },
};
