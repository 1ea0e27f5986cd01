/** Edits of single players, with the names that undo shows. */
import { type Limit, withMember, withValue } from "./doc.ts";
import { counts } from "./exposure.ts";
import { doc, edit, slate, solved } from "./studio.ts";

const nameOf = (player: number) => slate.value!.players[player]!.name;

export function toggleLock(player: number): void {
  const { locks, bans } = doc.value;
  const isLocked = locks.has(player);
  edit(`${isLocked ? "unlock" : "lock"} ${nameOf(player)}`, {
    locks: withMember(locks, player, !isLocked),
    bans: withMember(bans, player, false),
  });
}

export function toggleBan(player: number): void {
  const { locks, bans } = doc.value;
  const isBanned = bans.has(player);
  edit(`${isBanned ? "bring back" : "exclude"} ${nameOf(player)}`, {
    bans: withMember(bans, player, !isBanned),
    locks: withMember(locks, player, false),
  });
}

/** Sets own points; null, or those of the file, gives the file's. */
export function setPoints(player: number, points: number | null): void {
  const own = slate.value!.players[player]!.points;
  const next = points === null || (own !== null && Math.abs(points - own) < 0.005) ? null : points;
  const words = next === null ? "the file's points of" : `${next.toFixed(2)} points for`;
  edit(`${words} ${nameOf(player)}`, { points: withValue(doc.value.points, player, next) });
}

export function setLimit(player: number, limit: Limit | null): void {
  const name = nameOf(player);
  const { least = null, most = null } = limit ?? {};
  const words =
    limit === null ? `free ${name}` : `${name} ${most === null ? `at least ${least}%` : `at most ${most}%`}`;
  edit(words, { limits: withValue(doc.value.limits, player, limit) });
}

/** How far one key moves an exposure, in percent. */
const STEP = 5;

/** Moves the limit of a player down (at most) or up (at least), from the exposure if there is none. */
export function moveLimit(player: number, way: -1 | 1): void {
  const total = solved.value?.points.length ?? 0;
  if (total === 0) return;
  const { least = null, most = null } = doc.value.limits.get(player) ?? {};
  const exposure = (100 * counts.value[player]!) / total;
  const from = most ?? least ?? exposure;
  const to = Math.min(100, Math.max(0, way * Math.floor((way * from) / STEP + 1) * STEP));
  const isMost = most !== null || (least === null && way < 0);
  setLimit(player, isMost ? { least: null, most: to } : { least: to, most: null });
}
