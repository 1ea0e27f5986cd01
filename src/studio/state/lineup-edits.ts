/** Edits of single lineups: those that stay, and those that must not come again. */
import { computed } from "@preact/signals";
import { nextId, type RuleItem } from "./doc.ts";
import { captainSeat, doc, edit, slate, solved, whole } from "./studio.ts";
import { lastName } from "./words.ts";

type Roster = readonly number[];

export function rosterOf(lineup: number): Roster {
  const width = slate.value!.seats.length;
  return Array.from(solved.value!.entries.subarray(lineup * width, (lineup + 1) * width));
}

/** The same players are the same lineup, whatever seats they take, if the captain is the same. */
const keyOf = (roster: Roster) => `${roster[captainSeat.value]}: ${roster.toSorted((a, b) => a - b)}`;

const keptKeys = computed(() => new Set((doc.value.kept ?? []).map(keyOf)));
export const isKept = (lineup: number): boolean => keptKeys.value.has(keyOf(rosterOf(lineup)));

export function without(roster: Roster): readonly Roster[] {
  return (doc.value.kept ?? []).filter((one) => keyOf(one) !== keyOf(roster));
}

export function toggleKept(lineup: number): void {
  const roster = rosterOf(lineup);
  const others = without(roster);
  if (isKept(lineup)) edit(`release lineup ${lineup + 1}`, { kept: others });
  else edit(`keep lineup ${lineup + 1}`, { kept: [...others, roster] });
}

const AGAINST = "not again: ";
export const isAgainst = ({ value }: RuleItem) => value.name?.startsWith(AGAINST) === true;

/** A rule against a lineup; it can be removed and exported like any other. */
export function ruleAgainst(roster: Roster): RuleItem {
  const { players, seats } = slate.value!;
  const isFixed = captainSeat.value >= 0;
  const of = roster.map((player, seat) => players[player]!.ref + (isFixed ? `@${seats[seat]}` : ""));
  const name = AGAINST + roster.map((player) => lastName(players[player]!.name)).join(" ");
  const value = { name, count: { of, most: roster.length - 1 } };
  return { id: nextId(whole.value), on: true, kind: "rule", value };
}

export function deleteLineup(lineup: number): void {
  const roster = rosterOf(lineup);
  const rules = [...doc.value.rules, ruleAgainst(roster)];
  edit(`delete lineup ${lineup + 1}`, { rules, kept: without(roster) });
}
