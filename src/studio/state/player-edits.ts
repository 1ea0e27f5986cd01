/** Edits of players, one or several, with the names that undo shows. */
import { type Doc, type Limit, withValue } from "./doc.ts";
import { counts } from "./exposure.ts";
import { doc, edit, isBanned, limitOf, locked, notice, section, slate, solved } from "./studio.ts";
import { counted } from "./words.ts";

function nameOf(players: readonly number[]): string {
  return players.length === 1 ? slate.value!.players[players[0]!]!.name : counted(players.length, "player");
}

function without(players: readonly number[]): Pick<Doc, "locks" | "slotLocks" | "bans"> {
  const gone = new Set(players);
  const { locks, slotLocks, bans } = doc.value;
  return {
    locks: new Set([...locks].filter((player) => !gone.has(player))),
    slotLocks: new Map([...slotLocks].filter(([player]) => !gone.has(player))),
    bans: new Set([...bans].filter((player) => !gone.has(player))),
  };
}

/** Whether a section cannot change a lock or exclusion; if so, shows a note. */
function isOfAll(player: number): boolean {
  const { locks, slotLocks, bans } = doc.value;
  if (section.value === null || locks.has(player) || slotLocks.has(player) || bans.has(player)) return false;
  if (locked(player) === false && !isBanned(player)) return false;
  notice.value = {
    text: `${nameOf([player])} is ${isBanned(player) ? "excluded" : "locked"} in all contests. Choose "All contests" to change that.`,
    isError: false,
  };
  return true;
}

/** Locks players, in a slot or in any; if all are already locked in this way, unlocks them. */
export function toggleLock(players: readonly number[], slot: string | null = null): void {
  if (players.length === 0 || players.some(isOfAll)) return;
  const isLocked = players.every((player) => locked(player) === (slot ?? true));
  const { locks, slotLocks, bans } = without(players);
  const where = slot === null ? "" : ` as ${slot}`;
  edit(`${isLocked ? "unlock" : "lock"} ${nameOf(players)}${where}`, {
    locks: isLocked || slot !== null ? locks : new Set([...locks, ...players]),
    slotLocks:
      isLocked || slot === null
        ? slotLocks
        : new Map([...slotLocks, ...players.map((player) => [player, slot] as const)]),
    bans,
  });
}

export function toggleBan(players: readonly number[]): void {
  if (players.length === 0 || players.some(isOfAll)) return;
  const areBanned = players.every(isBanned);
  const { locks, slotLocks, bans } = without(players);
  edit(`${areBanned ? "bring back" : "exclude"} ${nameOf(players)}`, {
    ...{ locks, slotLocks },
    bans: areBanned ? bans : new Set([...bans, ...players]),
  });
}

export function setPoints(player: number, points: number | null): void {
  const own = slate.value!.players[player]!.points;
  const next = points === null || (own !== null && Math.abs(points - own) < 0.005) ? null : points;
  const words = next === null ? "the file's points of" : `${next.toFixed(2)} points for`;
  edit(`${words} ${nameOf([player])}`, { points: withValue(doc.value.points, player, next) });
}

export function setOwnership(player: number, percent: number | null): void {
  const words = percent === null ? "the file's ownership of" : `${percent}% ownership of`;
  edit(`${words} ${nameOf([player])}`, { ownership: withValue(doc.value.ownership, player, percent) });
}

export function setLimit(players: readonly number[], limit: Limit | null): void {
  const { least = null, most = null } = limit ?? {};
  const name = nameOf(players);
  const ends = [
    ...(least === null ? [] : [`at least ${least}%`]),
    ...(most === null ? [] : [`at most ${most}%`]),
  ];
  const limits = new Map(doc.value.limits);
  for (const player of players)
    if (limit === null || ends.length === 0) limits.delete(player);
    else limits.set(player, { least, most });
  edit(ends.length === 0 ? `free ${name}` : `${name} ${ends.join(" and ")}`, { limits });
}

const STEP = 5;

/** Moves the maximum, else the minimum; without either, a step down sets a maximum, a step up a minimum. */
export function moveLimit(player: number, way: -1 | 1): void {
  const total = solved.value?.points.length ?? 0;
  if (total === 0) return;
  const { least = null, most = null } = limitOf(player) ?? {};
  const exposure = (100 * counts.value[player]!) / total;
  const from = most ?? least ?? exposure;
  const to = Math.min(100, Math.max(0, way * Math.floor((way * from) / STEP + 1) * STEP));
  const isMost = most !== null || (least === null && way < 0);
  setLimit([player], isMost ? { least: null, most: to } : { least: to, most: null });
}
