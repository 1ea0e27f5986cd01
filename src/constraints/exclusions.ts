import type { Rule } from "../model/model.ts";
import type { Constraint } from "./constraint.ts";

const name = "exclusions";
const FIELDS = [
  { kind: "player", pointer: "/exclude/players", noun: "players" },
  { kind: "team", pointer: "/exclude/teams", noun: "teams" },
] as const;

/** No excluded entry is in the lineup. */
export const exclusions: Constraint = {
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
  check: (problem, lineup) =>
    lineup.flatMap((seat) => {
      const entry = problem.entries[seat.entry]!;
      const list = entry.kind === "player" ? problem.request.exclude.players : problem.request.exclude.teams;
      return list.includes(entry.uuid) ? [{ constraint: name, detail: `${entry.uuid} is excluded.` }] : [];
    }),
};
