/** The state of the page: the slate, the edits with their undo, and what is shown. */
import { computed, signal } from "@preact/signals";
import type { SlateFacts, Solved } from "../engine/messages.ts";
import { type Doc, NEW } from "./doc.ts";

/** A state of the edits, and what the edit that led to it is called. */
interface Step {
  readonly doc: Doc;
  readonly name: string;
}

export type View = "build" | "simulate" | "swap";
export type Pane = "players" | "rules" | "lineups";

export const slate = signal<SlateFacts | null>(null);
export const view = signal<View>("build");
/** The pane of a narrow window. */
export const pane = signal<Pane>("players");
/** A problem with a file or a text, shown until the next one or until it is closed. */
export const notice = signal<{ readonly text: string; readonly isError: boolean } | null>(null);

const past = signal<readonly Step[]>([{ doc: NEW, name: "" }]);
const future = signal<readonly Step[]>([]);

export const doc = computed(() => past.value.at(-1)!.doc);
/** The name of the edit that undo takes back; null if there is none. */
export const undoName = computed(() => (past.value.length > 1 ? past.value.at(-1)!.name : null));
export const redoName = computed(() => future.value[0]?.name ?? null);

/** The lineups that are shown; they stay until new ones are there. */
export const solved = signal<Solved | null>(null);

/** The most edits that can be undone. */
const MOST_STEPS = 500;

/** Called after every change of the edits. */
let changed: (name: string) => void = () => {};
export function onChange(listener: (name: string) => void): void {
  changed = listener;
}

/** Changes the edits; `name` is what undo calls it. An edit that changes nothing is ignored. */
export function edit(name: string, change: Partial<Doc>): void {
  const before = doc.value;
  const fields = Object.keys(change) as (keyof Doc)[];
  if (fields.every((field) => before[field] === change[field])) return;
  past.value = [...past.value.slice(-MOST_STEPS), { doc: { ...before, ...change }, name }];
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

/** Begins with these edits, without a history. */
export function begin(start: Doc): void {
  past.value = [{ doc: start, name: "" }];
  future.value = [];
}
