import type { ContestTable } from "../../../contests/catalog/contest-table.ts";
import { ruleWords } from "../../../contests/constraints/readers/rule-words.ts";
import { isCaptains } from "../../../engine/roster/captain.ts";
import type { JsonObject } from "./json-schema.ts";

/** A contest as the documentation lists it. */
export interface ContestSummary {
  readonly book: string;
  readonly contest: string;
  readonly slots: string;
  readonly positions: string;
  readonly salaryCap: number;
  readonly games: string;
  readonly rules: string;
}

/** What a caller has to know of a contest's table. */
export function summaryOf(table: ContestTable): ContestSummary {
  return {
    book: table.book,
    contest: table.contest,
    slots: table.slots.map((slot) => `${slot.name} ${slot.count} (${slot.accepts.join(" ")})`).join(", "),
    positions: table.positions
      .map(({ name, aliases }) => (aliases.length === 0 ? name : `${name} (or ${aliases.join(", ")})`))
      .join(", "),
    salaryCap: table.salaryCap.default,
    games: gamesOf(table),
    rules: rulesOf(table).join("; ") || "none",
  };
}

function gamesOf({ games: { minimum, maximum } }: ContestTable): string {
  if (maximum === null) return `${minimum} or more`;
  return minimum === maximum ? `exactly ${minimum}` : `${minimum} to ${maximum}`;
}

function rulesOf(table: ContestTable): readonly string[] {
  const { limits, offers } = ruleWords(table);
  return [...limits, ...offers.map((words) => `may ${words}`)];
}

/** A body of the contest's form: one pool entry for each position. A real pool has many more. */
export function exampleOf(table: ContestTable): JsonObject {
  const salaries = table.slots.some(isCaptains) ? { salary: 6000, captainSalary: 9000 } : { salary: 6000 };
  const players = table.positions
    .filter((position) => position.entry === "player")
    .map(({ name }, index) => ({ player: exampleGuid("a", index), position: name, ...salaries }));
  const teams = table.positions
    .filter((position) => position.entry === "team")
    .map((_, index) => ({ team: exampleGuid("b", index), ...salaries }));
  return {
    book: table.book,
    contest: table.contest,
    games: Array.from({ length: table.games.minimum }, (_, index) => exampleGuid("c", index)),
    players,
    ...(teams.length > 0 && { teams }),
    cap: table.salaryCap.default,
    count: 3,
  };
}

function exampleGuid(kind: string, index: number): string {
  return `${kind}0000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`;
}
