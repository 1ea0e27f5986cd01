/** The state of the page: the slate, the edits with their undo, and what is shown. */
import { computed, signal } from "@preact/signals";
import type { Solved } from "../engine/messages.ts";
import type { SlateFacts } from "../engine/session.ts";
import { type Doc, NEW, type RuleSet, SET_FIELDS, type Section } from "./doc.ts";
import { sectionOf, setsOf } from "./portfolio-of.ts";

interface Step {
  readonly doc: Doc;
  readonly name: string;
}

export type View = "build" | "contests" | "simulate" | "swap";
export type Pane = "players" | "rules" | "lineups";

export const slate = signal<SlateFacts | null>(null);
export const view = signal<View>("build");
export const pane = signal<Pane>("players");
/** A problem with a file or a text, shown until the next one or until it is closed. */
export const notice = signal<{ readonly text: string; readonly isError: boolean } | null>(null);

const past = signal<readonly Step[]>([{ doc: NEW, name: "" }]);
const future = signal<readonly Step[]>([]);

export const whole = computed(() => past.value.at(-1)!.doc);

const chosen = signal<number | null>(null);
export const section = computed(() => sectionOf(whole.value, chosen.value));

/** The current edits, in which the rules are those of the chosen section, if there is one. */
export const doc = computed<Doc>(() => {
  const all = whole.value;
  const own = section.value;
  if (own === null) return all;
  const { id: _, name: __, entries: ___, deal: ____, ...set } = own;
  return { ...all, ...set, unique: set.unique ?? all.unique, method: set.method ?? all.method };
});

export const ownPoints = computed(() => doc.value.points);
export const ownOwnership = computed(() => doc.value.ownership);
export const captainSeat = computed(() => slate.value?.multipliers.findIndex((one) => one > 1) ?? -1);

/** A player's points in a seat; a captain's own change in proportion to the player's. */
export function pointsIn(player: number, seat: number): number | null {
  const { multipliers, players } = slate.value!;
  const { points: given, captain } = players[player]!;
  const points = ownPoints.value.get(player) ?? given;
  const own = seat === captainSeat.value ? (captain?.points ?? null) : null;
  if (points === null || own === null || given === 0)
    return points === null ? null : points * multipliers[seat]!;
  return own * (points / (given ?? points));
}

const holding = computed<readonly RuleSet[]>(() => setsOf(whole.value, chosen.value));

/** Whether a player is locked in the shown lineups; the name of the slot if the lock is for a slot. */
export const locked = (player: number): boolean | string => {
  for (const { locks, slotLocks } of holding.value) {
    const slot = slotLocks.get(player);
    if (slot !== undefined) return slot;
    if (locks.has(player)) return true;
  }
  return false;
};
export const isBanned = (player: number) => holding.value.some(({ bans }) => bans.has(player));
/** The limits that the user set on a player's exposure, those of the shown section first; null for none. */
export const limitOf = (player: number) =>
  holding.value.map(({ limits }) => limits.get(player)).find((limit) => limit !== undefined) ?? null;
/** The player's own maximum exposure in percent, else the lowest of those for all players, else 100. */
export const mostOf = (player: number) =>
  limitOf(player)?.most ?? Math.min(100, ...holding.value.flatMap(({ most }) => most ?? []));
export const undoName = computed(() => (past.value.length > 1 ? past.value.at(-1)!.name : null));
export const redoName = computed(() => future.value[0]?.name ?? null);

/** The shown lineups, which stay until new ones are found; null before the first. */
export const solved = signal<Solved | null>(null);

const MOST_STEPS = 500;

let changed: (name: string) => void = () => {};
export function onChange(listener: (name: string) => void): void {
  changed = listener;
}

/**
 * Changes the edits; `name` is what undo calls the change. Rules change in the section that is being edited,
 * if there is one. Ignores a change without effect.
 */
export function edit(name: string, change: Partial<Doc>): void {
  const own = section.value;
  if (own === null) {
    editAll(name, change);
    return;
  }
  const isOwn = ([field]: [string, unknown]) => (SET_FIELDS as string[]).includes(field);
  const fields = Object.entries(change);
  const contests = withSection(own.id, Object.fromEntries(fields.filter(isOwn)));
  editAll(`${own.name}: ${name}`, {
    ...Object.fromEntries(fields.filter((field) => !isOwn(field))),
    ...(fields.some(isOwn) && { contests }),
  });
}

export function withSection(id: number, change: Partial<Section>): readonly Section[] {
  return whole.value.contests.map((one) => (one.id === id ? { ...one, ...change } : one));
}

export function chooseSection(id: number | null): void {
  if (chosen.value === id) return;
  chosen.value = id;
  changed("");
}

/** Like `edit`, but rules change for all lineups, even while a section is edited. */
export function editAll(name: string, change: Partial<Doc>): void {
  const before = whole.value;
  const fields = Object.keys(change) as (keyof Doc)[];
  if (fields.every((field) => before[field] === change[field])) return;
  takeEdits(name, { ...before, ...change });
}

export function takeEdits(name: string, edits: Doc): void {
  past.value = [...past.value.slice(-MOST_STEPS), { doc: edits, name }];
  future.value = [];
  changed(name);
}

export function undo(): void {
  const step = past.value.at(-1)!;
  if (past.value.length === 1) return;
  past.value = past.value.slice(0, -1);
  future.value = [step, ...future.value];
  changed(`undo ${step.name}`);
}

export function redo(): void {
  const [step, ...rest] = future.value;
  if (step === undefined) return;
  past.value = [...past.value, step];
  future.value = rest;
  changed(step.name);
}

/** The edits with the steps of undo and redo, of which `past` ends with the current edits. */
export interface Steps {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const stepsNow = (): Steps => ({ past: past.value, future: future.value });

export function begin(steps: Steps): void {
  past.value = steps.past;
  future.value = steps.future;
  chosen.value = null;
}
