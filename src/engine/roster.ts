import { type Breach, duplicates, type TablePath } from "../shared/schema/breach.ts";
import type { ContestBase, ContestPosition, ContestSlot } from "../shared/schema/contest.ts";

type Paid = Pick<ContestSlot, "salary">;

/**
 * Whether a slot is a captain's slot: it is if it charges the captain's salary, whatever its name or
 * multiplier.
 */
export function isCaptains({ salary }: Paid): boolean {
  return salary === "captainSalary";
}

/**
 * A player's salary in a slot. Validated pools have a `captainSalary` for every player if the contest has a
 * captain's slot.
 */
export function salaryIn(
  slot: Paid,
  { salary, captainSalary }: { readonly salary: number; readonly captainSalary: number | null },
): number {
  return isCaptains(slot) ? captainSalary! : salary;
}

/**
 * Reports names that are not declared positions or that are listed twice. `path` is the place of the list of
 * names in the contest's table.
 */
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

/** Reports a name that is not a declared position; `path` is its place in the contest's table. */
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

/**
 * The contest's position with this name or alias (`LW` may be an alias of `W`), ignoring case and outer
 * spaces; undefined if there is none.
 */
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

/** Normalizes the spelling of a position or slot for comparison. */
export function spellingKey(spelling: string): string {
  return spelling.trim().toUpperCase();
}

/** The index of the contest's slot with this name; -1 if there is none. */
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
 * Slots with the same points multiplier and salary. Solvers choose each player's role; seats are assigned
 * afterwards.
 */
export interface Role {
  readonly pointsMultiplier: number;
  readonly salary: ContestSlot["salary"];
  /** Indices into the contest's slots. */
  readonly slots: readonly number[];
}

/**
 * The roles of a contest, in the order of their first slots. Each slot in `apart` (as bits) gets a role of
 * its own, so that solvers distinguish it: a rule is about the slot.
 */
export function rolesOf(contest: Pick<ContestBase, "slots">, apart = 0): Role[] {
  const roles: { pointsMultiplier: number; salary: ContestSlot["salary"]; slots: number[] }[] = [];
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

/** The number of a contest's seats whose accepted positions pass the test `isSo`. */
export function seatsWhere(
  { slots }: Pick<ContestBase, "slots">,
  isSo: (accepts: readonly string[]) => boolean,
): number {
  return slots.reduce((seats, slot) => seats + (isSo(slot.accepts) ? slot.count : 0), 0);
}

/**
 * The most teams that can play in a request's games; null if the contest does not limit the number of games.
 */
export function mostTeams({ games }: Pick<ContestBase, "games">): number | null {
  return games.maximum === null ? null : 2 * games.maximum;
}

/** Per seat of a lineup, the index of its slot, ascending. */
export function slotsOfSeats(slots: readonly { readonly count: number }[]): number[] {
  return slots.flatMap(({ count }, slot) => new Array<number>(count).fill(slot));
}
