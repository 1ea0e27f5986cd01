import { type Breach, duplicates, type TablePath } from "./schema/breach.ts";
import type { ContestBase, ContestPosition, ContestSlot } from "./schema/contest.ts";

type Paid = Pick<ContestSlot, "salary">;

/** Whether a slot charges the captain's salary, whatever its name or multiplier. */
export function isCaptains({ salary }: Paid): boolean {
  return salary === "captainSalary";
}

/** Validated pools have a `captainSalary` for every player if the contest has a captain's slot. */
export function salaryIn(
  slot: Paid,
  { salary, captainSalary }: { readonly salary: number; readonly captainSalary: number | null },
): number {
  return isCaptains(slot) ? captainSalary! : salary;
}

/** Points, without a slot's multiplier; `captain` are those in the slots with the multiplier `times`. */
export interface Scoring {
  readonly points: number;
  readonly captain?: { readonly times: number; readonly points: number } | undefined;
}

export function pointsIn(
  { pointsMultiplier }: Pick<ContestSlot, "pointsMultiplier">,
  { points, captain }: Scoring,
): number {
  return captain?.times === pointsMultiplier ? captain.points : points * pointsMultiplier;
}

/** The multiplier of the captain's slot, the contest's highest; 1 without a captain. */
export function captainTimes({ slots }: Pick<ContestBase, "slots">): number {
  return Math.max(1, ...slots.map(({ pointsMultiplier }) => pointsMultiplier));
}

/** The captain's slots, as bits. */
export function captainSlots(contest: Pick<ContestBase, "slots">): number {
  const times = captainTimes(contest);
  return contest.slots.reduce(
    (bits, { pointsMultiplier }, slot) =>
      times > 1 && pointsMultiplier === times ? bits | (1 << slot) : bits,
    0,
  );
}

/** A player with other points; a captain's own change in proportion. */
export function withPoints<Player extends Scoring>(player: Player, points: number): Player {
  const { captain, points: before } = player;
  if (captain === undefined || points === before) return { ...player, points };
  const own = before === 0 ? undefined : { ...captain, points: (captain.points * points) / before };
  return { ...player, points, captain: own };
}

/** Reports names that are not declared positions or listed twice; `path` is the place of their list. */
export function* undeclared(
  positions: ContestBase["positions"],
  names: readonly string[],
  path: TablePath,
): Generator<Breach> {
  for (const [at, name] of names.entries()) yield* undeclaredName(positions, name, [...path, at]);
  for (const { at, name } of duplicates(names)) {
    yield { path: [...path, at], reason: `"${name}" is listed twice. Remove one.` };
  }
}

export function* undeclaredName(
  positions: ContestBase["positions"],
  name: string,
  path: TablePath,
): Generator<Breach> {
  if (positions.some((position) => position.name === name)) return;
  const meant = positions.find((position) => position.aliases.includes(name));
  yield {
    path,
    reason: meant
      ? `"${name}" is an alias. Write the position's name, "${meant.name}".`
      : `"${name}" is not declared under positions. Declare it there or remove it.`,
  };
}

/** The position with this name or alias, ignoring case and outer spaces. */
export function positionNamed(
  { positions }: Pick<ContestBase, "positions">,
  spelling: string,
): ContestPosition | undefined {
  return spelled(positions, spelling);
}

/** Like `positionNamed`, but looks among the sport's positions that no slot of the contest accepts. */
export function unseatedNamed(
  { unseated }: Pick<ContestBase, "unseated">,
  spelling: string,
): ContestPosition | undefined {
  return spelled(unseated, spelling);
}

export function spellingKey(spelling: string): string {
  return spelling.trim().toUpperCase();
}

export function slotNamed({ slots }: Pick<ContestBase, "slots">, spelling: string): number {
  const wanted = spellingKey(spelling);
  return slots.findIndex(({ name }) => spellingKey(name) === wanted);
}

function spelled(positions: readonly ContestPosition[], spelling: string): ContestPosition | undefined {
  const find = (isSo: (own: string) => boolean) =>
    positions.find(({ name, aliases }) => isSo(name) || aliases.some(isSo));
  const wanted = spellingKey(spelling);
  return find((own) => own === spelling) ?? find((own) => spellingKey(own) === wanted);
}

/**
 * Roles are slots, by index, with the same points multiplier and salary; seats are assigned after solving. In
 * the order of their first slots. Each slot in `apart` (as bits) gets a role of its own, because a rule is
 * about it.
 */
export function rolesOf(contest: Pick<ContestBase, "slots">, apart = 0) {
  const roles: (Pick<ContestSlot, "pointsMultiplier" | "salary"> & { readonly slots: number[] })[] = [];
  const isApart = (slot: number) => ((apart >> slot) & 1) === 1;
  for (const [index, { pointsMultiplier, salary }] of contest.slots.entries()) {
    const known = roles.find(
      (role) =>
        role.pointsMultiplier === pointsMultiplier && role.salary === salary && !isApart(role.slots[0]!),
    );
    if (known && !isApart(index)) known.slots.push(index);
    else roles.push({ pointsMultiplier, salary, slots: [index] });
  }
  return roles;
}

export function seatCount(slots: readonly { readonly count: number }[]): number {
  return slots.reduce((seats, { count }) => seats + count, 0);
}

export function seatsWhere(
  { slots }: Pick<ContestBase, "slots">,
  isSo: (accepts: readonly string[]) => boolean,
): number {
  return slots.reduce((seats, slot) => seats + (isSo(slot.accepts) ? slot.count : 0), 0);
}

/** In the order of the book's upload file. */
export function slotsInOrder({ slots, uploadOrder }: Pick<ContestBase, "slots" | "uploadOrder">) {
  return uploadOrder.map((name) => slots.find((slot) => slot.name === name)!);
}

/** The header of the book's upload file. */
export function uploadRow(contest: Pick<ContestBase, "slots" | "uploadOrder">): string[] {
  return slotsInOrder(contest).flatMap(({ count, uploadColumn }) => Array<string>(count).fill(uploadColumn));
}

/** The most teams in a request's games; null without a limit. */
export function mostTeams({ games }: Pick<ContestBase, "games">): number | null {
  return games.maximum === null ? null : 2 * games.maximum;
}

export function slotsOfSeats(slots: readonly { readonly count: number }[]): number[] {
  return slots.flatMap(({ count }, slot) => new Array<number>(count).fill(slot));
}
