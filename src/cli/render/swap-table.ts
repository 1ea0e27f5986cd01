import type { LeavingPlayer, PlayerSwap } from "../../files/entries/player-swaps.ts";
import type { LeavingReason } from "../../files/entries/sitting.ts";
import type { EntrySwap, SwappedEntries, SwapVerdict } from "../../files/entries/swap-entries.ts";
import { percentOf } from "../../report/numbers.ts";
import { pointsText } from "./amounts.ts";
import { blocks, folded } from "./folded.ts";
import { grid } from "./grid.ts";
import type { Look } from "./look.ts";
import { gapText } from "./portfolio-figures.ts";

/** The wording of each verdict; a changed entry shows its changes instead. */
const WORDS: Readonly<Record<Exclude<SwapVerdict, "swapped">, string>> = {
  best: "stays: nothing is better",
  kept: "stays: nothing better was found so far",
  unaffected: "stays: none of its players must leave",
  reserved: "stays: a reservation, which build fills",
  locked: "stays: every seat is locked",
  "unknown-locked": "stays: somebody locked is not in the pool, so that his salary is not known",
  "no-lineup": "stays: its locked seats leave no lineup that keeps all rules",
  "no-time": "stays: no lineup was found so far",
};

/** The swap of each entry, and the totals. */
export function swapTable({ entries, players, bound, stoppedBy }: SwappedEntries, look: Look): string {
  const points = (value: number | null) => (value === null ? "" : pointsText(value));
  return blocks(
    players.length === 0 ? "" : playersTable(players, entries, look),
    grid(
      [
        ["Entry", ({ entry }) => entry.entryId ?? ""],
        ["Contest", ({ entry }) => entry.contestName ?? entry.contestId ?? "", "wraps"],
        ["Locked", ({ locked }) => String(locked), "right"],
        ["Before", ({ before }) => points(before), "right"],
        ["After", ({ after }) => points(after), "right"],
        ["What changes", changeText, "wraps"],
      ],
      entries,
      look,
    ),
    folded(summary(entries, bound, stoppedBy), look.width, "  "),
  );
}

/** Why a player must leave, in words. */
const REASONS: Readonly<Record<LeavingReason, string>> = {
  out: "out",
  "not-in-pool": "not in the pool",
  excluded: "excluded",
  "no-projection": "no projection",
};

/** Players who must leave, in a sentence; an empty text without any. */
export function leavingText(players: readonly LeavingPlayer[]): string {
  if (players.length === 0) return "";
  const named = players.map(
    ({ name, reason, entries }) =>
      `${name} (${REASONS[reason]}, ${entries} ${entries === 1 ? "entry" : "entries"})`,
  );
  return `Must leave: ${named.join("; ")}.`;
}

/** Each player's number of entries before and after; players who must leave come first. */
function playersTable(players: readonly PlayerSwap[], entries: readonly EntrySwap[], look: Look): string {
  const count = entries.filter(({ verdict }) => verdict !== "reserved").length;
  const share = (number: number) => `${number} (${Math.round(percentOf(number, count))}%)`;
  return grid(
    [
      ["Player", ({ name }) => name, "wraps"],
      ["Before", ({ before }) => share(before), "right"],
      ["After", ({ after }) => share(after), "right"],
      ["Change", ({ before, after }) => `${after > before ? "+" : ""}${after - before}`, "right"],
      ["Must leave", ({ reason }) => (reason === null ? "" : REASONS[reason])],
    ],
    players,
    look,
  );
}

function changeText({ verdict, changes, gone }: EntrySwap): string {
  const cannotPlay = gone.length === 0 ? "" : `; ${gone.join(", ")} can not play`;
  if (verdict !== "swapped") return `${WORDS[verdict]}${verdict === "reserved" ? "" : cannotPlay}`;
  return changes
    .map(({ slot, out, in: comes }) => `${slot}: ${out === "" ? "nobody" : out} -> ${comes}`)
    .join("; ");
}

/** The reasons for a search that stopped early. */
const STOPPED: Readonly<Record<NonNullable<SwappedEntries["stoppedBy"]>, string>> = {
  "time-limit": "The time limit was reached",
  interrupt: "It was interrupted",
  "solver-failure": "A solver failed",
};

function summary(
  entries: readonly EntrySwap[],
  bound: number | null,
  stoppedBy: SwappedEntries["stoppedBy"],
): string {
  const changed = entries.filter(({ verdict }) => verdict === "swapped").length;
  const sum = (of: "before" | "after") => entries.reduce((total, entry) => total + (entry[of] ?? 0), 0);
  const after = sum("after");
  const gap = bound === null || bound <= after ? "" : ` (gap ${gapText((bound - after) / Math.abs(bound))})`;
  const proven = bound === null ? "" : `; no swap has more than ${pointsText(bound)}${gap}`;
  const stopped =
    stoppedBy === null
      ? ""
      : ` ${STOPPED[stoppedBy]}: these are the swaps found so far${bound === null ? ", and nothing is proved of them" : ""}.`;
  return (
    `${changed} of ${entries.length} entries change: ${pointsText(sum("before"))} points before, ` +
    `${pointsText(after)} after${proven}.${stopped}`
  );
}

/** The swaps for JSON. */
export function swapFacts({ entries, players, bound, portfolio, stoppedBy }: SwappedEntries): unknown {
  return {
    bound,
    stoppedBy,
    ...(portfolio !== null && { portfolio }),
    players,
    entries: entries.map(({ entry, verdict, locked, before, after, changes, gone }) => ({
      line: entry.line,
      entryId: entry.entryId,
      contestId: entry.contestId,
      contestName: entry.contestName,
      verdict,
      locked,
      before,
      after,
      changes,
      gone,
    })),
  };
}
