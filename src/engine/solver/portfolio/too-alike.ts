import { atLeast, isOncePerLineup, requiredEntries } from "../../model/model.ts";
import { picksThatPass } from "../../model/passed-shares.ts";
import type { PortfolioPlan } from "../../model/portfolio-plan.ts";
import { seatCount } from "../../roster.ts";
import { seatsOfPicks } from "./joint/capacity-bound.ts";
import { binomial } from "./joint/subsets.ts";

/**
 * A cap on numbers of lineups: above any plan's count, and small enough that its product with a pool's size
 * is exact.
 */
const COUNT_CAP = 1e9;

/**
 * An upper bound on the number of lineups if any two must differ in at least `unique` players; Infinity if
 * counting proves nothing. No set of `seats - unique + 1` players may then be in two lineups, so the bounds
 * of Johnson and Schönheim on packings apply.
 */
export function mostApart({ model, unique }: Pick<PortfolioPlan, "model" | "unique">): number {
  const { slots, picks, rules } = model;
  const filled = new Set(rules.flatMap((rule) => (rule.kind === "fill" ? [rule.slot] : [])));
  if (unique === 0 || filled.size < slots.length || !isOncePerLineup(model)) return Number.POSITIVE_INFINITY;
  const seated = new Map<number, number>();
  for (const [pick, bits] of seatsOfPicks(model).entries())
    if (bits !== 0) seated.set(picks.entry[pick]!, (seated.get(picks.entry[pick]!) ?? 0) | bits);
  const required = requiredEntries(rules);
  const seats = seatCount(slots);
  // Required players are in every lineup: they use up part of the allowed overlap.
  const rest = { entries: seated.size - required.size, seats: seats - required.size };
  const tooMany = seats - unique + 1 - required.size;
  if (rest.entries < rest.seats || rest.seats < 1) return Number.POSITIVE_INFINITY;
  if (tooMany < 1) return 1;
  const ofOne = packed({ entries: rest.entries - 1, seats: rest.seats - 1 }, tooMany - 1);
  const most = [Math.floor((rest.entries * ofOne) / rest.seats)];
  // Each lineup fills each slot with players that the slot accepts.
  if (required.size === 0)
    for (const [slot, { count }] of slots.entries()) {
      const entries = [...seated.values()].filter((bits) => (bits >> slot) & 1).length;
      most.push(Math.floor((entries * ofOne) / count));
    }
  const least = Math.min(...most);
  // Below 1 there is no legal lineup at all, which is not for this bound to report.
  return least < 1 || least >= COUNT_CAP ? Number.POSITIVE_INFINITY : least;
}

/**
 * An upper bound on how many sets of `seats` players can be made from `entries` players, if any two sets must
 * have fewer than `tooMany` players in common.
 */
function packed({ entries, seats }: { readonly entries: number; readonly seats: number }, tooMany: number) {
  let most = 1;
  for (let left = tooMany - 1; left >= 0; left -= 1)
    most = Math.min(COUNT_CAP, Math.floor(((entries - left) * most) / (seats - left)));
  return most;
}

/** Origin of rules used only for counting; never reported. */
const NO_ORIGIN = { constraint: "lock", pointer: null, words: "" };

/** A player that must be in at least `least` lineups. */
interface RequiredPlayer {
  readonly entry: number;
  readonly least: number;
  /** The index of the share that requires it; null if a rule of the model requires it in every lineup. */
  readonly share: number | null;
}

/**
 * Finds, by counting, shares that force two lineups to overlap more than `unique` allows, because too many
 * lineups must have the same players. Returns their indices, or null if counting proves nothing.
 */
export function sharesTooAlike(plan: PortfolioPlan): readonly number[] | null {
  if (plan.unique === 0) return null;
  const seats = seatCount(plan.model.slots);
  const tooMany = seats - plan.unique + 1;
  const areTooAlike = (required: readonly RequiredPlayer[]) =>
    repeatSubsets(required, tooMany, plan.count) || coincideTooOften(required, plan);
  const all = requiredPlayers(plan);
  // If the required players have at least this many subsets, each lineup can have different ones.
  const enough = plan.count * binomial(seats, tooMany);
  for (let size = 1; size <= all.length && binomial(size, tooMany) < enough; size += 1) {
    if (!areTooAlike(all.slice(0, size))) continue;
    let left = all.slice(0, size);
    for (const one of left) {
      const others = left.filter((other) => other !== one);
      if (areTooAlike(others)) left = others;
    }
    return left.flatMap(({ share }) => (share === null ? [] : [share])).sort((a, b) => a - b);
  }
  return null;
}

/**
 * The players that must be in a number of lineups, the highest number first. If several shares require a
 * player, the highest number counts.
 */
function requiredPlayers({
  model: { picks, rules },
  shares,
  count,
}: PortfolioPlan): readonly RequiredPlayer[] {
  const byEntry = new Map<number, RequiredPlayer>();
  for (const entry of requiredEntries(rules)) byEntry.set(entry, { entry, least: count, share: null });
  for (const [share, { tests, least }] of shares.entries()) {
    const entries = new Set(Array.from(picksThatPass(tests) ?? [], (pick) => picks.entry[pick]!));
    const [entry] = entries;
    if (entry === undefined || entries.size > 1 || least <= (byEntry.get(entry)?.least ?? 0)) continue;
    byEntry.set(entry, { entry, least, share });
  }
  return [...byEntry.values()].sort((a, b) => b.least - a.least);
}

/**
 * Whether some set of `tooMany` required players must be in two lineups. Even with the players spread evenly
 * over the `count` lineups, the lineups then contain more such sets than there are different ones.
 */
function repeatSubsets(required: readonly RequiredPlayer[], tooMany: number, count: number): boolean {
  const times = required.reduce((sum, { least }) => sum + least, 0);
  const each = Math.floor(times / count);
  const more = times - each * count;
  const held = (count - more) * binomial(each, tooMany) + more * binomial(each + 1, tooMany);
  return held > binomial(required.length, tooMany);
}

/**
 * Whether too many lineups must contain all these players: more than can pairwise differ by `unique` players.
 */
function coincideTooOften(
  required: readonly RequiredPlayer[],
  { model, unique, count }: PortfolioPlan,
): boolean {
  const together = count - required.reduce((sum, { least }) => sum + count - least, 0);
  if (together < 2) return false;
  const rule = { ...atLeast(required.map(({ entry }) => entry)), origin: NO_ORIGIN };
  return together > mostApart({ model: { ...model, rules: [...model.rules, rule] }, unique });
}
