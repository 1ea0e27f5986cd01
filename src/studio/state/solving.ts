/**
 * Searches while the user edits: an edit stops the search before it, and the last edit wins. A portfolio is
 * first built lineup by lineup; after a pause without edits, its lineups are optimized together.
 */
import { computed, signal } from "@preact/signals";
import type { Failed, Lineups, Method, Searching, Solved } from "../engine/messages.ts";
import { type Call, CallError, call } from "./engine.ts";
import { isPortfolio } from "./portfolio-of.ts";
import { noteShown, shownEdit } from "./sections.ts";
import { doc, section, slate, solved, whole } from "./studio.ts";

/** Milliseconds without an edit before the lineups of a portfolio are optimized together. */
const QUIET_MS = 350;

export type Status =
  | { readonly kind: "idle" }
  | { readonly kind: "solving"; readonly method: Method; readonly progress: Searching | null }
  | { readonly kind: "solved" }
  | { readonly kind: "failed"; readonly failed: Failed };

export const status = signal<Status>({ kind: "idle" });

/** The lineups that were shown at the last edit. */
let outdated: Solved | null = null;

/** Whether the shown lineups are those before the last edit, because no others are found yet. */
export const isStale = computed(() => status.value.kind === "solving" && solved.value === outdated);

export const hasLineups = computed(
  () => solved.value !== null && solved.value.points.length > 0 && status.value.kind !== "failed",
);

/**
 * Waits until lineups are found after the last edit; those of a portfolio may be a preview. Null if there are
 * none or if the search failed.
 */
export async function currentLineups(): Promise<Solved | null> {
  while (isStale.value) await new Promise(requestAnimationFrame);
  return hasLineups.value ? solved.value : null;
}

/**
 * By how much the last edit changed the mean points of a lineup; null if not noticeably, or if the lineups
 * before and after it are not comparable.
 */
export const lastPrice = signal<{ readonly name: string; readonly points: number } | null>(null);

/** The failed search, if rules contradict each other; else null. */
export const infeasible = computed(() => {
  const { value } = status;
  return value.kind === "failed" && value.failed.code === "infeasible" ? value.failed : null;
});

/**
 * The failed search, if it failed for a reason other than contradicting rules and was not stopped; else null.
 */
export const failure = computed(() => {
  const { value } = status;
  const isOdd = value.kind === "failed" && !["infeasible", "aborted"].includes(value.failed.code);
  return isOdd ? value.failed : null;
});

/** By method, the lineups before the last edit, to compare their points with those after it. */
let before: ReadonlyMap<Method, Solved> = new Map();
const now = new Map<Method, Solved>();
let edited = "";
let running: Call<"solve"> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export function forgetLineups(): void {
  running?.stop();
  clearTimeout(timer);
  running = null;
  now.clear();
  lastPrice.value = null;
}

/**
 * Searches again after the edit called `name`. Without a name, the lineups before and after are not compared.
 */
export function solveAgain(name = ""): void {
  const { value } = slate;
  running?.stop();
  clearTimeout(timer);
  running = null;
  if (value === null) return;
  outdated = solved.value;
  before = new Map(now);
  now.clear();
  edited = name;
  lastPrice.value = null;
  if (!isPortfolio(whole.value, section.value?.id ?? null)) return void search("exact");
  if (doc.value.method === "sequential") return void search("sequential");
  search("sequential", (isWhole) => {
    if (!isWhole) status.value = { kind: "solving", method: "joint", progress: null };
    timer = setTimeout(() => search("joint"), QUIET_MS);
  });
}

export function show(lineups: Solved): void {
  running?.stop();
  clearTimeout(timer);
  running = null;
  solved.value = lineups;
  status.value = { kind: "solved" };
  noteShown();
}

export function stopSolving(): void {
  clearTimeout(timer);
  if (running === null) status.value = { kind: "solved" };
  running?.stop("keep");
}

/**
 * Searches for lineups by a method, and shows them. With `next`, the lineups are a preview, which may violate
 * minimum exposures. After a preview, calls `next`; its argument is false if the preview has a shortfall, or
 * ended with an error that may concern only the preview.
 */
async function search(method: Method, next?: (isWhole: boolean) => void): Promise<void> {
  const input = { edit: shownEdit(), method };
  status.value = { kind: "solving", method, progress: null };
  const own = call("solve", input, (progress) => {
    if (running !== own) return;
    status.value = { kind: "solving", method, progress };
    if (progress.first !== null && !now.has("sequential")) solved.value = preview(progress.first, method);
  });
  running = own;
  try {
    const found = await own.answer;
    if (running !== own) return;
    running = null;
    compare(found, method);
    solved.value = found;
    if (method !== "sequential" || doc.value.method === "sequential") noteShown();
    status.value = { kind: "solved" };
    next?.(found.shortfall === null);
  } catch (error) {
    if (running !== own || !(error instanceof CallError)) return;
    // Another error than contradicting rules may concern only the preview.
    if (next !== undefined && !["infeasible", "aborted"].includes(error.failed.code)) return next(false);
    status.value = { kind: "failed", failed: error.failed };
  }
}

/** The first complete set of lineups, as a result to show while the search continues. */
function preview(lineups: Lineups, method: Method): Solved {
  const sum = lineups.points.reduce((all, one) => all + one, 0);
  const unknown = new Float64Array(slate.value!.players.length).fill(Number.NaN);
  return {
    ...lineups,
    ...{ method, sum, gap: null, shares: [], shortfall: null, contradicts: [], warnings: [] },
    ...{ endedBy: null, milliseconds: 0 },
    ...{ gains: unknown, margins: unknown },
  };
}

/** Sets `lastPrice`, if the lineups before the edit were found by the same method and are as many. */
function compare(found: Solved, method: Method): void {
  now.set(method, found);
  const earlier = before.get(method);
  const count = found.points.length;
  const isComparable = earlier?.points.length === count && earlier.shortfall === null;
  if (edited === "" || earlier === undefined || !isComparable || found.shortfall !== null) return;
  const points = (found.sum - earlier.sum) / count;
  lastPrice.value = Math.abs(points) < 0.005 ? null : { name: edited, points };
}
